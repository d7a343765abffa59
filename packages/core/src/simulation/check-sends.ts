import { must } from './violation.ts'
import type { World } from './world.ts'

/** What is offered to a node was signed, and is kept, before. */
export async function checkOffer({ storage }: World, raw: string): Promise<void> {
  const row = await storage.db.selectFrom('send_attempts').select('number').where('raw', '=', raw).executeTakeFirst()
  must(row !== undefined, 'I7', () => 'a transaction was offered to a node before it was kept')
}
