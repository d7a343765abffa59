import type { List, Payment } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import { END_OF_TIME } from '../domain/time-spans.ts'
import { DEFAULT_PAGE, toPage } from '../http/fields.ts'
import type { Db } from '../storage/database.ts'
import { countFacets, findFacets, sumFacets } from './count-store.ts'
import {
  compareNewest,
  countPaymentRows,
  findBySeqs,
  findKeptCount,
  findPlaces,
  listOfFacets,
  listPaymentRows,
  type Own,
  type PaymentFilters,
  type Place,
} from './list-store.ts'
import { limitToOwn } from './own.ts'
import type { ValidPaymentFilter, ValidPaymentQuery } from './schema.ts'
import { countWithTerm, findWithTerm } from './search-store.ts'
import { toSearchTerm } from './search-terms.ts'
import { findShown, nothingShown } from './shown-store.ts'
import { findPayment, type Owner, type PaymentRow } from './store.ts'
import { countUnresolved, listUnresolved } from './unresolved-store.ts'
import { toPaymentView } from './view.ts'

/** The caller's payments, newest first. Throws `invalid_cursor`, and what `selectPayments` throws. */
export async function listPayments(ctx: Context, caller: Caller, query: ValidPaymentQuery): Promise<List<Payment>> {
  const { limit = DEFAULT_PAGE, starting_after, ...filter } = query
  const after = starting_after === undefined ? null : await findCursor(ctx, caller, starting_after)
  const selection = await selectPayments(ctx, caller, filter, limitToOwn(ctx, caller))
  const rows = await selection.list(after, limit + 1)
  const shown = await findShown(ctx.db, rows)
  const totalCount = await selection.count()
  return toPage(rows, limit, totalCount, (row) => toPaymentView(ctx, row, shown.get(row.id) ?? nothingShown))
}

async function findCursor(ctx: Context, caller: Caller, id: string): Promise<Place> {
  const row = await findPayment(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such payment to start after.', 'starting_after')
  return row
}

/** The payments that a filter selects, newest first, after a place if one is given, and their number. */
export type Selection = {
  list(after: Place | null, limit: number): Promise<PaymentRow[]>
  count(): Promise<number>
}

/**
 * Selects payments of a merchant, for use in one snapshot. `own`: as `limitToOwn` says; null: all. Throws `invalid_parameter` for an unknown network, and for a
 * search that finds too many payments to look at each.
 */
export async function selectPayments(
  ctx: Context,
  owner: Owner,
  { q, created_gte, created_lt, ...asked }: ValidPaymentFilter,
  own: Own | null,
): Promise<Selection> {
  const filters = own === null ? asked : { ...asked, own }
  const range = { from: created_gte ?? 0, to: created_lt ?? END_OF_TIME }
  const { network } = filters
  if (network !== undefined && !(await isKnownNetwork(ctx, owner, network)))
    throw new CheckoutError('invalid_parameter', 'network: no such network is configured.', 'network')
  if (q !== undefined) return search(ctx, owner, q, filters, range)
  const { settlement, reference, paymentLink, exception, unresolved } = filters
  // These have indexes of their own.
  const isNarrow = own !== null || [settlement, reference, paymentLink].some((one) => one !== undefined)
  if (isNarrow || exception === 'overrefunded') return selectRows(ctx, owner, filters, range)
  if (unresolved !== undefined) return selectUnresolved(ctx, owner, filters, range)
  return selectFacets(ctx, owner, { ...filters, exception }, range)
}

async function isKnownNetwork(ctx: Context, owner: Owner, network: string): Promise<boolean> {
  if (ctx.network(toEnvironment(owner.livemode), network)) return true
  // A network that is no longer configured may still have payments.
  return (await findFacets(ctx.db, owner, { network })).length > 0
}

type Range = { readonly from: number; readonly to: number }

/** The place before all that is created before a time, and after a place if one is given. */
function toUpper(to: number, after: Place | null): Place {
  return after !== null && after.created_at < to ? after : { created_at: to, seq: 0 }
}

function selectRows(ctx: Context, owner: Owner, filters: PaymentFilters, { from, to }: Range): Selection {
  const all = { ...filters, createdGte: from }
  return {
    list: (after, limit) => listPaymentRows(ctx.db, owner, all, toUpper(to, after), limit),
    async count() {
      const counted = from <= 0 && to >= END_OF_TIME ? await findCount(ctx.db, owner, filters) : null
      return counted ?? countPaymentRows(ctx.db, owner, { ...all, createdLt: to })
    },
  }
}

/** The number that a link or a settlement keeps of its payments, if nothing else is filtered by. */
async function findCount(db: Db, owner: Owner, filters: PaymentFilters): Promise<number | null> {
  const { paymentLink, settlement, ...others } = filters
  if (Object.values(others).some((one) => one !== undefined)) return null
  if (paymentLink === undefined)
    return settlement === undefined ? null : findKeptCount(db, owner, 'settlements', settlement)
  return settlement === undefined ? findKeptCount(db, owner, 'payment_links', paymentLink) : null
}

function selectUnresolved(ctx: Context, owner: Owner, filters: PaymentFilters, { from, to }: Range): Selection {
  return {
    list: (after, limit) => listUnresolved(ctx.db, owner, filters, { from, upper: toUpper(to, after) }, limit),
    count: () => countUnresolved(ctx.db, owner, filters, { from, to }),
  }
}

type FacetFilters = Parameters<typeof findFacets>[2]

async function selectFacets(ctx: Context, owner: Owner, filters: FacetFilters, range: Range): Promise<Selection> {
  const facets = await findFacets(ctx.db, owner, filters)
  const isFiltered = Object.values(filters).some((one) => one !== undefined)
  return {
    list(after, limit) {
      const upper = toUpper(range.to, after)
      if (!isFiltered) return listPaymentRows(ctx.db, owner, { createdGte: range.from }, upper, limit)
      return listOfFacets(ctx.db, owner, facets, { from: range.from, upper }, limit)
    },
    async count() {
      if (range.from <= 0 && range.to >= END_OF_TIME) return sumFacets(facets)
      return countFacets(ctx.db, owner, isFiltered ? facets : null, range)
    },
  }
}

/** Payments of a search that are looked at one by one. */
const MAX_FOUND = 10_000

/** Payments that a text finds. The id of a payment finds that payment alone. */
async function search(
  ctx: Context,
  owner: Owner,
  q: string,
  filters: PaymentFilters,
  range: Range,
): Promise<Selection> {
  const term = toSearchTerm(q)
  const byId = await findById(ctx, owner, term)
  const isPlain = Object.values(filters).every((one) => one === undefined)
  if (!byId && isPlain && range.from === 0 && range.to === END_OF_TIME) return selectTerm(ctx, owner, term)
  const found = byId ? [byId].filter(isWithin(range)) : await findAll(ctx, owner, term, range)
  const seqs = found.map(({ seq }) => seq)
  const places = isPlain ? found : await findPlaces(ctx.db, owner, seqs, filters)
  const newest = places.toSorted(compareNewest)
  return {
    list(after, limit) {
      const rest = after === null ? newest : newest.filter((place) => compareNewest(after, place) < 0)
      return findBySeqs(
        ctx.db,
        rest.slice(0, limit).map(({ seq }) => seq),
      )
    },
    count: async () => places.length,
  }
}

function selectTerm(ctx: Context, owner: Owner, term: string): Selection {
  return {
    async list(after, limit) {
      const range = { term, from: 0, upper: toUpper(END_OF_TIME, after) }
      const places = await findWithTerm(ctx.db, owner, range, limit)
      return findBySeqs(
        ctx.db,
        places.map(({ seq }) => seq),
      )
    },
    count: () => countWithTerm(ctx.db, owner, term),
  }
}

function isWithin({ from, to }: Range) {
  return ({ created_at }: Place) => created_at >= from && created_at < to
}

async function findById(ctx: Context, owner: Owner, term: string): Promise<PaymentRow | null> {
  const id = [term, `pay_${term}`].find((one) => isId('pay', one))
  return id === undefined ? null : findPayment(ctx.db, owner, id)
}

async function findAll(ctx: Context, owner: Owner, term: string, { from, to }: Range): Promise<Place[]> {
  const found = await findWithTerm(ctx.db, owner, { term, from, upper: toUpper(to, null) }, MAX_FOUND + 1)
  if (found.length <= MAX_FOUND) return found
  const message = `q finds more than ${MAX_FOUND} payments: search for less, or leave the other filters out.`
  throw new CheckoutError('invalid_parameter', message, 'q')
}
