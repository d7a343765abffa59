import { type Expression, sql } from 'kysely'
import type { Tx } from '../storage/database.ts'

export type RateLimitGrant = {
  /** Null if none were left. */
  readonly id: number | null
  readonly permits: number
  /** The number that remains for other nodes. */
  readonly left: number
  /** Milliseconds until the next ones become free. */
  readonly waitMs: number
}

type Wish = { readonly account: string; readonly most: number; readonly limit: number; readonly countsMs: number }

/** Takes part of the remainder of an account's limit, by the database's clock. */
export async function takeRateLimitTokens(tx: Tx, clock: Expression<number>, wish: Wish): Promise<RateLimitGrant> {
  const { account, most, limit, countsMs } = wish
  const ended = sql<number>`${clock} - ${countsMs}`
  await tx.deleteFrom('permits').where('account', '=', account).where('taken_at', '<=', ended).execute()
  const known = await tx
    .selectFrom('permits')
    .select((eb) => [eb.fn.sum<number>('permits').as('taken'), eb.fn.min('taken_at').as('oldest')])
    .select(sql<number>`${clock}`.as('now'))
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
  const free = limit - Number(known.taken ?? 0)
  const waitMs = known.oldest === null ? 0 : known.oldest + countsMs - known.now
  const permits = Math.min(most, free)
  if (permits <= 0) return { id: null, permits: 0, left: 0, waitMs }
  const row = await tx
    .insertInto('permits')
    .values({ account, permits, taken_at: clock })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, permits, left: free - permits, waitMs }
}

/** Returns permits that were taken and not used. */
export async function returnRateLimitTokens(tx: Tx, id: number, unused: number): Promise<void> {
  await tx
    .updateTable('permits')
    .set((eb) => ({ permits: eb('permits', '-', unused) }))
    .where('id', '=', id)
    .execute()
}
