/** Relays: transfers that payers sign for the checkout to send, and their cost. */
import { sql } from 'kysely'
import type { Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type RelayRow = Row<'relays'>

/** Finds the relays of a payment, oldest first. */
export function findPaymentRelays(db: Db, paymentId: string): Promise<RelayRow[]> {
  return db.selectFrom('relays').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

export async function insertRelay(tx: Tx, row: NewRow<'relays'>): Promise<void> {
  await tx.insertInto('relays').values(row).execute()
}

type End = Pick<RelayRow, 'state' | 'reason' | 'hash' | 'cost' | 'ended_at'>

/** Nothing changes if it has already ended. */
export async function endRelay(tx: Tx, id: string, end: End): Promise<void> {
  await tx.updateTable('relays').set(end).where('id', '=', id).where('state', '=', 'pending').execute()
}

/**
 * The cost of those of a network that ended since a time, and the most that its open ones may cost, in the network's
 * smallest unit. All open ones may be sent today. `withCode`: only those of accounts with code.
 */
export async function sumSpentSince(
  db: Db,
  network: Network,
  { since, withCode = false }: { readonly since: number; readonly withCode?: boolean },
): Promise<bigint> {
  const costs = () => sumCosts(db, network).$if(withCode, (query) => query.where('relays.with_code', '=', 1))
  // Two queries, because no index serves both conditions at once.
  const [ended, open] = await Promise.all([
    costs().where('ended_at', '>', since).executeTakeFirstOrThrow(),
    costs().where('ended_at', 'is', null).executeTakeFirstOrThrow(),
  ])
  return toWei(ended.cost) + toWei(open.cost)
}

/** Exact to fifteen digits: a sum in 64 bits overflows at nine coins. */
export function sumCosts(db: Db, { environment, name }: Network) {
  return db
    .selectFrom('relays')
    .select((eb) => [
      eb.fn.sum<number | null>(eb.cast<number>('cost', 'double precision')).as('cost'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('relays.environment', '=', environment)
    .where('relays.network', '=', name)
}

/** Rounds up. */
export function toWei(cost: number | null): bigint {
  return BigInt(Math.ceil(cost ?? 0))
}

/** Finds the authorizations of an account that are pending, or have failed since a time. */
export function findAccountSince(
  db: Db,
  { network, from, since }: { readonly network: Network; readonly from: string; readonly since: number },
) {
  return (
    db
      .selectFrom('relays')
      .select(['relays.state', 'relays.cost'])
      .where('relays.chain', '=', network.chain.id)
      .where('relays.from_address', '=', from.toLowerCase())
      .where('relays.environment', '=', network.environment)
      .where('relays.network', '=', network.name)
      // A literal: the partial index cannot serve bound values.
      .where('relays.state', '<>', sql.lit('used'))
      .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', since)]))
      .execute()
  )
}

/** Counts those of a network that failed on the chain since a time. */
export async function countFailedSince(db: Db, network: Network, since: number): Promise<number> {
  const { count } = await sumCosts(db, network)
    .where('ended_at', '>', since)
    .where('relays.state', '=', 'failed')
    .where('relays.cost', '!=', '0')
    .executeTakeFirstOrThrow()
  return Number(count)
}
