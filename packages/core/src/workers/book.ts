/** Entries of the ledger for facts that have none: those of earlier releases, and of servers that still run one. */
import { getTokenAt } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { bookCorrection, bookSwept, type Entry, noValue, type Value } from '../domain/entry.ts'
import { type Owner, toOwner } from '../domain/owner.ts'
import { findLiveEntry } from '../entries/store.ts'
import { createBooking, type NewEvent, recordEvents } from '../events/record.ts'
import { describeError } from '../networks/health.ts'
import { bookAssignment, valueAmong } from '../payments/book.ts'
import { findAnyPayments } from '../payments/find.ts'
import { findMethods } from '../payments/methods/store.ts'
import { markBooked } from '../payments/transfers/store.ts'
import { bookRefund } from '../refunds/change.ts'
import { findAnyRefunds } from '../refunds/store.ts'
import { bookSponsored } from '../relays/stellar/carry.ts'
import { toSweepFacts } from '../settlements/settle-sweep.ts'
import { findAnySettlement } from '../settlements/store.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import { bookSendFee } from '../transactions/book-fee.ts'
import { findSend } from '../transactions/store.ts'
import {
  findBookedMoney,
  findOldSettlements,
  findUnbookedSends,
  findUnbookedSponsored,
  findUnbookedSweeps,
  findUnbookedTransfers,
  markRelayBooked,
  markSendBooked,
  markSweepBooked,
  markTransferBooked,
} from './book-store.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 10_000
/** Facts of one kind in one transaction. Other writes come in between. */
const AT_ONCE = 100

type TransferRow = Row<'transfers'>

/** Facts that cannot be booked are read with the others, so there may not be too many of them. */
const MOST_FAILED = 1_000

/** Books a part of what has no entry. Its place is what the facts themselves say, so an older server cannot pass it. */
export function createBookJob(ctx: Context): MonitoredJob {
  const steps = [
    createStep(ctx, { find: findUnbookedTransfers, name: ({ id }) => `transfer ${id}`, book: bookTransfers }),
    createStep(ctx, { find: findUnbookedSends, name: ({ id }) => `transaction ${id}`, book: bookSends }),
    createStep(ctx, { find: findUnbookedSweeps, name: nameSweep, book: bookSweeps }),
    createStep(ctx, { find: findUnbookedSponsored, name: ({ id }) => `relay ${id}`, book: bookRelays }),
  ]
  return {
    name: 'book',
    everyMs: EVERY_MS,
    async run() {
      let more = false
      for (const { run } of steps) more = (await run()) || more
      if (!more) throwFailed(steps.flatMap(({ takeFailed }) => takeFailed()))
      return { more }
    },
    describeError,
  }
}

function nameSweep({ address, settlement_id }: Row<'sweeps'>): string {
  return `sweep of ${address} for ${settlement_id}`
}

/** `name`: one for each fact. */
type Kind<Fact> = {
  readonly find: (db: Db, limit: number) => Promise<readonly Fact[]>
  readonly name: (fact: Fact) => string
  readonly book: (ctx: Context, tx: Tx, facts: readonly Fact[]) => Promise<void>
}

/** Books facts of one kind. One that cannot be booked delays no other: it waits until these are booked. */
function createStep<Fact>(ctx: Context, { find, name, book }: Kind<Fact>) {
  const failed = new Map<string, unknown>()

  async function findNext(db: Db): Promise<Fact[]> {
    const facts = await find(db, AT_ONCE + failed.size)
    return facts.filter((fact) => !failed.has(name(fact))).slice(0, AT_ONCE)
  }

  /** Each in a transaction of its own. */
  async function bookEach(): Promise<void> {
    for (const one of (await findNext(ctx.db)).map(name)) {
      const booked = ctx.transact(async (tx) => {
        const facts = await findNext(tx)
        await book(
          ctx,
          tx,
          facts.filter((fact) => name(fact) === one),
        )
      })
      await booked.catch((error) => failed.set(one, error))
    }
  }

  return {
    /** True if there may be more. */
    async run(): Promise<boolean> {
      if (failed.size >= MOST_FAILED || (await findNext(ctx.db)).length === 0) return false
      const booked = ctx.transact(async (tx) => {
        const facts = await findNext(tx)
        await book(ctx, tx, facts)
        return facts.length === AT_ONCE
      })
      return booked.catch(async () => {
        await bookEach()
        return true
      })
    },
    /** The facts that could not be booked, with the reasons. They are tried again from now on. */
    takeFailed(): (readonly [string, unknown])[] {
      const all = [...failed]
      failed.clear()
      return all
    },
  }
}

function throwFailed(failed: readonly (readonly [string, unknown])[]): void {
  const [first] = failed
  if (!first) return
  const [name, error] = first
  throw new Error(`${failed.length} without an entry, such as ${name}`, { cause: error })
}

type Owned = { readonly owner: Owner; readonly entry: Entry }

/** One event for each ledger. */
async function record(ctx: Context, tx: Tx, booked: readonly Owned[], others: readonly NewEvent[] = []): Promise<void> {
  const byOwner = Map.groupBy(booked, ({ owner }) => `${owner.merchantId} ${owner.livemode}`)
  const events = [...byOwner.values()].flatMap((own) =>
    own[0]
      ? createBooking(
          own[0].owner,
          own.map(({ entry }) => entry),
        )
      : [],
  )
  await recordEvents(ctx, tx, [...events, ...others])
}

async function bookTransfers(ctx: Context, tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  const value = await createValuation(tx, rows)
  const ids = rows.flatMap(({ refund_id }) => refund_id ?? [])
  const refunds = new Map((await findAnyRefunds(tx, ids)).map((refund) => [refund.id, refund]))
  const booked: Owned[] = []
  const others: NewEvent[] = []
  for (const row of rows) {
    const refund = refunds.get(row.refund_id ?? '')
    const own = refund && row.state === 'final' ? [await bookRefund(ctx, tx, refund)] : []
    const moved = refund ? { own, others: [] } : await bookIncoming(ctx, tx, row, value)
    for (const entry of moved.own) booked.push({ owner: requireOwner(row), entry })
    others.push(...moved.others)
    await markTransferBooked(tx, row.id, markBooked(row, row.state))
  }
  await record(ctx, tx, await placeOld(tx, booked), others)
}

/** Puts money and refunds of payments that are in a settlement of an earlier release there, if they are older than it. */
async function placeOld(tx: Tx, booked: readonly Owned[]): Promise<Owned[]> {
  const ids = booked.flatMap(({ entry }) => entry.payment_id ?? [])
  const settlements = new Map((await findOldSettlements(tx, ids)).map((row) => [row.payment_id, row]))
  return booked.map((one) => {
    const { kind, payment_id, chain_time } = one.entry
    const old = settlements.get(payment_id ?? '')
    const isFirst = kind === 'received' || kind === 'refunded'
    if (!old || !isFirst || chain_time === null || chain_time >= old.ended_at) return one
    return { owner: one.owner, entry: Object.assign(one.entry, { taken_by: old.id }) }
  })
}

/** The entries of a transfer to a wallet as it is now, and the events of other ledgers. */
async function bookIncoming(ctx: Context, tx: Tx, row: TransferRow, value: (row: TransferRow) => Value) {
  const now = ctx.now()
  if (row.state === 'final')
    return bookAssignment(
      tx,
      { transfer: row, value: value(row), wasBooked: row.booked_for !== null, now },
      requireOwner(row),
    )
  // A reorganisation has taken what was final.
  const live = await findLiveEntry(tx, row)
  if (!live) throw new Error(`transfer ${row.id} is marked as booked, and the ledger does not have it`)
  return { own: [], others: createBooking(toOwner(live), [bookCorrection('reversed', live, now)]) }
}

function requireOwner({ id, merchant_id, livemode }: TransferRow): Owner {
  if (merchant_id === null) throw new Error(`transfer ${id} has no merchant, and so no ledger`)
  return { merchantId: merchant_id, livemode }
}

/** The value of each transfer after those that the ledger has, and those that were valued before. */
async function createValuation(tx: Tx, rows: readonly TransferRow[]): Promise<(row: TransferRow) => Value> {
  const ids = [...new Set(rows.flatMap(({ payment_id }) => payment_id ?? []))]
  const payments = await findAnyPayments(tx, ids)
  const methods = await findMethods(tx, payments.values())
  const money = await findBookedMoney(tx, ids)
  const sums = new Map<string, { before: bigint; booked: bigint }>()
  return (row) => {
    const payment = payments.get(row.payment_id ?? '')
    if (!payment) return noValue
    const place = `${payment.id} ${row.chain} ${row.token}`
    const own = (money.get(payment.id) ?? []).filter((one) => one.chain === row.chain && one.token === row.token)
    const sum = sums.get(place) ?? {
      before: own.reduce((all, one) => all + (one.amount ?? 0n), 0n),
      booked: own.reduce((all, one) => all + (one.fiat_amount ?? 0n), 0n),
    }
    const value = valueAmong(payment, methods.get(payment.id) ?? [], row, sum)
    sums.set(place, { before: sum.before + row.amount, booked: sum.booked + (value.fiat_amount ?? 0n) })
    return value
  }
}

async function bookSends(ctx: Context, tx: Tx, rows: readonly Row<'sends'>[]): Promise<void> {
  for (const row of rows) {
    await bookSendFee(ctx, tx, row)
    await markSendBooked(tx, row.id)
  }
}

async function bookSweeps(ctx: Context, tx: Tx, rows: readonly Row<'sweeps'>[]): Promise<void> {
  const payments = await findAnyPayments(
    tx,
    rows.map((row) => row.payment_id),
  )
  const booked: Owned[] = []
  for (const row of rows) {
    const settlement = await findAnySettlement(tx, row.settlement_id)
    if (!settlement) throw new Error(`sweep of ${row.address} is of ${row.settlement_id}, which is not there`)
    const own = row.state === 'swept' ? await findSend(tx, row.send_id) : null
    const facts = toSweepFacts(settlement, row, payments.get(row.payment_id)?.reference ?? null)
    const amount = row.amount ?? 0n
    const left = row.left_amount ?? amount
    const network = ctx.network(toEnvironment(settlement.livemode), settlement.network)
    const isExact = network !== null && getTokenAt(network, settlement.token)?.decimals === 6
    const raw = isExact ? { amount, left } : null
    const place = { tx_hash: own?.hash ?? null, chain_time: own?.block_time ?? null }
    const { lost_amount } = row
    const entries = bookSwept({ ...facts, ...place, amount, left_amount: left, lost_amount, raw }, ctx.now())
    for (const entry of entries) booked.push({ owner: toOwner(settlement), entry })
    await markSweepBooked(tx, row)
  }
  await record(ctx, tx, booked)
}

async function bookRelays(ctx: Context, tx: Tx, rows: readonly Row<'relays'>[]): Promise<void> {
  for (const row of rows) {
    await bookSponsored(ctx, tx, row)
    await markRelayBooked(tx, row.id)
  }
}
