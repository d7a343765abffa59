/** Reading what left a converter's account, in final blocks. */
import { getTokenAt, type Network } from '../../chains/network.ts'
import type { ConversionOutcome, Receipt, ReceiptTransfer } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { type AccountRow, saveRead } from '../../deposits/account-store.ts'
import { toLedgerAmount } from '../../domain/money.ts'
import { findFinality } from '../../networks/progress.ts'
import type { NewRow } from '../../storage/tables.ts'
import { completeArrived } from './complete.ts'
import { insertExits, place } from './store.ts'

/** Blocks in one pass. A place that was quiet for months is read in parts. */
const BLOCKS_A_PASS = 200_000

/**
 * Records burns and releases up to the final block, by any caller, with the settlements that they are of. Each block is read in two
 * passes: a node may have had its logs late. Throws NodeError when the nodes disagree.
 */
export async function readExits(ctx: Context, network: Network, account: AccountRow): Promise<void> {
  const { transactor } = network.chain
  const finality = await findFinality(ctx.db, network)
  const { read_until, read_once } = account
  const to = Math.min(finality?.finalNumber ?? 0, read_once + BLOCKS_A_PASS)
  if (!transactor || to <= read_until) return
  const moved = { token: account.token, senders: [account.account], recipient: null }
  const receipts = await transactor.finalMovements(moved, { from: read_until + 1, to })
  const rows = receipts.flatMap((receipt) => listExits(ctx, network, account, receipt))
  await ctx.transact(async (tx) => {
    await insertExits(tx, rows)
    await saveRead(tx, account, { read_until: Math.min(read_once, to), read_once: to })
    await completeArrived(ctx, tx, await place(tx, account))
  })
}

/** The account's burns and releases of its coin in a transaction. */
function listExits(ctx: Context, network: Network, account: AccountRow, receipt: Receipt): NewRow<'exits'>[] {
  const { cctp, chain } = network
  const token = getTokenAt(network, account.token)
  if (!cctp || !chain.transactor || !token)
    throw new Error(`${network.name} is no longer configured with the coin that is converted there`)
  if (!receipt.succeeded) return []
  const { converting, transfersIn } = chain.transactor
  const outcomes = converting.listOutcomes(receipt.logs, cctp)
  requireExplained(account, receipt, { outcomes, moved: transfersIn(receipt) })
  return outcomes.flatMap((outcome): NewRow<'exits'>[] => {
    if (outcome.account !== account.account || outcome.kind === 'announced') return []
    if (outcome.kind === 'released' && outcome.token !== account.token) return []
    const amount = toLedgerAmount(outcome.rawAmount, token.decimals)
    const common = {
      chain: account.chain,
      account: account.account,
      tx_hash: receipt.hash,
      log_index: outcome.logIndex,
      left_amount: amount,
      block_number: receipt.blockNumber,
      block_time: receipt.blockTime,
      due_at: ctx.now(),
    }
    if (outcome.kind === 'burned') return [{ ...common, state: 'burned', message: outcome.message }]
    const arrived = { arrived: amount, arrived_hash: receipt.hash, arrived_time: receipt.blockTime }
    return [{ ...common, state: 'released', ...arrived }]
  })
}

/** Money leaves an account by the converter only. Throws if something else has moved it, or other contracts of Circle's. */
function requireExplained(
  { account, token, network }: AccountRow,
  { hash }: Receipt,
  of: { readonly outcomes: readonly ConversionOutcome[]; readonly moved: readonly ReceiptTransfer[] },
): void {
  const left = of.moved.filter((one) => one.from === account && one.token === token)
  const told = of.outcomes.filter(({ kind, account: whose }) => kind !== 'announced' && whose === account)
  const sum = (all: readonly { readonly rawAmount: bigint }[]) => all.reduce((total, one) => total + one.rawAmount, 0n)
  if (sum(left) === sum(told.filter((one) => one.kind === 'burned' || ('token' in one && one.token === token)))) return
  throw new Error(
    `${network}: transaction ${hash} moved money of ${account}, and its logs do not say what became of it`,
  )
}
