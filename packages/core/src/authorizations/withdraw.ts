import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { cancelSend } from '../sends/cancel.ts'
import { sendsOf } from '../sends/of-subject.ts'
import type { Db, Tx } from '../storage/database.ts'
import { endUnused } from './outcome.ts'
import { findUnneeded } from './store.ts'

const AT_ONCE = 100
const REASON = 'the payment no longer asks for it'

/**
 * Stops what was not signed by the gas key yet and would pay for a payment that was paid in another way meanwhile,
 * or has ended. What is signed may be mined: it goes its way.
 */
export async function withdrawUnneeded(ctx: Context, network: Network): Promise<void> {
  let after = ''
  for (;;) {
    const rows = await findUnneeded(ctx.db, network, { after, limit: AT_ONCE })
    for (const { nonce } of rows) {
      if (await waitingSend(ctx.db, nonce)) await ctx.transact((tx) => withdraw(ctx, tx, network, nonce))
      after = nonce
    }
    if (rows.length < AT_ONCE) return
  }
}

/** The id of the send of an authorization that is not signed yet; null where it is. */
async function waitingSend(db: Db, nonce: string): Promise<number | null> {
  const [send] = await sendsOf(db, 'relay', nonce)
  return send?.state === 'queued' ? send.id : null
}

/** What is true outside of the transaction may be so no longer. */
async function withdraw(ctx: Context, tx: Tx, network: Network, nonce: string): Promise<void> {
  const [row] = await findUnneeded(tx, network, { nonce })
  const send = row && (await waitingSend(tx, nonce))
  if (!row || !send || !(await cancelSend(ctx, tx, send))) return
  await endUnused(ctx, tx, row, { cost: 0n, reason: REASON })
}
