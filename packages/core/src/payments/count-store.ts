import type { PaymentException } from '@crypto-checkout/api-types'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery, prepareRows } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { Owner, PaymentRow } from './store.ts'

/** The last moment that a date can represent, in whole days. */
export const END_OF_TIME = 8_640_000_000_000_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Time spans with tallies of their payments, longest first. */
const SPANS_MS = [END_OF_TIME, DAY_MS, HOUR_MS]

/** What payments have in common that a tally counts. Every payment has one facet. */
export type Facet = Pick<PaymentRow, 'status' | 'network' | 'cryptocurrency' | 'exceptions'>
const COLUMNS = ['status', 'network', 'cryptocurrency', 'exceptions'] as const

export type FacetFilters = {
  readonly status?: string | undefined
  readonly network?: string | undefined
  readonly cryptocurrency?: string | undefined
  readonly exception?: Exclude<PaymentException, 'overrefunded'> | undefined
}

type Tally = Row<'tallies'>
type OfSpan = Pick<Tally, 'merchant_id' | 'livemode' | 'span'>
const facetsOf = prepareQuery<OfSpan>()((db, value) =>
  db
    .selectFrom('tallies')
    .select([...COLUMNS, 'payments'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('span', '=', value.span)
    .where('start', '=', 0)
    .where('payments', '>', 0),
)

export type CountedFacet = Facet & { readonly payments: number }

/** The facets of a merchant's payments that filters allow, with how many payments have each. */
export async function findFacets(db: Db, owner: Owner, filters: FacetFilters): Promise<CountedFacet[]> {
  const all = await facetsOf(db, { ...toColumns(owner), span: END_OF_TIME })
  return all.filter((facet) => isWanted(facet, filters))
}

function isWanted(facet: Facet, { status, network, cryptocurrency, exception }: FacetFilters): boolean {
  return (
    (status === undefined || facet.status === status) &&
    (network === undefined || facet.network === network) &&
    (cryptocurrency === undefined || facet.cryptocurrency === cryptocurrency) &&
    (exception === undefined || JSON.parse(facet.exceptions).includes(exception))
  )
}

function toColumns({ merchantId, livemode }: Owner) {
  return { merchant_id: merchantId, livemode: livemode ? 1 : 0 } as const
}

type Range = { readonly from: number; readonly to: number }

/**
 * Counts the payments of facets that were created in a span of time, with the tallies: of days, and of hours at the
 * edges. Rows are counted only within an hour.
 */
export async function countFacets(
  db: Db,
  owner: Owner,
  filters: FacetFilters,
  facets: readonly CountedFacet[],
  { from, to }: Range,
): Promise<number> {
  if (from <= 0 && to >= END_OF_TIME) return facets.reduce((sum, { payments }) => sum + Number(payments), 0)
  return countBetween({ db, owner, filters, facets }, { from: Math.max(0, from), to }, SPANS_MS.slice(1))
}

type Counting = {
  readonly db: Db
  readonly owner: Owner
  readonly filters: FacetFilters
  readonly facets: readonly Facet[]
}

async function countBetween(
  counting: Counting,
  { from, to }: Range,
  [span, ...finer]: readonly number[],
): Promise<number> {
  if (from >= to) return 0
  if (span === undefined) return countRows(counting, { from, to })
  const first = Math.ceil(from / span)
  const end = Math.floor(to / span)
  if (first >= end) return countBetween(counting, { from, to }, finer)
  const [tallied, before, after] = await Promise.all([
    sumTallies(counting, { span, first, end }),
    countBetween(counting, { from, to: first * span }, finer),
    countBetween(counting, { from: end * span, to }, finer),
  ])
  return tallied + before + after
}

async function sumTallies(
  { db, owner, filters, facets }: Counting,
  { span, first, end }: { readonly span: number; readonly first: number; readonly end: number },
) {
  const { merchant_id, livemode } = toColumns(owner)
  let query = db
    .selectFrom('tallies')
    .select((eb) => eb.fn.sum<number | null>('payments').as('total'))
    .where('merchant_id', '=', merchant_id)
    .where('livemode', '=', livemode)
    .where('span', '=', span)
    .where('start', '>=', first)
    .where('start', '<', end)
  if (filters.status) query = query.where('status', '=', filters.status)
  if (filters.network) query = query.where('network', '=', filters.network)
  if (filters.cryptocurrency) query = query.where('cryptocurrency', '=', filters.cryptocurrency)
  if (filters.exception) {
    const exceptions = new Set(facets.map((facet) => facet.exceptions))
    query = query.where('exceptions', 'in', [...exceptions, ''])
  }
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

type InFacet = Facet & Pick<Tally, 'merchant_id' | 'livemode'> & Range
const countOf = prepareQuery<InFacet>()((db, value) =>
  db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('status', '=', value.status)
    .where('network', '=', value.network)
    .where('cryptocurrency', '=', value.cryptocurrency)
    .where('exceptions', '=', value.exceptions)
    .where('created_at', '>=', value.from)
    .where('created_at', '<', value.to),
)

async function countRows({ db, owner, facets }: Counting, range: Range): Promise<number> {
  const counts = await pipeline(facets.map((facet) => countOf(db, { ...facet, ...toColumns(owner), ...range })))
  return counts.reduce((sum, [row]) => sum + Number(row?.total ?? 0), 0)
}

const tally = prepareRows<Tally>()((db, rows) =>
  db
    .insertInto('tallies')
    .values(
      rows.map((row) => ({
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        span: row.span,
        start: row.start,
        status: row.status,
        network: row.network,
        cryptocurrency: row.cryptocurrency,
        exceptions: row.exceptions,
        payments: row.payments,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'livemode', 'span', 'start', ...COLUMNS]).doUpdateSet((eb) => ({
        payments: eb('tallies.payments', '+', eb.ref('excluded.payments')),
      })),
    ),
)

/** A payment that enters a facet. It leaves the facet `from`, unless it is new (null). */
export type FacetMove = Pick<PaymentRow, 'merchant_id' | 'livemode' | 'created_at'> &
  Facet & { readonly from: Facet | null }

export function hasMoved(before: Facet, after: Facet): boolean {
  return COLUMNS.some((column) => before[column] !== after[column])
}

/** Moves payments in the tallies to their present facets. */
export async function tallyPayments(tx: Tx, moves: readonly FacetMove[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const move of moves) {
    const { merchant_id, livemode, created_at } = move
    for (const span of SPANS_MS) {
      const start = Math.floor(created_at / span)
      for (const [facet, by] of [[move.from, -1] as const, [move, 1] as const]) {
        if (facet === null) continue
        const { status, network, cryptocurrency, exceptions } = facet
        const key = [merchant_id, livemode, span, start, status, network, cryptocurrency, exceptions].join()
        const payments = (tallies.get(key)?.payments ?? 0) + by
        const counted = { status, network, cryptocurrency, exceptions, payments }
        tallies.set(key, { merchant_id, livemode, span, start, ...counted })
      }
    }
  }
  await tally(
    tx,
    [...tallies.values()].filter(({ payments }) => payments !== 0),
  )
}
