import type { List, Payment } from '@crypto-checkout/api-types'
import { type Caller, type Context, listChainIds } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isId } from '../domain/id.ts'
import type { Owner } from '../domain/owner.ts'
import { END_OF_TIME } from '../domain/time-spans.ts'
import { readPage, type Selection } from '../http/fields.ts'
import type { Db } from '../storage/database.ts'
import type { ListPosition } from '../storage/tables.ts'
import { countFacets, findFacets, sumFacets } from './count-store.ts'
import {
  compareNewest,
  countPaymentRows,
  findBySeqs,
  findKeptCount,
  findPositions,
  listOfFacets,
  listPaymentRows,
  type Own,
  type PaymentFilters,
} from './list-store.ts'
import { limitToOwn } from './own.ts'
import type { ValidPaymentFilter, ValidPaymentQuery } from './schema.ts'
import { countWithTerm, findRefunded, findWithPrefix, findWithPrefixAmong, findWithTerm } from './search-store.ts'
import { listParts, listSought, type TermPart } from './search-terms.ts'
import { findShown, nothingShown } from './shown-store.ts'
import { findPayment, type PaymentRow } from './store.ts'
import { countUnresolved, listUnresolved } from './unresolved-store.ts'
import { toPaymentView } from './view.ts'

/** The caller's payments, newest first. Throws `invalid_cursor`, and what `selectPayments` throws. */
export async function listPayments(ctx: Context, caller: Caller, query: ValidPaymentQuery): Promise<List<Payment>> {
  const { limit, starting_after, qrCode, ...filter } = query
  const selection = await selectPayments(ctx, caller, filter, limitToOwn(ctx, caller))
  return readPage(query, {
    noun: 'payment',
    find: (id) => findPayment(ctx.db, caller, id),
    ...selection,
    async view(rows) {
      const shown = await findShown(ctx.db, rows)
      return rows.map((row) => toPaymentView(ctx, row, shown.get(row.id) ?? nothingShown, qrCode))
    },
  })
}

/** The payments that a filter selects. */
export type PaymentSelection = Selection<PaymentRow, ListPosition>

/**
 * Selects payments of a merchant, for use in one snapshot. `own`: as `limitToOwn` says; null: all. Throws `invalid_parameter` for an unknown network, and for a
 * search that finds too many payments to look at each.
 */
export async function selectPayments(
  ctx: Context,
  owner: Owner,
  { q, created_gte, created_lt, ...asked }: ValidPaymentFilter,
  own: Own | null,
): Promise<PaymentSelection> {
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
function toUpper(to: number, after: ListPosition | null): ListPosition {
  return after !== null && after.created_at < to ? after : { created_at: to, seq: 0 }
}

function selectRows(ctx: Context, owner: Owner, filters: PaymentFilters, { from, to }: Range): PaymentSelection {
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

function selectUnresolved(ctx: Context, owner: Owner, filters: PaymentFilters, { from, to }: Range): PaymentSelection {
  return {
    list: (after, limit) => listUnresolved(ctx.db, owner, filters, { from, upper: toUpper(to, after) }, limit),
    count: () => countUnresolved(ctx.db, owner, filters, { from, to }),
  }
}

type FacetFilters = Parameters<typeof findFacets>[2]

async function selectFacets(
  ctx: Context,
  owner: Owner,
  filters: FacetFilters,
  range: Range,
): Promise<PaymentSelection> {
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

/** A whole value, or another way to find payments. */
type Way = string | (() => Promise<readonly ListPosition[]>)

/**
 * Payments that a text finds, by the likeliest of its meanings that finds any which the filters allow: others tell
 * nothing about the rest. The id of a payment or refund, or a link to one, finds that payment alone.
 */
async function search(
  ctx: Context,
  owner: Owner,
  q: string,
  filters: PaymentFilters,
  range: Range,
): Promise<PaymentSelection> {
  const isPlain = Object.values(filters).every((one) => one === undefined)
  const isWhole = isPlain && range.from === 0 && range.to === END_OF_TIME
  // Less is looked at one by one.
  const from = Math.max(range.from, filters.own?.since ?? 0)
  for (const way of listWays(ctx, owner, q)) {
    if (typeof way === 'string' && isWhole) {
      if (await isTermOfAny(ctx.db, owner, way)) return selectTerm(ctx, owner, way)
      continue
    }
    const found = await (typeof way === 'string' ? findAllWithTerm(ctx.db, owner, way, { ...range, from }) : way())
    const within = found.filter(({ created_at }) => created_at >= range.from && created_at < range.to)
    const positions = isPlain ? within : await findAllowed(ctx.db, owner, within, filters)
    if (positions.length > 0) return selectPositions(ctx, positions)
  }
  return selectPositions(ctx, [])
}

async function findAllowed(
  db: Db,
  owner: Owner,
  positions: readonly ListPosition[],
  filters: PaymentFilters,
): Promise<ListPosition[]> {
  const seqs = positions.map(({ seq }) => seq)
  return seqs.length === 0 ? [] : findPositions(db, owner, seqs, filters)
}

/** The likeliest first. */
function listWays(ctx: Context, owner: Owner, q: string): Way[] {
  const sought = listSought(q)
  return [
    () => findByIds(ctx, owner, sought),
    ...sought,
    () => findByRefundHash(ctx, owner, sought),
    ...listParts(q).map((parts) => () => findWithParts(ctx.db, owner, parts)),
  ]
}

function selectPositions(ctx: Context, positions: readonly ListPosition[]): PaymentSelection {
  const newest = positions.toSorted(compareNewest)
  return {
    list(after, limit) {
      const rest = after === null ? newest : newest.filter((place) => compareNewest(after, place) < 0)
      return findBySeqs(
        ctx.db,
        rest.slice(0, limit).map(({ seq }) => seq),
      )
    },
    count: async () => positions.length,
  }
}

async function isTermOfAny(db: Db, owner: Owner, term: string): Promise<boolean> {
  const range = { term, from: 0, upper: toUpper(END_OF_TIME, null) }
  return (await findWithTerm(db, owner, range, 1)).length > 0
}

function selectTerm(ctx: Context, owner: Owner, term: string): PaymentSelection {
  return {
    async list(after, limit) {
      const range = { term, from: 0, upper: toUpper(END_OF_TIME, after) }
      const positions = await findWithTerm(ctx.db, owner, range, limit)
      return findBySeqs(
        ctx.db,
        positions.map(({ seq }) => seq),
      )
    },
    count: () => countWithTerm(ctx.db, owner, term),
  }
}

async function findByIds(ctx: Context, owner: Owner, sought: readonly string[]): Promise<ListPosition[]> {
  const id = sought.flatMap((term) => [term, `pay_${term}`]).find((one) => isId('pay', one))
  const payment = id === undefined ? null : await findPayment(ctx.db, owner, id)
  if (payment) return [payment]
  const refund = sought.find((one) => isId('re', one))
  return refund === undefined ? [] : findRefunded(ctx.db, owner, { id: refund })
}

async function findByRefundHash(ctx: Context, owner: Owner, sought: readonly string[]): Promise<ListPosition[]> {
  const hashes = sought.filter((one) => /^[0-9a-f]{64}$/.test(one)).flatMap((hash) => [hash, `0x${hash}`])
  const chains = listChainIds(ctx, toEnvironment(owner.livemode))
  return hashes.length === 0 ? [] : findRefunded(ctx.db, owner, { hashes, chains })
}

async function findAllWithTerm(
  db: Db,
  owner: Owner,
  term: string,
  { from, to }: Range,
): Promise<readonly ListPosition[]> {
  return refuseMany(await findWithTerm(db, owner, { term, from, upper: toUpper(to, null) }, MAX_FOUND + 1))
}

/** Payments that have each part of a value. One part that few payments have is enough to look at the others. */
async function findWithParts(db: Db, owner: Owner, parts: readonly TermPart[]): Promise<readonly ListPosition[]> {
  let positions: ListPosition[] | null = null
  const common: TermPart[] = []
  for (const part of parts) {
    const found: ListPosition[] | null = await findWithPart(db, owner, part, positions)
    if (found === null) common.push(part)
    else positions = found
  }
  if (positions === null) throw createManyError()
  for (const part of common) positions = (await findWithPart(db, owner, part, positions)) ?? []
  return positions
}

/** Payments that have a part of a value, among positions if they are given. Null for too many. */
async function findWithPart(
  db: Db,
  owner: Owner,
  { starts, end }: TermPart,
  among: readonly ListPosition[] | null,
): Promise<ListPosition[] | null> {
  const seqs = among?.map(({ seq }) => seq)
  const found = new Map<number, ListPosition>()
  for (const start of starts) {
    const terms = seqs
      ? await findWithPrefixAmong(db, owner, start, seqs)
      : await findWithPrefix(db, owner, start, MAX_FOUND + 1)
    if (!seqs && terms.length > MAX_FOUND) return null
    for (const place of terms) if (place.term.endsWith(end)) found.set(place.seq, place)
  }
  return [...found.values()]
}

function refuseMany<One>(found: readonly One[]): readonly One[] {
  if (found.length > MAX_FOUND) throw createManyError()
  return found
}

function createManyError(): CheckoutError {
  const message = `q finds more than ${MAX_FOUND} payments: search for a whole value, or leave the other filters out.`
  return new CheckoutError('invalid_parameter', message, 'q')
}
