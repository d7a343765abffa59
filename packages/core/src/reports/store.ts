import { setImmediate } from 'node:timers/promises'
import type { EntryKind, Span } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import { ONE_COIN } from '../domain/money.ts'
import type { Owner } from '../domain/owner.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { incoming } from '../payments/transfers/store.ts'
import { countRows, type Db } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

const FACTS = [
  ...(['sequence', 'ordinal', 'booked_at', 'kind', 'network', 'chain', 'coin', 'currency', 'amount'] as const),
  ...(['raw_amount', 'coin_fee', 'fiat_amount', 'refund_id', 'counterparty', 'corrects_sequence', 'unknown'] as const),
] as const

/** The columns of an entry that are added up. `deposit`: its account, if that is a payment's own address. */
export type Fact = Pick<Row<'entries'>, (typeof FACTS)[number]> & { readonly deposit: string | null }

/** Read at once: SQLite takes about 10 ms for them, in which everybody else waits. */
const AT_ONCE = 2_000

/** Yields the entries that were booked in a span, oldest first, some at a time. */
export async function* readFacts(db: Db, owner: Owner, span: Span): AsyncGenerator<readonly Fact[], void> {
  let last: Fact | null = null
  for (;;) {
    const facts: readonly Fact[] = await findFacts(db, owner, span, last)
    if (facts.length > 0) yield facts
    if (facts.length < AT_ONCE) return
    last = facts.at(-1) ?? null
    // SQLite answers in this process: others get their turn.
    await setImmediate()
  }
}

function findFacts(db: Db, { merchantId, livemode }: Owner, { from, to }: Span, last: Fact | null): Promise<Fact[]> {
  let query = db
    .selectFrom('entries')
    .leftJoin('deposits', 'deposits.address', 'entries.account')
    .select(FACTS.map((name) => `entries.${name}` as const))
    .select('deposits.address as deposit')
    .where('entries.merchant_id', '=', merchantId)
    .where('entries.livemode', '=', livemode)
    .where('booked_at', '<', to)
  query =
    last === null
      ? query.where('booked_at', '>=', from)
      : query.where((eb) =>
          eb(
            eb.refTuple('booked_at', 'sequence', 'ordinal'),
            '>',
            eb.tuple(eb.val(last.booked_at), eb.val(last.sequence), eb.val(last.ordinal)),
          ),
        )
  return query.orderBy('booked_at').orderBy('sequence').orderBy('ordinal').limit(AT_ONCE).execute()
}

/** The entries of a file. Times are in milliseconds; `to` is excluded. */
export type FileFilters = Span & {
  readonly kind?: EntryKind | undefined
  readonly network?: string | undefined
  readonly coin?: string | undefined
}

/** Rows of a file that are read at once. */
const ROWS_AT_ONCE = 500

/** Yields the entries of a file, oldest first, some at a time. */
export async function* readEntries(
  db: Db,
  owner: Owner,
  filters: FileFilters,
): AsyncGenerator<readonly EntryRow[], void> {
  let last: EntryRow | null = null
  for (;;) {
    const rows: readonly EntryRow[] = await findEntriesAfter(db, owner, filters, last)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1) ?? null
    await setImmediate()
  }
}

function findEntriesAfter(db: Db, owner: Owner, filters: FileFilters, last: EntryRow | null): Promise<EntryRow[]> {
  let query = filterEntries(db, owner, filters).selectAll()
  // One bound of the index only: with both, SQLite would begin each page at the first.
  if (last === null) query = query.where('booked_at', '>=', filters.from)
  else {
    query = query.where((eb) =>
      eb(
        eb.refTuple('booked_at', 'sequence', 'ordinal'),
        '>',
        eb.tuple(eb.val(last.booked_at), eb.val(last.sequence), eb.val(last.ordinal)),
      ),
    )
  }
  return query.orderBy('booked_at').orderBy('sequence').orderBy('ordinal').limit(ROWS_AT_ONCE).execute()
}

export function countEntriesIn(db: Db, owner: Owner, filters: FileFilters): Promise<number> {
  return countRows(filterEntries(db, owner, filters).where('booked_at', '>=', filters.from))
}

function filterEntries(db: Db, { merchantId, livemode }: Owner, { kind, network, coin, to }: FileFilters) {
  let query = db
    .selectFrom('entries')
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    .where('booked_at', '<', to)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (network !== undefined) query = query.where('network', '=', network)
  if (coin !== undefined) query = query.where('coin', '=', coin)
  return query
}

/** Open things on one network in one coin. `amount`: in millionths. */
export type OpenSum = {
  readonly network: string
  readonly cryptocurrency: string
  readonly count: number
  readonly amount: bigint
}

/** Sums of whole coins, and of what is left of each: together they may be more than 64 bits hold. */
function sumIn(column: 'amount' | 'received') {
  const one = sql.lit(Number(ONE_COIN))
  return [
    sql<bigint>`sum(${sql.ref(column)} / ${one})`.as('coins'),
    sql<bigint>`sum(${sql.ref(column)} % ${one})`.as('millionths'),
    sql<number>`count(*)`.as('rows'),
  ] as const
}

type SumRow = {
  readonly network: string
  readonly cryptocurrency: string
  readonly coins: bigint
  readonly millionths: bigint
  readonly rows: number
}

function toOpenSum({ network, cryptocurrency, coins, millionths, rows }: SumRow): OpenSum {
  return { network, cryptocurrency, count: Number(rows), amount: coins * ONE_COIN + millionths }
}

/** Transfers that pay nothing. */
export async function sumUnattributed(db: Db, { merchantId, livemode }: Owner): Promise<OpenSum[]> {
  const rows = await db
    .selectFrom('transfers')
    .select(['network', 'cryptocurrency', ...sumIn('amount')])
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    .where('payment_id', 'is', null)
    .where('direction', '=', incoming)
    .where('state', '!=', 'orphaned')
    .groupBy(['network', 'cryptocurrency'])
    .orderBy('network')
    .orderBy('cryptocurrency')
    .execute()
  return rows.map(toOpenSum)
}

/** Payments that got a part and wait for the rest. */
export async function sumPartlyPaid(db: Db, { merchantId, livemode }: Owner): Promise<OpenSum[]> {
  const rows = await db
    .selectFrom('payments')
    .select(['network', 'cryptocurrency', ...sumIn('received')])
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    .where('status', '=', 'partially_paid')
    .groupBy(['network', 'cryptocurrency'])
    .orderBy('network')
    .orderBy('cryptocurrency')
    .execute()
  return rows.map(toOpenSum)
}

/** Refunds that nobody has sent yet. */
export async function sumWaitingRefunds(db: Db, { merchantId, livemode }: Owner): Promise<OpenSum[]> {
  const rows = await db
    .selectFrom('refunds')
    .select(['network', 'cryptocurrency', ...sumIn('amount')])
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    // A literal: the partial index cannot serve bound values.
    .where('status', '=', sql.lit('pending' as const))
    .groupBy(['network', 'cryptocurrency'])
    .orderBy('network')
    .orderBy('cryptocurrency')
    .execute()
  return rows.map(toOpenSum)
}
