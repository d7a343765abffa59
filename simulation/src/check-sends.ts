import type { PostRequest } from '../../packages/core/src/outbound/post.ts'
import type { Storage } from '../../packages/core/src/storage/database.ts'
import { must, Violation } from './violation.ts'

/** The simulated checkout: its database and its clock, and violations that could not be thrown at once. */
type Checked = { readonly storage: Storage; readonly found: Violation[]; now(): number }

/** A transaction offered to a node was signed and stored before. */
export async function checkOffer({ storage }: Pick<Checked, 'storage'>, raw: string): Promise<void> {
  const row = await storage.db.selectFrom('send_attempts').select('number').where('raw', '=', raw).executeTakeFirst()
  must(row !== undefined, 'I7', () => 'a transaction was offered to a node before it was kept')
}

/** An event that a server posts is pending, and its lane is held by this server. */
export async function checkPost(world: Checked, server: string, { url, headers }: PostRequest): Promise<void> {
  const event = headers['webhook-id'] ?? ''
  const row = await world.storage.db
    .selectFrom('deliveries')
    .innerJoin('delivery_lanes', 'delivery_lanes.lane', 'deliveries.lane')
    .select(['state', 'deliveries.due_at', 'holder', 'held_until'])
    .where('event_id', '=', event)
    .where('url', '=', url)
    .executeTakeFirst()
  // A pending delivery to a webhook that was deleted meanwhile has failed.
  if (row?.state === 'failed') return
  const now = world.now()
  const isIts = row?.holder === server && (row.held_until ?? 0) > now && (row.due_at ?? 0) > now
  if (row?.state === 'pending' && isIts) return
  world.found.push(
    new Violation('lanes', `${server} tells ${url} of ${event} at ${now}, and is not to: ${JSON.stringify(row)}`),
  )
}
