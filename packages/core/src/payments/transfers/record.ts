import type { BlockRef, ObservedTransfer } from '../../chains/chain.ts'
import { getTokenAt, getWatchedTokenAt, listWatchedTokenAddresses, type Network } from '../../chains/network.ts'
import type { Context } from '../../context/context.ts'
import { runAfterCommit, type StrayReason } from '../../context/observer.ts'
import { fundDeposits } from '../../deposits/deposit.ts'
import { findDepositsAt } from '../../deposits/store.ts'
import type { BridgedCoin, Coin } from '../../domain/catalog/coins.ts'
import { toLedgerAmount } from '../../domain/money.ts'
import { type OwnerColumns, toOwner } from '../../domain/owner.ts'
import { isDust } from '../../domain/sums.ts'
import { createBooking, type NewEvent, recordEvents } from '../../events/record.ts'
import { findWalletOwners } from '../../merchants/wallets/wallet.ts'
import { pipeline, type Tx } from '../../storage/database.ts'
import { bookUnattributed } from '../book.ts'
import type { PaymentRow } from '../find.ts'
import { findSuggestions } from '../hints/suggest.ts'
import {
  type ChangedPayment,
  matchByAuthorization,
  matchPayments,
  recomputePayments,
  type Seen,
} from '../matching/match-payments.ts'
import { addSearchTerms } from '../search-store.ts'
import { listTransferTerms } from '../search-terms.ts'
import { toTransferView } from './find.ts'
import {
  type BlockPosition,
  findInBlocks,
  findRecorded,
  insertTransfers,
  type MovedTransfer,
  markBooked,
  markOrphaned,
  moveTransfers,
  type TransferRow,
  tallyTransfers,
  toIdentity,
  toIdentityKey,
  toPlace,
  type Unnumbered,
} from './store.ts'
import { addUnattributedDust, type DustSum } from './stray-dust.ts'
import { findWatchers, type Watcher, wasWatched } from './watched-wallets.ts'

/** Payments with changed transfers, and whether one of them lost a transfer. */
type Touched = Map<string, ChangedPayment>
type State = 'seen' | 'final'

type Reading = { readonly transfers: readonly ObservedTransfer[]; readonly state: State }

/** Records transfers that were read. Known ones only move to the block they are in now. */
export async function recordRead(ctx: Context, tx: Tx, network: Network, reading: Reading): Promise<void> {
  const touched: Touched = new Map()
  await recordAll(ctx, tx, network, reading, touched)
  await recomputePayments(ctx, tx, touched)
}

/**
 * Records the transfers of newly read blocks. Transfers seen at these heights in other blocks, and in none of these,
 * become orphaned.
 */
export async function recordSeen(
  ctx: Context,
  tx: Tx,
  network: Network,
  { blocks, transfers }: { readonly blocks: readonly BlockRef[]; readonly transfers: readonly ObservedTransfer[] },
): Promise<void> {
  const touched: Touched = new Map()
  await recordAll(ctx, tx, network, { transfers, state: 'seen' }, touched)
  const range = { from: blocks[0]?.number ?? 0, to: blocks.at(-1)?.number ?? 0 }
  const hashes = new Set(blocks.map(({ hash }) => hash))
  await orphanSeen(tx, network, range, touched, (row) => !hashes.has(row.block_hash))
  await recomputePayments(ctx, tx, touched)
}

/** Orphans all incoming transfers seen above a block. Returns the outgoing ones. */
export async function recordRewind(ctx: Context, tx: Tx, network: Network, toNumber: number): Promise<TransferRow[]> {
  const touched: Touched = new Map()
  const outgoing = await orphanSeen(tx, network, { from: toNumber + 1, to: null }, touched)
  await recomputePayments(ctx, tx, touched)
  return outgoing
}

/**
 * Finalises a range of blocks, both ends included: exactly these transfers are in them, for good. Transfers missed
 * before are recorded as final at once. Incoming ones seen there that are not among these become orphaned. Returns the
 * outgoing ones that were seen there.
 */
export async function recordFinal(
  ctx: Context,
  tx: Tx,
  network: Network,
  range: { readonly from: number; readonly to: number; readonly transfers: readonly ObservedTransfer[] },
): Promise<TransferRow[]> {
  const touched: Touched = new Map()
  await recordAll(ctx, tx, network, { transfers: range.transfers, state: 'final' }, touched)
  // The transfers among these are final by now.
  const outgoing = await orphanSeen(tx, network, range, touched)
  await recomputePayments(ctx, tx, touched)
  return outgoing
}

/** Records a reading's transfers to watched wallets. All queries come first. */
async function recordAll(ctx: Context, tx: Tx, network: Network, reading: Reading, touched: Touched): Promise<void> {
  const { id } = network.chain
  const all = reading.transfers
  const [watchers, owners, deposits, known] = await pipeline([
    findWatchers(tx, id, new Set(all.flatMap(({ from, to }) => [from, to]))),
    findWalletOwners(tx, id, new Set(all.map((transfer) => transfer.to))),
    findDepositsAt(tx, new Set(all.map((transfer) => transfer.from))),
    findRecorded(tx, id, all),
  ])
  // Money from a payment's own address was paid there before. Such a transfer pays nothing.
  const ours = all.filter((transfer) => wasWatched(watchers, transfer) && !deposits.has(transfer.from))
  const isKnown = (transfer: ObservedTransfer) => known.get(toIdentityKey(toIdentity(id, transfer)))
  const fresh = ours.filter((transfer) => !isKnown(transfer)).flatMap((transfer) => booked(network, transfer))
  const found = await identify(ctx, tx, network, { fresh, watchers, owners, state: reading.state })
  const inserted: Unnumbered[] = []
  const paid: { payment: PaymentRow; terms: string[] }[] = []
  const placed: MovedTransfer[] = []
  for (const transfer of ours) {
    const row = isKnown(transfer)
    const added = found.get(transfer)
    if (row) {
      const place = follow(ctx, { known: row, transfer, state: reading.state }, touched)
      if (place) {
        placed.push({ ...place, before: row })
        known.set(toIdentityKey(row), { ...row, ...place })
      }
    } else if (added) {
      known.set(toIdentityKey(added.row), added.row)
      inserted.push(added.row)
      if (added.payment) paid.push({ payment: added.payment, terms: listTransferTerms(added.row) })
      touch(touched, { before: null, after: added.row }, added)
    }
  }
  tellStrays(tx, network, inserted, watchers)
  const dust = await addUnattributedDust(tx, inserted, ctx.settings.minTransfer)
  const events = inserted.flatMap((row) => unattributedEvent(ctx, row, dust.get(row) ?? null))
  const hasEntry = new Set(events.flatMap(({ entries = [] }) => entries.map(({ transfer_id }) => transfer_id)))
  const changed = [...inserted, ...placed.map((place) => ({ ...place.before, ...place }))]
  const unbooked = changed.filter((row) => isStray(row) && row.booked_for !== null && !hasEntry.has(row.id))
  events.push(...bookStrays(ctx, unbooked))
  const settled = reading.state === 'final' ? [...placed.map(({ before }) => before), ...inserted] : []
  await pipeline([
    insertTransfers(tx, inserted),
    moveTransfers(tx, placed),
    fundDeposits(tx, settled, ctx.now()),
    tallyTransfers(tx, inserted, 1),
    addSearchTerms(tx, paid),
    recordEvents(ctx, tx, events),
  ])
}

type Watchers = ReadonlyMap<string, readonly Watcher[]>

/** Tells whether a wallet is one that the merchant has named. What it sends to another of them is no income. */
function isOwnWallet(watchers: Watchers, address: string, merchantId: string | null): boolean {
  return watchers.get(address)?.some((one) => one.merchant_id === merchantId) ?? false
}

function tellStrays(tx: Tx, network: Network, rows: readonly Unnumbered[], watchers: Watchers): void {
  for (const row of rows) {
    if (row.payment_id !== null) continue
    const isOwn = isOwnWallet(watchers, row.from_address, row.merchant_id)
    const reason = isOwn ? 'own_wallet' : findStrayReason(network, row)
    const { environment, name } = network
    runAfterCommit(tx, (observer) => observer.strayed({ environment, network: name, reason }))
  }
}

/** The reason why a transfer is unattributed, for the observer. */
function findStrayReason(network: Network, row: Unnumbered): StrayReason {
  const known = getTokenAt(network, row.token) !== null
  const unknown = row.memo === null ? 'no_memo' : 'unknown_memo'
  return known ? (network.chain.recognition === 'memo' ? unknown : 'unknown_amount') : 'other_token'
}

/**
 * Unattributed transfers raise an event for the wallet's merchant, if there is exactly one. Dust raises one only with
 * the transfer that brings its sum to the least amount.
 */
function unattributedEvent(ctx: Context, row: Unnumbered, dust: DustSum | null): NewEvent[] {
  const { merchant_id } = row
  if (row.payment_id !== null || merchant_id === null || (row.dust === 1 && dust === null)) return []
  const owner = toOwner({ merchant_id, livemode: row.livemode })
  const entries = row.booked_for === null ? [] : [bookUnattributed(row, ctx.now())]
  return [{ ...owner, type: 'transfer.unattributed', object: toTransferView(ctx, row, dust), entries }]
}

type Stray = Unnumbered & { readonly merchant_id: string }

function isStray(row: Unnumbered): row is Stray {
  return row.payment_id === null && row.merchant_id !== null
}

/** Books unattributed transfers that became final without an event of their own. */
function bookStrays(ctx: Context, rows: readonly Unnumbered[]): NewEvent[] {
  const own = rows.filter(isStray)
  const byOwner = Map.groupBy(own, (row) => `${row.merchant_id} ${row.livemode}`)
  return [...byOwner.values()].flatMap((some) =>
    some[0]
      ? createBooking(
          toOwner(some[0]),
          some.map((row) => bookUnattributed(row, ctx.now())),
        )
      : [],
  )
}

/** A transfer of a configured token in millionths. Empty for other tokens, and for amounts of zero. */
function booked(network: Network, transfer: ObservedTransfer): Booked[] {
  const token = getWatchedTokenAt(network, transfer.token)
  if (!token || transfer.rawAmount <= 0n) return []
  const amount = toLedgerAmount(transfer.rawAmount, token.decimals)
  return [
    {
      transfer,
      coin: token.coin,
      amount,
      token: transfer.token,
      address: transfer.to,
      memo: transfer.memo,
      blockTime: transfer.blockTime,
    },
  ]
}
type Booked = Seen & { readonly transfer: ObservedTransfer; readonly coin: Coin | BridgedCoin }

/**
 * Updates a known transfer. A transaction that is mined again in another block is the same transfer. A final transfer
 * does not change. The other block's time may count for less, so the earlier sighting counts as lost. Returns the new
 * place, null if nothing changed.
 */
function follow(
  ctx: Context,
  now: { readonly known: Unnumbered; readonly transfer: ObservedTransfer; readonly state: State },
  touched: Touched,
): BlockPosition | null {
  const { known, transfer, state } = now
  const wasSeen = known.state === 'seen'
  const moved = known.block_hash !== transfer.blockHash
  if (known.state === 'final' || (wasSeen && !moved && state === 'seen')) return null
  const finalAt = state === 'final' ? ctx.now() : null
  const booked_for = markBooked(known, state)
  const place = { id: known.id, state, final_at: finalAt, booked_for, ...toPlace(transfer) }
  touch(touched, { before: known, after: { ...known, ...place } }, { lostTransfer: wasSeen && moved })
  return place
}

/** New transfers as rows, with the payments that they pay. */
async function identify(
  ctx: Context,
  tx: Tx,
  network: Network,
  found: {
    readonly fresh: readonly Booked[]
    readonly watchers: Watchers
    /** Merchants by wallet. */
    readonly owners: ReadonlyMap<string, string>
    readonly state: State
  },
): Promise<Map<ObservedTransfer, { readonly row: Unnumbered; readonly payment: PaymentRow | null }>> {
  const { fresh, watchers, owners, state } = found
  const matched = await matchPayments(tx, network.chain.id, fresh)
  // Between two of the merchant's wallets the merchant decides. What comes to a payment's own address is that payment's.
  const earned = matched.map((payment, index) => {
    const from = fresh[index]?.transfer.from ?? ''
    const isOwn = payment?.recognition !== 'address' && isOwnWallet(watchers, from, payment?.merchant_id ?? null)
    return isOwn ? null : payment
  })
  const payees = await matchByAuthorization(
    tx,
    network.chain.id,
    fresh.map((one) => one.transfer),
    earned,
  )
  const all = fresh.map((one, index) => {
    const payment = payees[index] ?? null
    const owner = payment ?? findOwner(network, watchers.get(one.address) ?? [], owners.get(one.address))
    return { transfer: one.transfer, payment, row: toRow(ctx, network, { ...one, payment, owner, state }) }
  })
  const strays = all.filter(({ payment }) => payment === null)
  const hints = await findSuggestions(
    tx,
    strays.map(({ row }) => row),
  )
  return new Map(
    all.map(({ transfer, payment, row }) => {
      return [transfer, { payment, row: { ...row, ...hints.get(row) } }]
    }),
  )
}

function toRow(
  ctx: Context,
  network: Network,
  found: Booked & {
    readonly payment: PaymentRow | null
    readonly owner: OwnerColumns | null
    readonly state: State
  },
): Unnumbered {
  const { transfer, payment, owner, state } = found
  const minTransfer = payment?.min_transfer ?? ctx.settings.minTransfer
  const payment_id = payment?.id ?? null
  const merchant_id = owner?.merchant_id ?? null
  return {
    id: ctx.newId('tr'),
    direction: 'in',
    ...toIdentity(network.chain.id, transfer),
    ...toPlace(transfer),
    network: network.name,
    cryptocurrency: found.coin,
    amount: found.amount,
    state,
    seen_at: ctx.now(),
    final_at: state === 'final' ? ctx.now() : null,
    booked_for: markBooked({ payment_id, merchant_id }, state),
    payment_id,
    refund_id: null,
    raw_left: null,
    suggested_payment: null,
    named_by: null,
    assigned_by: null,
    merchant_id,
    livemode: owner?.livemode ?? network.environment === 'production',
    dust: isDust({ minTransfer }, found.amount) ? 1 : 0,
  }
}

/**
 * The merchant of an unattributed transfer: the wallet's owner, or the merchant whose payment has the address to
 * itself. An environment in which the merchant asks for money here comes before one whose payers only mistake the
 * network. Then the reading network's environment comes first.
 */
function findOwner(network: Network, watchers: readonly Watcher[], owner: string | undefined): OwnerColumns | null {
  const merchantId = owner ?? watchers[0]?.merchant_id
  if (merchantId === undefined) return null
  const own = watchers.filter((watcher) => watcher.merchant_id === merchantId)
  const asking = own.filter((watcher) => watcher.asked === 1)
  const livemode = network.environment === 'production'
  const users = asking.length > 0 ? asking : own
  return users.find((watcher) => watcher.livemode === livemode) ?? users[0] ?? { merchant_id: merchantId, livemode }
}

/** Orphans the incoming transfers seen in a range of blocks, limited by `isLost`. Returns the outgoing ones. */
async function orphanSeen(
  tx: Tx,
  network: Network,
  range: { readonly from: number; readonly to: number | null },
  touched: Touched,
  isLost: (row: Unnumbered) => boolean = () => true,
): Promise<TransferRow[]> {
  const seen = await findInBlocks(tx, network.chain.id, listWatchedTokenAddresses(network), range, ['seen'])
  const lost = seen.filter((row) => row.direction === 'in' && isLost(row))
  await markOrphaned(
    tx,
    lost.map(({ id }) => id),
  )
  for (const row of lost) touch(touched, { before: row, after: { ...row, state: 'orphaned' } }, { lostTransfer: true })
  return seen.filter((row) => row.direction === 'out')
}

function touch(
  touched: Touched,
  change: { readonly before: Unnumbered | null; readonly after: Unnumbered },
  { lostTransfer = false, payment = null }: { lostTransfer?: boolean; payment?: PaymentRow | null },
): void {
  const id = change.after.payment_id
  if (id === null) return
  const known = touched.get(id)
  touched.set(id, {
    lostTransfer: lostTransfer || (known?.lostTransfer ?? false),
    row: payment ?? known?.row ?? null,
    changes: [...(known?.changes ?? []), change],
  })
}
