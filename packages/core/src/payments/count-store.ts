import type { PaymentException } from '@crypto-checkout/api-types'
import { type RawBuilder, sql } from 'kysely'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import { END_OF_TIME, type SpanPieces, splitSpan, TALLIED_SPANS_MS } from '../domain/time-spans.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { type DeferredKind, deferWrite } from '../storage/deferred.ts'
import { prepareQuery, prepareSums } from '../storage/prepared.ts'
import { type Row, sumSpan } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

/** The properties of payments that a tally counts. Every payment has one facet. */
export type Facet = Pick<PaymentRow, 'status' | 'network' | 'cryptocurrency' | 'exceptions'>
const COLUMNS = ['status', 'network', 'cryptocurrency', 'exceptions'] as const

export type FacetFilters = {
  readonly status?: string | undefined
  readonly network?: string | undefined
  readonly cryptocurrency?: string | undefined
  readonly exception?: Exclude<PaymentException, 'overrefunded'> | undefined
}

type Tally = Row<'tallies'>
type OfSpan = OwnerColumns & Pick<Tally, 'span'>
const listFacets = prepareQuery<OfSpan>()((db, value) =>
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
  const all = await listFacets(db, { ...toOwnerColumns(owner), span: END_OF_TIME })
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

type Range = { readonly from: number; readonly to: number }

/** Counts the payments of facets that were created in a span of time. `facets`: null for all payments. */
export async function countFacets(
  db: Db,
  owner: Owner,
  facets: readonly CountedFacet[] | null,
  { from, to }: Range,
): Promise<number> {
  const pieces = { ...toOwnerColumns(owner), ...splitSpan(Math.max(0, from), to) }
  const counts = facets ? facets.map((facet) => countOfFacet(db, { ...facet, ...pieces })) : [countOfAll(db, pieces)]
  return (await pipeline(counts)).reduce((sum, [row]) => sum + Number(row?.total ?? 0), 0)
}

/** Counts the payments of facets, whenever they were created. */
export function sumFacets(facets: readonly CountedFacet[]): number {
  return facets.reduce((sum, { payments }) => sum + Number(payments), 0)
}

type InPieces = OwnerColumns & SpanPieces

const countOfAll = prepareQuery<InPieces>()<{ total: number }>((db, value) => sumPieces(db, value, sql``))

const countOfFacet = prepareQuery<InPieces & Facet>()<{ total: number }>((db, value) =>
  sumPieces(
    db,
    value,
    sql`and status = ${value.status} and network = ${value.network}
      and cryptocurrency = ${value.cryptocurrency} and exceptions = ${value.exceptions}`,
  ),
)

function sumPieces(db: Db, value: InPieces, isOfFacet: RawBuilder<unknown>) {
  const own = sql`merchant_id = ${value.merchant_id} and livemode = ${value.livemode} ${isOfFacet}`
  const rows = (from: number, to: number) =>
    sql`(select count(*) from payments where ${own} and created_at >= ${from} and created_at < ${to})`
  const tallies = (span: number, from: number, to: number) =>
    sql`coalesce((select sum(payments) from tallies
      where ${own} and span = ${sql.lit(span)} and start >= ${from} and start < ${to}), 0)`
  const sum = sql<{ total: number }>`select ${sumSpan(value, { rows, tallies })} as total`
  return { compile: () => sum.compile(db) }
}

const tally = prepareSums('tallies', ['merchant_id', 'livemode', 'span', 'start', ...COLUMNS], ['payments'])

/** A payment that enters a facet. It leaves the facet `from`, unless it is new (null). */
export type FacetMove = Pick<PaymentRow, 'merchant_id' | 'livemode' | 'created_at'> &
  Facet & { readonly from: Facet | null }

export function hasMoved(before: Facet, after: Facet): boolean {
  return COLUMNS.some((column) => before[column] !== after[column])
}

/** Moves payments in the tallies to their present facets, at the end of the transaction. */
export async function tallyPayments(tx: Tx, moves: readonly FacetMove[]): Promise<void> {
  deferWrite(tx, tallyWrites, moves)
}

const tallyWrites: DeferredKind<FacetMove> = { write: writeTallies }

async function writeTallies(tx: Tx, moves: readonly FacetMove[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const move of moves) {
    const { merchant_id, livemode, created_at } = move
    for (const span of TALLIED_SPANS_MS) {
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
  const changed = [...tallies.values()].filter(({ payments }) => payments !== 0)
  await tally(tx, changed)
}
