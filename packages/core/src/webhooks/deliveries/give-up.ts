import type { Tx } from '../../storage/database.ts'
import { failPending } from './store.ts'

/** Marks an endpoint's pending deliveries as failed; they can be sent again. */
export function giveUpDeliveries(tx: Tx, webhookId: string, now: number): Promise<void> {
  return failPending(tx, webhookId, now)
}
