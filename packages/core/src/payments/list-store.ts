import type { PaymentException } from '@crypto-checkout/api-types'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import { countRows, type Db, pipeline } from '../storage/database.ts'
import { prepareQuery, queryInChunks } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { ListPosition } from '../storage/tables.ts'
import type { Facet } from './count-store.ts'
import type { PaymentRow } from './store.ts'

export type PaymentFilters = FacetColumns & {
  readonly exception?: PaymentException | undefined
  readonly unresolved?: 'late' | 'underpaid' | undefined
  readonly settlement?: string | undefined
  readonly reference?: string | undefined
  readonly paymentLink?: string | undefined
  readonly createdGte?: number | undefined
  readonly createdLt?: number | undefined
  readonly own?: Own | undefined
  readonly id?: string | undefined
}

/** The payments that a user made since a time, as the audit log says. */
export type Own = { readonly madeBy: string; readonly since: number }

type FacetColumns = Partial<Record<(typeof FACET_COLUMNS)[number], string | undefined>>
const FACET_COLUMNS = ['status', 'network', 'cryptocurrency'] as const

/** Newest first, from a position on. */
export function listPaymentRows(
  db: Db,
  owner: Owner,
  filters: PaymentFilters,
  upper: ListPosition,
  limit: number,
): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where((eb) => eb.and(matchFilters(eb, owner, filters)))
    .where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(upper.created_at, upper.seq)))
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function countPaymentRows(db: Db, owner: Owner, filters: PaymentFilters): Promise<number> {
  return countRows(db.selectFrom('payments').where((eb) => eb.and(matchFilters(eb, owner, filters))))
}

/** Reads the number of payments that a link or a settlement keeps itself. */
export async function findKeptCount(
  db: Db,
  owner: Owner,
  table: 'payment_links' | 'settlements',
  id: string,
): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select('payment_count')
    .where('id', '=', id)
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .executeTakeFirst()
  return Number(row?.payment_count ?? 0)
}

/**
 * The conditions that a merchant's filters put on a list, except the upper end of its time. The columns of a facet are
 * hidden from the planner: it would read all payments of the facet instead of a settlement's, an order's or a link's.
 */
function matchFilters(eb: ExpressionBuilder<Tables, 'payments'>, owner: Owner, filters: PaymentFilters) {
  const conditions: Expression<SqlBool>[] = [
    eb('merchant_id', '=', owner.merchantId),
    eb('livemode', '=', owner.livemode),
  ]
  if (filters.own !== undefined) conditions.push(matchOwn(eb, owner, filters.own))
  if (filters.id !== undefined) conditions.push(eb('id', '=', filters.id))
  if (filters.settlement !== undefined) conditions.push(eb('settlement_id', '=', filters.settlement))
  if (filters.reference !== undefined) conditions.push(eb('reference', '=', filters.reference))
  if (filters.paymentLink !== undefined) conditions.push(eb('payment_link', '=', filters.paymentLink))
  if (filters.createdGte !== undefined) conditions.push(eb('created_at', '>=', filters.createdGte))
  if (filters.createdLt !== undefined) conditions.push(eb('created_at', '<', filters.createdLt))
  return [...conditions, ...matchFacet(filters)]
}

function matchOwn(eb: ExpressionBuilder<Tables, 'payments'>, owner: Owner, { madeBy, since }: Own) {
  const made = eb
    .selectFrom('audit_log')
    .select('object_id')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('actor', '=', madeBy)
    .where('operation', '=', 'createPayment')
    .where('created_at', '>=', since)
  return eb.and([eb('created_at', '>=', since), eb('id', 'in', made)])
}

/** The conditions on what payments have in common, hidden from the planner. */
export function matchFacet(filters: Pick<PaymentFilters, (typeof FACET_COLUMNS)[number] | 'exception' | 'unresolved'>) {
  const columns = FACET_COLUMNS.map((name) => [name, filters[name]] as const)
  const conditions = columns.flatMap(([name, value]) => (value === undefined ? [] : [isHidden(name, value)]))
  if (filters.exception === 'overrefunded') conditions.push(sql<SqlBool>`refunded > received_final`)
  else if (filters.exception) conditions.push(sql<SqlBool>`exceptions like ${`%"${filters.exception}"%`}`)
  if (filters.unresolved) {
    const isEnded = sql<SqlBool>`status in ('expired', 'cancelled') and received > refunded`
    conditions.push(isEnded, sql<SqlBool>`exceptions like ${`%"${filters.unresolved}"%`}`)
  }
  return conditions
}

/** The positions of those payments that filters other than time allow. They are read by their numbers alone. */
export function findPositions(
  db: Db,
  owner: Owner,
  seqs: readonly number[],
  filters: PaymentFilters,
): Promise<ListPosition[]> {
  return queryInChunks(seqs, (chunk) =>
    db
      .selectFrom('payments')
      .select(['created_at', 'seq'])
      .where('seq', 'in', chunk)
      .where((eb) => eb.and([...matchNarrow(filters), ...matchFacet(filters)]))
      .$if(filters.own !== undefined, (query) => query.where((eb) => matchOwn(eb, owner, filters.own as Own)))
      .execute(),
  )
}

/** As `matchFacet`, hidden from the planner. */
function matchNarrow({ settlement, reference, paymentLink }: PaymentFilters) {
  const columns = { settlement_id: settlement, reference, payment_link: paymentLink }
  return Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [isHidden(name, value)]))
}

/** An equation that the planner uses no index for. */
function isHidden(column: string, value: string) {
  return sql<SqlBool>`${sql.ref(column)} || '' = ${value}`
}

/** Payments by their numbers, newest first. */
export async function findBySeqs(db: Db, seqs: readonly number[]): Promise<PaymentRow[]> {
  const rows = await queryInChunks(seqs, (chunk) =>
    db.selectFrom('payments').selectAll().where('seq', 'in', chunk).execute(),
  )
  return rows.toSorted(compareNewest)
}

/** Sorts the newest first. */
export function compareNewest(one: ListPosition, other: ListPosition): number {
  return other.created_at - one.created_at || other.seq - one.seq
}

type OfFacet = Facet & OwnerColumns & ListPosition & { readonly from: number }
const facetPages = new Map<number, ReturnType<typeof prepareFacetPage>>()

function prepareFacetPage(limit: number) {
  return prepareQuery<OfFacet>()((db, value) =>
    db
      .selectFrom('payments')
      .select(['created_at', 'seq'])
      .where('merchant_id', '=', value.merchant_id)
      .where('livemode', '=', value.livemode)
      .where('status', '=', value.status)
      .where('network', '=', value.network)
      .where('cryptocurrency', '=', value.cryptocurrency)
      .where('exceptions', '=', value.exceptions)
      .where('created_at', '>=', value.from)
      .where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(value.created_at, value.seq)))
      .orderBy('created_at', 'desc')
      .orderBy('seq', 'desc')
      // A literal: SQLite plans a query anew for each bound limit.
      .limit(sql.lit(limit)),
  )
}

/** The newest payments of facets, from a position on. Each facet has its own range in the index. */
export async function listOfFacets(
  db: Db,
  owner: Owner,
  facets: readonly Facet[],
  { from, upper }: { readonly from: number; readonly upper: ListPosition },
  limit: number,
): Promise<PaymentRow[]> {
  const page = facetPages.get(limit) ?? prepareFacetPage(limit)
  facetPages.set(limit, page)
  const range = { ...toOwnerColumns(owner), from, ...upper }
  const pages = await pipeline(
    facets.map(({ status, network, cryptocurrency, exceptions }) =>
      page(db, { ...range, status, network, cryptocurrency, exceptions }),
    ),
  )
  const newest = pages.flat().toSorted(compareNewest).slice(0, limit)
  return findBySeqs(
    db,
    newest.map(({ seq }) => seq),
  )
}
