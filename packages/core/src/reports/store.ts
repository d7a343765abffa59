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
    const rows: readonly EntryRow[] = await findEntriesAfter(db, owner, filters, last, ROWS_AT_ONCE)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    last = rows.at(-1) ?? null
    await setImmediate()
  }
}

function findEntriesAfter(
  db: Db,
  owner: Owner,
  filters: FileFilters,
  last: EntryRow | null,
  limit: number,
): Promise<EntryRow[]> {
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
  return query.orderBy('booked_at').orderBy('sequence').orderBy('ordinal').limit(limit).execute()
}

/** The first entries of a file. */
export function findFirstEntries(db: Db, owner: Owner, filters: FileFilters, limit: number): Promise<EntryRow[]> {
  return findEntriesAfter(db, owner, filters, null, limit)
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

/** Things that may be open: the table of each, the column of its amount, and its condition. Partial indexes serve literals only. */
const OPEN = {
  /** Transfers that pay nothing. */
  unattributedTransfers: {
    table: 'transfers',
    amount: 'amount',
    condition: sql`payment_id is null and direction = ${incoming} and state <> 'orphaned'`,
  },
  /** Payments that got a part and wait for the rest. */
  partlyPaidPayments: { table: 'payments', amount: 'received', condition: sql`status = 'partially_paid'` },
  /** Refunds that nobody has sent yet. */
  waitingRefunds: { table: 'refunds', amount: 'amount', condition: sql`status = 'pending'` },
} as const

/** Adds up what is open: whole coins, and what is left of each, because together they may be more than 64 bits hold. */
export async function sumOpen(db: Db, owner: Owner, kind: keyof typeof OPEN): Promise<OpenSum[]> {
  const { table, amount, condition } = OPEN[kind]
  const [column, one] = [sql.ref(amount), sql.lit(Number(ONE_COIN))]
  const { rows } = await sql<OpenRow>`
    select network, cryptocurrency, count(*) as count, sum(${column} / ${one}) as coins, sum(${column} % ${one}) as millionths
    from ${sql.table(table)}
    where merchant_id = ${owner.merchantId} and livemode = ${owner.livemode} and ${condition}
    group by network, cryptocurrency order by network, cryptocurrency`.execute(db)
  return rows.map(({ network, cryptocurrency, count, coins, millionths }) => {
    return { network, cryptocurrency, count: Number(count), amount: BigInt(coins) * ONE_COIN + BigInt(millionths) }
  })
}

type OpenRow = Pick<OpenSum, 'network' | 'cryptocurrency'> & Readonly<Record<'count' | 'coins' | 'millionths', bigint>>
