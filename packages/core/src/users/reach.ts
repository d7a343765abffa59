import type { Db } from '../storage/database.ts'
import { mayChangeUsers } from './rights.ts'
import { listMemberships } from './store.ts'

/** Of how many merchants of a user another user may change the people. */
export async function compareReach(db: Db, ownerId: string, userId: string): Promise<'all' | 'some' | 'none'> {
  const own = await listMemberships(db, ownerId)
  const owned = new Set(own.filter(({ role }) => mayChangeUsers(role)).map(({ merchant_id }) => merchant_id))
  const theirs = await listMemberships(db, userId)
  const common = theirs.filter(({ merchant_id }) => owned.has(merchant_id))
  if (common.length === 0) return 'none'
  return common.length === theirs.length ? 'all' : 'some'
}
