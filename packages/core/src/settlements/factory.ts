import { explainFactory } from '../chains/inspect-sending.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { hasFactory, insertFactory } from '../deposits/store.ts'
import { findFinality } from '../networks/progress.ts'
import { enqueueSend } from '../transactions/queue.ts'
import { findSends } from '../transactions/send.ts'

export { hasFactory }

/** Each reverted transaction costs gas. */
const REVERTED_PAUSE_MS = 86_400_000

/**
 * Ensures that the contract which sweeps a network's deposits is there, finally. If it can be deployed, the gas key
 * deploys it. Returns the trouble to report, null if there is none. Throws NodeError.
 */
export async function ensureFactory(ctx: Context, network: Network): Promise<string | null> {
  const { transactor, id } = network.chain
  const gas = network.sending?.gas
  if (!network.deposits || !transactor || !gas || (await hasFactory(ctx.db, id))) return null
  const { sweeping } = transactor
  const finality = await findFinality(ctx.db, network)
  if (!finality) return null
  if ((await sweeping.factoryState(finality.finalNumber)) === 'deployed') {
    await ctx.transact((tx) => insertFactory(tx, { chain: id, deployed_at: ctx.now() }))
    return null
  }
  const state = await sweeping.factoryState('latest')
  if (state === 'deployed') return null
  if (state !== 'deployable') return explainFactory(state, sweeping.factory)
  return ctx.transact(async (tx) => {
    const last = (await findSends(tx, 'factory', id)).at(-1)
    if (last && last.endedAt === null) return null
    if (last?.state === 'reverted' && ctx.now() - (last.endedAt ?? 0) < REVERTED_PAUSE_MS) {
      return `transaction ${last.hash}, which deploys the contract of deposits, was reverted: it is sent anew a day later`
    }
    const { gas: leastGas, ...call } = sweeping.deployment
    await enqueueSend(ctx, tx, { network, ...call, leastGas, purpose: 'factory', subject: id, signer: gas.address })
    return null
  })
}
