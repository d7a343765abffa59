import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { cancelSend } from '../sends/cancel.ts'
import { sendsOf } from '../sends/of-subject.ts'
import { endUnused } from './outcome.ts'
import { findUnneeded } from './store.ts'

const AT_ONCE = 100
const REASON = 'the payment no longer asks for it'

/**
 * Stops what was not signed by the gas key yet and would pay for a payment that was paid in another way meanwhile,
 * or has ended. What is signed may be mined: it goes its way.
 */
export async function withdrawUnneeded(ctx: Context, network: Network): Promise<void> {
  for (const row of await findUnneeded(ctx.db, network, AT_ONCE)) {
    await ctx.transact(async (tx) => {
      const [send] = await sendsOf(tx, 'relay', row.nonce)
      if (send?.state !== 'queued' || !(await cancelSend(ctx, tx, send.id))) return
      await endUnused(ctx, tx, row, { cost: 0n, reason: REASON })
    })
  }
}
