import type { Network } from '../chains/network.ts'
import type { Signer } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import type { Db } from '../storage/database.ts'
import { findRecordedKeys, findRefundedMerchants, paidForGas } from './sending-key-store.ts'

/** A key that sends on a network, or that the database knows from before. */
export type KnownKey = {
  readonly signer: Pick<Signer, 'address'>
  /** It is in no configuration of the chain any more, so only its address is known. */
  readonly isFormer: boolean
}

/** The keys of a network's chain: configured ones first. An address is enough to compare a key with the chain. */
export async function listKeys(ctx: Pick<Context, 'db' | 'networks'>, network: Network): Promise<KnownKey[]> {
  const own = (network.sending?.signers ?? []).map((signer) => ({ signer, isFormer: false }))
  return [...own, ...(await listFormerKeys(ctx, network))]
}

/** The keys that the database knows on a network's chain, and that no network of the chain is configured with. */
export async function listFormerKeys(ctx: Pick<Context, 'db' | 'networks'>, network: Network): Promise<KnownKey[]> {
  if (!network.chain.transactor) return []
  const configured = ctx.networks
    .filter(({ chain }) => chain.id === network.chain.id)
    .flatMap(({ sending }) => sending?.signers ?? [])
  const known = new Set(configured.map(({ address }) => address.toLowerCase()))
  const recorded = await findRecordedKeys(ctx.db, network)
  return recorded
    .filter((address) => !known.has(address))
    .map((address) => ({ signer: { address: network.chain.addresses.parse(address) ?? address }, isFormer: true }))
}

/**
 * The merchants whose refunds a key may have paid; null if it may be any merchant. A key for refunds pays those of one
 * merchant at a time. A key for gas pays none.
 */
export async function findMerchantsPaid(db: Db, network: Network, key: KnownKey): Promise<readonly string[] | null> {
  const { address } = key.signer
  const refunder = network.sending?.refunds
  const paid = await findRefundedMerchants(db, network, address)
  if (!key.isFormer) return refunder?.signer.address === address ? [...paid, refunder.merchantId] : paid
  const isKnown = paid.length > 0 || (await paidForGas(db, { network, signer: key.signer }))
  return isKnown ? paid : null
}
