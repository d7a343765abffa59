/** Relays: transfers that payers sign for the checkout to send, and their cost. */
import { sql } from 'kysely'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { EvmColumns } from '../payments/matching/authorization-store.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'

/** The columns that every relay of Stellar has. */
export type StellarColumns = {
  family: 'stellar'
  memo: string
  valid_until: number
  after_transfer: number
  signer: string
}

export type SponsoredRow = Row<'relays'> & StellarColumns

/** A relay with the columns of its family. */
function selectRelays(db: Db) {
  return db.selectFrom('relays').selectAll().$narrowType<EvmColumns | StellarColumns>()
}
export type RelayRow = Awaited<ReturnType<typeof findPaymentRelays>>[number]

/** Finds the relays of a payment, oldest first. */
export function findPaymentRelays(db: Db, paymentId: string) {
  return selectRelays(db).where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

export async function findRelay(db: Db, id: string): Promise<RelayRow | null> {
  return (await selectRelays(db).where('id', '=', id).executeTakeFirst()) ?? null
}

export async function insertRelay(tx: Tx, row: NewRow<'relays'>): Promise<void> {
  await tx.insertInto('relays').values(row).execute()
}

/** `paid`: the transaction that used it. */
type End = { readonly cost: bigint } & ({ readonly paid: string } | { readonly reason: string })

/** False if it has already ended: then nothing changes. The caller books what it cost, if a send does not. */
export async function endRelay(
  ctx: Pick<Context, 'now'>,
  tx: Tx,
  { id }: Pick<RelayRow, 'id'>,
  { cost, ...end }: End,
): Promise<boolean> {
  const how =
    'paid' in end
      ? ({ state: 'used', reason: null, hash: end.paid } as const)
      : ({ state: 'failed', reason: end.reason } as const)
  const { numUpdatedRows } = await tx
    .updateTable('relays')
    .set({ ...how, cost, ended_at: ctx.now(), booked: 1 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Counted = {
  readonly since: number
  /**
   * The open ones that count: all, or those with a send that is `signed`, or that its contract did not refuse since it
   * was `accepted`.
   */
  readonly open?: 'all' | 'signed' | 'accepted'
  /** The id of one that does not count while it is open. */
  readonly except?: string
  /** True to count those of accounts with code only. */
  readonly withCode?: boolean
}

/**
 * Sums the cost of a network's relays that ended since a time, and the most that its open ones may cost, in the
 * network's smallest unit.
 */
export async function sumSpentSince(
  db: Db,
  network: Network,
  { since, open = 'all', except = '', withCode = false }: Counted,
): Promise<bigint> {
  const costs = () => sumCosts(db, network).$if(withCode, (query) => query.where('relays.with_code', '=', 1))
  const pending = costs().where('ended_at', 'is', null).where('relays.id', '!=', except)
  const waiting = pending.$if(open !== 'all', (query) =>
    query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sends')
          .select(sql.lit(1).as('one'))
          .where('sends.purpose', '=', 'relay')
          .whereRef('sends.subject', '=', 'relays.id')
          .$if(open === 'signed', (sends) => sends.where('sends.state', '=', 'signed'))
          .$if(open === 'accepted', (sends) => sends.where('sends.refused_since', 'is', null)),
      ),
    ),
  )
  // Two queries, because no index serves both conditions at once.
  const [ended, rest] = await Promise.all([
    costs().where('ended_at', '>', since).executeTakeFirstOrThrow(),
    waiting.executeTakeFirstOrThrow(),
  ])
  return toWei(ended.sum) + toWei(rest.sum)
}

/** Exact to fifteen digits: a sum in 64 bits overflows at nine coins. */
function sumCosts(db: Db, { environment, name }: Network) {
  return db
    .selectFrom('relays')
    .select((eb) => [
      eb.fn.sum<number | null>(eb.cast<number>('cost', 'double precision')).as('sum'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('relays.environment', '=', environment)
    .where('relays.network', '=', name)
}

/** Rounds up. */
function toWei(sum: number | null): bigint {
  return BigInt(Math.ceil(sum ?? 0))
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
    .where('relays.cost', '!=', 0n)
    .executeTakeFirstOrThrow()
  return Number(count)
}
