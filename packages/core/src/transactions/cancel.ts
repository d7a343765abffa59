import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { changeSend } from './store.ts'

/**
 * Cancels a transaction that is not signed yet. No outcome is reported. False if it is signed, because then it may be
 * mined.
 */
export function cancelSend(ctx: Pick<Context, 'now'>, tx: Tx, id: number): Promise<boolean> {
  return changeSend(tx, id, 'queued', { state: 'abandoned', ended_at: ctx.now(), failure: 'cancelled' })
}
