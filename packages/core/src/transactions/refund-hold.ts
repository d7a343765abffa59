/** Refunds are on hold while a key that may have paid them has transactions that the database does not explain. */

import type { Network } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Context } from '../context/context.ts'
import { findUnexplained } from './external-transactions.ts'
import { findMerchantsPaid, type KnownKey, listKeys } from './known-keys.ts'

/** The time for which a look at the keys lasts, and a look that nodes have not answered. */
const LOOK_EVERY_MS = 60_000
const RETRY_MS = 10_000
/** Slower nodes must not delay a request. */
const LOOK_MS = 5_000

type Seen = {
  /** On the monotonic clock. */
  readonly at: number
  /** The merchants whose refunds each unexplained key may have paid. Null until nodes have answered once. */
  readonly held: readonly (readonly string[] | null)[] | null
}

/**
 * The last look of this process at the keys. It is not stored: a restored database would have the answer from before. A
 * process that has not looked yet holds all refunds.
 */
const seen = new WeakMap<Network, Seen>()
const looking = new WeakMap<Network, Promise<void>>()

type Looking = Pick<Context, 'db' | 'elapsed' | 'networks' | 'now'>

/** Tells whether a merchant's refunds on a network are on hold: no key pays them, and no wallet is asked to. */
export function areRefundsHeld(network: Network, merchantId: string): boolean {
  // Other families have no keys that pay refunds.
  if (!network.chain.transactor) return false
  const held = seen.get(network)?.held ?? null
  return held === null || held.some((merchants) => merchants === null || merchants.includes(merchantId))
}

/** Tells whether a key was seen that holds refunds. */
export function areAnyRefundsHeld(network: Network): boolean {
  return (seen.get(network)?.held ?? []).length > 0
}

/** The chains of an environment on which a merchant's refunds are on hold. */
export function listHeldChains(ctx: Pick<Context, 'networks'>, merchantId: string, environment: string): string[] {
  return ctx.networks
    .filter((network) => network.environment === environment && areRefundsHeld(network, merchantId))
    .map(({ chain }) => chain.id)
}

/** Compares the keys of a network with the chain, unless that was done a moment ago. A silent node delays it briefly. */
export async function lookAtKeys(ctx: Looking, network: Network): Promise<void> {
  const known = seen.get(network)
  const isFresh = known && ctx.elapsed() - known.at < (known.held === null ? RETRY_MS : LOOK_EVERY_MS)
  if (!network.chain.transactor || isFresh) return
  const tooLate = Promise.withResolvers<void>()
  // Unlike a timer, this does not keep the process alive.
  AbortSignal.timeout(LOOK_MS).addEventListener('abort', () => tooLate.resolve(), { once: true })
  await Promise.race([refreshHold(ctx, network), tooLate.promise])
}

/** The same for all networks of an environment at which this process has not looked yet. */
export async function lookAtNewKeys(ctx: Looking, environment: string): Promise<void> {
  const unseen = ctx.networks.filter((network) => network.environment === environment && !seen.get(network)?.held)
  await Promise.all(unseen.map((network) => lookAtKeys(ctx, network)))
}

/** Compares the keys of a network with the chain now. If no node answers, what was seen before still holds. */
export async function refreshHold(ctx: Looking, network: Network): Promise<void> {
  const look = looking.get(network) ?? startLook(ctx, network)
  await look
}

function startLook(ctx: Looking, network: Network): Promise<void> {
  const look = findHolds(ctx, network)
    .catch((error: unknown) => {
      if (!(error instanceof NodeError)) throw error
      return seen.get(network)?.held ?? null
    })
    .then((held) => void seen.set(network, { at: ctx.elapsed(), held }))
    .finally(() => looking.delete(network))
  looking.set(network, look)
  return look
}

async function findHolds(ctx: Looking, network: Network): Promise<(readonly string[] | null)[]> {
  const found = (await listKeys(ctx, network)).map(async (key) =>
    (await isUnexplained(ctx, network, key)) ? [await findMerchantsPaid(ctx.db, network, key)] : [],
  )
  return (await Promise.all(found)).flat()
}

/** Missing sends are left to the passes: they are signed here, so their refunds are not open to be paid again. */
async function isUnexplained(ctx: Looking, network: Network, { signer }: KnownKey): Promise<boolean> {
  const { transactor } = network.chain
  if (!transactor) return false
  const latest = await transactor.nonce(signer.address, 'latest')
  const sent = Math.max(latest, await transactor.nonce(signer.address, 'pending'))
  return (await findUnexplained(ctx, { network, signer }, sent)) !== null
}
