import { type RawBuilder, sql } from 'kysely'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { type DeferredKind, deferWrite } from '../storage/deferred.ts'
import { prepareQuery, prepareRows, queryInChunks } from '../storage/prepared.ts'
import type { ListPosition, Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

/** Terms that more payments have are counted in tallies. The others are counted when they are searched for. */
const MANY = sql.lit(100)

type NewTerm = Omit<Row<'search_terms'>, 'payment_seq'> & { readonly payment_id: string }

/** Both databases call the columns of a list of values so. */
const isSameTerm = sql`s.merchant_id = n.column1 and s.livemode = n.column2 and s.term = n.column3`

type AddedTerm = Term & { readonly added: number }

/** Counts payments that do not have the terms yet. It comes before the terms are inserted. */
const count = prepareRows<AddedTerm>()((db, rows) => ({
  compile: () =>
    countTerms(
      sql.join(
        rows.map(
          ({ merchant_id, livemode, term, added }) =>
            sql`(cast(${merchant_id} as text), cast(${livemode} as smallint), cast(${term} as text), cast(${added} as bigint))`,
        ),
      ),
      { added: sql`n.column4`, isNew: sql`true` },
    ).compile(db),
}))

/** Counts a payment that may have the term already. A statement names a term once. */
const countOnce = prepareRows<NewTerm>()((db, rows) => ({
  compile: () =>
    countTerms(sql.join(rows.map(toValues)), {
      added: sql`1`,
      isNew: sql`(
        select 1 from search_terms as s where ${isSameTerm} and s.created_at = n.column4
        and s.payment_seq = (select seq from payments where id = n.column5)
      ) is null`,
    }).compile(db),
}))

type Counted = { readonly added: RawBuilder<unknown>; readonly isNew: RawBuilder<unknown> }

/**
 * A term has a tally if more than MANY payments have it. Of a term that has one, MANY count as known here. Selects take
 * the place of `exists`, for which PostgreSQL may read a whole table.
 */
function countTerms(values: RawBuilder<unknown>, { added, isNew }: Counted) {
  return sql`insert into search_tallies (merchant_id, livemode, term, payments)
    select c.merchant_id, c.livemode, c.term, c.known + c.added from (
      select n.column1 as merchant_id, n.column2 as livemode, n.column3 as term, ${added} as added,
        case when (select 1 from search_tallies as s where ${isSameTerm}) is not null then ${MANY}
        else (select count(*) from (select 1 from search_terms as s where ${isSameTerm} limit ${MANY}) as few)
        end as known
      from (values ${values}) as n where ${isNew}
    ) as c where c.known + c.added > ${MANY}
    on conflict (merchant_id, livemode, term)
    do update set payments = search_tallies.payments + excluded.payments - ${MANY}`
}

const insert = prepareRows<NewTerm>()((db, rows) => ({
  compile: () =>
    sql`insert into search_terms (merchant_id, livemode, term, created_at, payment_seq)
      select n.column1, n.column2, n.column3, n.column4, (select seq from payments where id = n.column5)
      from (values ${sql.join(rows.map(toValues))}) as n where true
      on conflict do nothing`.compile(db),
}))

function toValues({ merchant_id, livemode, term, created_at, payment_id }: NewTerm) {
  return sql`(cast(${merchant_id} as text), cast(${livemode} as smallint), cast(${term} as text),
    cast(${created_at} as bigint), cast(${payment_id} as text))`
}

type Found = Pick<PaymentRow, 'id' | 'merchant_id' | 'livemode' | 'created_at'>

/**
 * Lets a payment that is new in this transaction be found by terms in the form of `toSearchTerm`, which differ, from the
 * end of the transaction on.
 */
export async function insertSearchTerms(tx: Tx, payment: Found, terms: readonly string[]): Promise<void> {
  deferWrite(tx, termWrites, [{ rows: terms.map((term) => toRow(payment, term)), isNew: true }])
}

/** Lets payments be found by further terms, which they may have already, from the end of the transaction on. */
export async function addSearchTerms(
  tx: Tx,
  payments: readonly { readonly payment: Found; readonly terms: readonly string[] }[],
): Promise<void> {
  const rows = payments.flatMap(({ payment, terms }) => terms.map((term) => toRow(payment, term)))
  deferWrite(tx, termWrites, [{ rows, isNew: false }])
}

type Terms = { readonly rows: readonly NewTerm[]; readonly isNew: boolean }

const termWrites: DeferredKind<Terms> = { write: writeTerms }

/** Payments are made before they get further terms. */
async function writeTerms(tx: Tx, terms: readonly Terms[]): Promise<void> {
  const made = terms.flatMap(({ rows, isNew }) => (isNew ? rows : []))
  const further = terms.flatMap(({ rows, isNew }) => (isNew ? [] : rows))
  await pipeline([
    count(tx, countAdded(made)),
    insert(tx, made),
    ...inRounds(further).flatMap((round) => [countOnce(tx, round), insert(tx, round)]),
  ])
}

function countAdded(rows: readonly NewTerm[]): AddedTerm[] {
  return groupByTerm(rows).flatMap(([first, ...others]) => (first ? [{ ...first, added: 1 + others.length }] : []))
}

function groupByTerm(rows: readonly NewTerm[]): NewTerm[][] {
  return [...Map.groupBy(rows, ({ merchant_id, livemode, term }) => `${merchant_id} ${livemode} ${term}`).values()]
}

function toRow({ id, merchant_id, livemode, created_at }: Found, term: string): NewTerm {
  return { merchant_id, livemode, term, created_at, payment_id: id }
}

/** A statement does not see its own rows, so it counts a term once. */
function inRounds(rows: readonly NewTerm[]): NewTerm[][] {
  const rounds: NewTerm[][] = []
  for (const same of groupByTerm(rows))
    for (const [round, row] of same.entries()) {
      const others = rounds[round]
      if (others) others.push(row)
      else rounds.push([row])
    }
  return rounds
}

/** Payments with a term, in a span of time. `upper` is before all of them in the list. */
export type TermRange = { readonly term: string; readonly from: number; readonly upper: ListPosition }

type Page = Term & ListPosition & { readonly from: number }
const pages = new Map<number, ReturnType<typeof preparePage>>()

function preparePage(limit: number) {
  return prepareQuery<Page>()((db, value) =>
    db
      .selectFrom('search_terms')
      .select(['created_at', 'payment_seq as seq'])
      .where('merchant_id', '=', value.merchant_id)
      .where('livemode', '=', value.livemode)
      .where('term', '=', value.term)
      .where('created_at', '>=', value.from)
      .where((eb) => eb(eb.refTuple('created_at', 'payment_seq'), '<', eb.tuple(value.created_at, value.seq)))
      .orderBy('created_at', 'desc')
      .orderBy('payment_seq', 'desc')
      // A literal: SQLite plans a query anew for each bound limit.
      .limit(sql.lit(limit)),
  )
}

/** The newest payments with a term. */
export function findWithTerm(db: Db, owner: Owner, range: TermRange, limit: number): Promise<ListPosition[]> {
  const page = pages.get(limit) ?? preparePage(limit)
  pages.set(limit, page)
  const { term, from, upper } = range
  return page(db, { ...toOwnerColumns(owner), term, from, ...upper })
}

type Prefix = OwnerColumns & { readonly start: string; readonly beyond: string }

function selectPrefix(db: Db, value: Prefix) {
  return db
    .selectFrom('search_terms')
    .select(['created_at', 'payment_seq as seq', 'term'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('term', '>=', value.start)
    .where('term', '<', value.beyond)
}

const withPrefix = prepareQuery<Prefix & { readonly limit: number }>()((db, value) =>
  selectPrefix(db, value).limit(value.limit),
)

/** At most `limit` terms of payments that begin with a text, in any order. */
export function findWithPrefix(db: Db, owner: Owner, start: string, limit: number) {
  return withPrefix(db, { ...toPrefix(owner, start), limit })
}

function toPrefix(owner: Owner, start: string): Prefix {
  // The last character there is.
  return { ...toOwnerColumns(owner), start, beyond: `${start}\u{10ffff}` }
}

/** Both databases take twice as many values. Each statement reads all terms of a beginning: 0.2 s for a million. */
const MANY_AT_ONCE = 16_384

/** The terms of some payments that begin with a text, in any order. */
export function findWithPrefixAmong(
  db: Db,
  owner: Owner,
  start: string,
  seqs: readonly number[],
): Promise<(ListPosition & { readonly term: string })[]> {
  const prefix = toPrefix(owner, start)
  return queryInChunks(
    seqs,
    // A sum: PostgreSQL would scan the index again for each number.
    (chunk) => selectPrefix(db, prefix).where(sql<number>`payment_seq + 0`, 'in', chunk).execute(),
    MANY_AT_ONCE,
  )
}

/** The payments of a refund, or of the refunds that a transaction paid. */
export function findRefunded(
  db: Db,
  { merchantId, livemode }: Owner,
  sought: { readonly id: string } | { readonly hashes: readonly string[]; readonly chains: readonly string[] },
): Promise<ListPosition[]> {
  const refunded = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.created_at', 'payments.seq'])
    .distinct()
    .where('refunds.merchant_id', '=', merchantId)
    .where('refunds.livemode', '=', livemode)
  if ('id' in sought) return refunded.where('refunds.id', '=', sought.id).execute()
  return refunded
    .innerJoin('transfers', 'transfers.refund_id', 'refunds.id')
    .where('transfers.tx_hash', 'in', sought.hashes)
    .where('transfers.chain', 'in', sought.chains)
    .where('transfers.direction', '=', 'out')
    .execute()
}

/** Counts the payments with a term. */
export async function countWithTerm(db: Db, owner: Owner, term: string): Promise<number> {
  const of = { ...toOwnerColumns(owner), term }
  const [tally] = await readTally(db, of)
  if (tally) return tally.payments
  const [counted] = await countRows(db, of)
  return Number(counted?.payments ?? 0)
}

type Term = OwnerColumns & { readonly term: string }
const readTally = prepareQuery<Term>()((db, value) =>
  db
    .selectFrom('search_tallies')
    .select('payments')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('term', '=', value.term),
)
const countRows = prepareQuery<Term>()((db, value) =>
  db
    .selectFrom('search_terms')
    .select((eb) => eb.fn.countAll<number>().as('payments'))
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('term', '=', value.term),
)
