import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findSends } from '../transactions/find.ts'
import { cancelSend } from '../transactions/queue.ts'
import { endUnused } from './outcome.ts'
import { findUnneeded } from './store.ts'

const AT_ONCE = 100
const REASON = 'the payment no longer asks for it'

/**
 * Stops authorizations that the gas key has not signed yet, if their payment was paid otherwise meanwhile or has ended.
 * A signed one may be mined, so it continues.
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

/** The id of an authorization's send that is not signed yet; null if it is signed. */
async function waitingSend(db: Db, nonce: string): Promise<number | null> {
  const [send] = await findSends(db, 'relay', nonce)
  return send?.state === 'queued' ? send.id : null
}

/** The state outside the transaction may have changed, so it is checked again. */
async function withdraw(ctx: Context, tx: Tx, network: Network, nonce: string): Promise<void> {
  const [row] = await findUnneeded(tx, network, { nonce })
  const send = row && (await waitingSend(tx, nonce))
  if (!row || !send || !(await cancelSend(ctx, tx, send))) return
  await endUnused(ctx, tx, row, { cost: 0n, reason: REASON })
}
