import { type RawBuilder, sql } from 'kysely'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery, prepareRows } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { Place } from './list-store.ts'
import type { Owner, PaymentRow } from './store.ts'

/** Terms that more payments have are counted in tallies. The others are counted when they are searched for. */
const MANY = sql.lit(100)

type NewTerm = Omit<Row<'search_terms'>, 'payment_seq'> & { readonly payment_id: string }

/** Both databases call the columns of a list of values so. */
const isSameTerm = sql`s.merchant_id = n.column1 and s.livemode = n.column2 and s.term = n.column3`

const count = prepareRows<NewTerm>()((db, rows) => ({
  compile: () => countTerms(rows, sql`true`).compile(db),
}))

/** The same for payments that may have the term already. */
const countOnce = prepareRows<NewTerm>()((db, rows) => ({
  compile: () =>
    countTerms(
      rows,
      sql`not exists (
        select 1 from search_terms as s where ${isSameTerm} and s.created_at = n.column4
        and s.payment_seq = (select seq from payments where id = n.column5)
      )`,
    ).compile(db),
}))

/** Comes before the terms are inserted. A term that already has a tally need not be counted. */
function countTerms(rows: readonly NewTerm[], isNew: RawBuilder<unknown>) {
  return sql`insert into search_tallies (merchant_id, livemode, term, payments)
    select n.column1, n.column2, n.column3, ${MANY} + 1 from (values ${sql.join(rows.map(toValues))}) as n
    where (
      exists (select 1 from search_tallies as s where ${isSameTerm})
      or (select count(*) from (select 1 from search_terms as s where ${isSameTerm} limit ${MANY}) as few) = ${MANY}
    ) and ${isNew}
    on conflict (merchant_id, livemode, term) do update set payments = search_tallies.payments + 1`
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

/** Lets a payment that was inserted in this transaction be found by terms in the form of `toSearchTerm`, which differ. */
export async function insertSearchTerms(tx: Tx, payment: Found, terms: readonly string[]): Promise<void> {
  const rows = terms.map((term) => toRow(payment, term))
  await pipeline([count(tx, rows), insert(tx, rows)])
}

/** Lets payments be found by further terms, which they may have already. */
export async function addSearchTerms(
  tx: Tx,
  payments: readonly { readonly payment: Found; readonly terms: readonly string[] }[],
): Promise<void> {
  const rows = payments.flatMap(({ payment, terms }) => terms.map((term) => toRow(payment, term)))
  await pipeline(inRounds(rows).flatMap((round) => [countOnce(tx, round), insert(tx, round)]))
}

function toRow({ id, merchant_id, livemode, created_at }: Found, term: string): NewTerm {
  return { merchant_id, livemode, term, created_at, payment_id: id }
}

/** A statement does not see its own rows, so it counts a term once. */
function inRounds(rows: readonly NewTerm[]): NewTerm[][] {
  const ofTerm = Map.groupBy(rows, ({ merchant_id, livemode, term }) => `${merchant_id} ${livemode} ${term}`)
  const rounds: NewTerm[][] = []
  for (const same of ofTerm.values())
    for (const [round, row] of same.entries()) {
      const others = rounds[round]
      if (others) others.push(row)
      else rounds.push([row])
    }
  return rounds
}

/** Payments with a term, in a span of time. `upper` is before all of them in the list. */
export type TermRange = { readonly term: string; readonly from: number; readonly upper: Place }

type Page = Pick<Row<'search_terms'>, 'merchant_id' | 'livemode' | 'term'> & Place & { readonly from: number }
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
export function findWithTerm(db: Db, owner: Owner, range: TermRange, limit: number): Promise<Place[]> {
  const page = pages.get(limit) ?? preparePage(limit)
  pages.set(limit, page)
  const { term, from, upper } = range
  return page(db, { merchant_id: owner.merchantId, livemode: owner.livemode ? 1 : 0, term, from, ...upper })
}

/** How many payments have a term. */
export async function countWithTerm(db: Db, owner: Owner, term: string): Promise<number> {
  const of = { merchant_id: owner.merchantId, livemode: owner.livemode ? 1 : 0, term } as const
  const [tally] = await tallyOf(db, of)
  if (tally) return tally.payments
  const [counted] = await countOf(db, of)
  return Number(counted?.payments ?? 0)
}

type Term = Pick<Row<'search_terms'>, 'merchant_id' | 'livemode' | 'term'>
const tallyOf = prepareQuery<Term>()((db, value) =>
  db
    .selectFrom('search_tallies')
    .select('payments')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('term', '=', value.term),
)
const countOf = prepareQuery<Term>()((db, value) =>
  db
    .selectFrom('search_terms')
    .select((eb) => eb.fn.countAll<number>().as('payments'))
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('term', '=', value.term),
)
