import type { Tx } from '../storage/database.ts'
import { failPending } from './store.ts'

/** What was on its way to an endpoint has failed; it can be sent again. */
export function giveUpDeliveries(tx: Tx, webhookId: string, now: number): Promise<void> {
  return failPending(tx, webhookId, now)
}
