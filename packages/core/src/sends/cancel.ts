import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'
import { changeSend } from './store.ts'

/**
 * Stops a transaction that was not signed yet; nobody is told of an outcome. False where it is too
 * late: then it may be mined.
 */
export function cancelSend(ctx: Pick<Context, 'now'>, tx: Tx, id: number): Promise<boolean> {
  return changeSend(tx, id, 'queued', { state: 'abandoned', ended_at: ctx.now(), failure: 'cancelled' })
}
