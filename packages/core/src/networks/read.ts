import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { firstPaymentAt } from '../payments/payee.ts'
import { watchedWallets } from '../transfers/watched-wallets.ts'
import { applyStep } from './apply-step.ts'
import { loadPosition } from './store.ts'

/** Beyond this number of wallets all transfers of the tokens are read: nodes refuse long topic lists. */
const MAX_RECIPIENT_TOPICS = 500

/** `more`: there is something left to read at once. */
export type Reading = { readonly more: boolean } | { readonly halted: string }

/**
 * Reads one bounded piece of a network and commits it. Throws when the node can not be reached or
 * is not believed; then nothing has changed and it can be tried again.
 */
export async function readNetwork(ctx: Context, network: Network): Promise<Reading> {
  const { position, version } = await loadPosition(ctx.db, network)
  const startTime = position.cursor ? null : await firstPaymentAt(ctx, network)
  // Asked for only after the head is known: whoever pays a wallet that is added later does so in a later block.
  const recipients = () => watchedWallets(ctx.db, network.chain.id, MAX_RECIPIENT_TOPICS)
  const step = await network.chain.next({ ...position, startTime }, recipients)
  if (step.kind === 'halt') return { halted: step.reason }
  if (step.kind === 'idle') return { more: false }
  await applyStep(ctx, network, version, step)
  return { more: true }
}
