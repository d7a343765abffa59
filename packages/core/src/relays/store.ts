/** What payers let the checkout send for them, and its cost. */
import { sql } from 'kysely'
import type { Network } from '../chains/network.ts'
import type { Db } from '../storage/database.ts'

/** Tables of what payers let the checkout send for them, with what it may cost in network fees. */
export type Paying = 'authorizations' | 'sponsored_transfers'

/**
 * The cost of those of a network that ended since a time, and the most that its open ones may cost, in the network's
 * smallest unit. All open ones may be sent today. `withCode`: only those of accounts with code.
 */
export async function sumSpentSince(
  db: Db,
  table: Paying,
  network: Network,
  { since, withCode = false }: { readonly since: number; readonly withCode?: boolean },
): Promise<bigint> {
  const costs = () => sumCosts(db, table, network).$if(withCode, (query) => query.where(`${table}.with_code`, '=', 1))
  // Two queries, because no index serves both conditions at once.
  const [ended, open] = await Promise.all([
    costs().where('ended_at', '>', since).executeTakeFirstOrThrow(),
    costs().where('ended_at', 'is', null).executeTakeFirstOrThrow(),
  ])
  return toWei(ended.cost) + toWei(open.cost)
}

/** Exact to fifteen digits: a sum in 64 bits overflows at nine coins. */
export function sumCosts(db: Db, table: Paying, { environment, name }: Network) {
  return db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.sum<number | null>(eb.cast<number>('cost', 'double precision')).as('cost'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where(`${table}.environment`, '=', environment)
    .where(`${table}.network`, '=', name)
}

/** Rounds up. */
export function toWei(cost: number | null): bigint {
  return BigInt(Math.ceil(cost ?? 0))
}

/** Finds the authorizations of an account that are pending, or have failed since a time. */
export function findAccountSince(
  db: Db,
  table: Paying,
  { network, from, since }: { readonly network: Network; readonly from: string; readonly since: number },
) {
  return (
    db
      .selectFrom(table)
      .select([`${table}.state`, `${table}.cost`])
      .where(`${table}.chain`, '=', network.chain.id)
      .where(`${table}.from_address`, '=', from.toLowerCase())
      .where(`${table}.environment`, '=', network.environment)
      .where(`${table}.network`, '=', network.name)
      // A literal: the partial index cannot serve bound values.
      .where(`${table}.state`, '<>', sql.lit('used'))
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', since)]))
      .execute()
  )
}

/** Counts those of a network that failed on the chain since a time. */
export async function countFailedSince(db: Db, table: Paying, network: Network, since: number): Promise<number> {
  const { count } = await sumCosts(db, table, network)
    .where('ended_at', '>', since)
    .where(`${table}.state`, '=', 'failed')
    .where(`${table}.cost`, '!=', '0')
    .executeTakeFirstOrThrow()
  return Number(count)
}
