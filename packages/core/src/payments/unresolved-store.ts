/** Payments that have ended with an exception, and whose money was neither accepted nor sent back. */

import { type ExpressionBuilder, sql } from 'kysely'
import type { Owner } from '../domain/owner.ts'
import { type Db, pipeline } from '../storage/database.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { ListPosition } from '../storage/tables.ts'
import { type CountedFacet, findFacets } from './count-store.ts'
import { compareNewest, findBySeqs, matchFacet, type PaymentFilters } from './list-store.ts'
import type { PaymentRow } from './store.ts'

const ENDED: readonly string[] = ['expired', 'cancelled']

/** The columns that the index has them by. */
type Kind = Pick<CountedFacet, 'status' | 'exceptions'>

async function findKinds(db: Db, owner: Owner, { unresolved, ...filters }: PaymentFilters): Promise<Kind[]> {
  const { status, network, cryptocurrency } = filters
  const facets = await findFacets(db, owner, { status, network, cryptocurrency, exception: unresolved })
  const ended = facets.filter((facet) => ENDED.includes(facet.status))
  // Facets differ in networks and coins too.
  return [...new Map(ended.map((facet) => [`${facet.status} ${facet.exceptions}`, facet])).values()]
}

type OfPayment = ExpressionBuilder<Tables, 'payments'>

function isOfKind(eb: OfPayment, { merchantId, livemode }: Owner, { status, exceptions }: Kind) {
  return eb.and([
    eb.and({ merchant_id: merchantId, livemode, status, exceptions }),
    // Literals: the partial index cannot serve bound values.
    eb('status', 'in', [sql.lit('expired' as const), sql.lit('cancelled' as const)]),
    eb('received', '>', eb.ref('refunded')),
  ])
}

type Range = { readonly from: number; readonly to: number }

/** Newest first, from a place on. */
export async function listUnresolved(
  db: Db,
  owner: Owner,
  filters: PaymentFilters,
  { from, upper }: { readonly from: number; readonly upper: ListPosition },
  limit: number,
): Promise<PaymentRow[]> {
  const kinds = await findKinds(db, owner, filters)
  const pages = await pipeline(
    kinds.map((kind) =>
      db
        .selectFrom('payments')
        .select(['created_at', 'seq'])
        .where((eb) => eb.and([isOfKind(eb, owner, kind), eb('created_at', '>=', from), ...matchFacet(filters)]))
        .where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(upper.created_at, upper.seq)))
        .orderBy('created_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute(),
    ),
  )
  const newest = pages.flat().toSorted(compareNewest).slice(0, limit)
  return findBySeqs(
    db,
    newest.map(({ seq }) => seq),
  )
}

/** Counts one by one, up to `most`. */
export async function countUnresolved(
  db: Db,
  owner: Owner,
  filters: PaymentFilters,
  { from, to }: Range,
  most: number | null = null,
): Promise<number> {
  const kinds = await findKinds(db, owner, filters)
  const counts = await pipeline(
    kinds.map((kind) =>
      db
        .selectFrom(
          db
            .selectFrom('payments')
            .select('seq')
            .where((eb) => eb.and([isOfKind(eb, owner, kind), ...matchFacet(filters)]))
            .where((eb) => eb.and([eb('created_at', '>=', from), eb('created_at', '<', to)]))
            .$if(most !== null, (query) => query.limit(sql.lit(most ?? 0)))
            .as('unresolved'),
        )
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirst(),
    ),
  )
  return counts.reduce((sum, row) => sum + Number(row?.count ?? 0), 0)
}
