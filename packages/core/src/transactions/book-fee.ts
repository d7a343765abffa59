import { getNativeSymbol } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findEvmChain } from '../domain/catalog/networks.ts'
import { bookFee } from '../domain/entry.ts'
import { toOwner } from '../domain/owner.ts'
import { createBooking, recordEvents } from '../events/record.ts'
import type { Tx } from '../storage/database.ts'
import { findFeeSubject } from './fee-store.ts'
import type { SendRow } from './store.ts'

const WEI_DECIMALS = 18

/**
 * Books what a mined transaction has cost, in the ledger of the merchant that it served. Others serve no merchant: they
 * deploy a contract, or take a nonce.
 */
export async function bookSendFee(ctx: Context, tx: Tx, row: SendRow): Promise<void> {
  const served = await findFeeSubject(tx, row)
  if (!served) return
  const { purpose, subject } = row
  const entry = bookFee(
    {
      kind: purpose === 'relay' ? 'relayed' : 'network_fee',
      payment_id: served.payment_id,
      refund_id: purpose === 'refund' ? subject : null,
      settlement_id: served.settlement_id,
      reference: served.reference,
      served_token: served.token,
      served_wallet: served.wallet,
      network: row.network,
      chain: row.chain,
      coin: findNativeCoin(ctx, row),
      cost: row.cost ?? computeOldCost(row),
      decimals: WEI_DECIMALS,
      account: row.signer,
      tx_hash: row.hash,
      chain_time: row.block_time,
    },
    ctx.now(),
  )
  await recordEvents(ctx, tx, createBooking(toOwner(served), [entry]))
}

/** What a transaction of earlier releases has cost. Roll-ups also take a fee for its data, which was not stored. */
function computeOldCost({ chain, gas_used, gas_price }: SendRow): bigint | string {
  const [, id] = /^eip155:(\d+)$/.exec(chain) ?? []
  const facts = findEvmChain(Number(id))?.facts
  if (!facts || facts.isRollup || gas_used === null || gas_price === null) return 'not_recorded'
  return gas_used * gas_price
}

/** The coin that pays for gas; null if neither the configuration nor the catalogue has the chain any more. */
function findNativeCoin(
  ctx: Pick<Context, 'network'>,
  { environment, network: name, chain }: Pick<SendRow, 'environment' | 'network' | 'chain'>,
): string | null {
  const network = ctx.network(environment, name)
  if (network?.chain.id === chain) return getNativeSymbol(network)
  const [, id] = /^eip155:(\d+)$/.exec(chain) ?? []
  return findEvmChain(Number(id))?.facts.wallet.nativeCurrency.symbol ?? null
}
