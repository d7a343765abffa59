import type { Books } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { type Owner, type OwnerColumns, toOwner } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import { describeError } from '../networks/health.ts'
import {
  countOpenPayments,
  countUnattributed,
  findConvertedAfter,
  findExitsAfter,
  findPaymentsAfter,
  findSettlementsAfter,
  findUnattributedDustAfter,
} from './reconcile-store.ts'
import { createJobLog, type MonitoredJob } from './runner.ts'

/** Rows in one pass: readers wait for it. */
const ROWS_AT_ONCE = 250
/** Settlements in one pass, each with all of its entries. */
const SETTLEMENTS_AT_ONCE = 20
/** The number of rows that are named; all are counted. */
const NAMED = 20

/** The result of the last check of the books. */
export type BooksState = {
  /**
   * The number of rows that do not add up; 0 if all do. It counts
   * - payments whose sums do not match their transfers on the chain, or whose number of transfers is wrong
   * - payments whose completed refunds differ from the amount recorded as refunded
   * - payments whose refunds, completed or open, exceed the final amount received
   * - payments whose own address was swept of more than it received
   * - payments with several open methods, if one of these is wrong about any of this
   * - closed settlements to merchants' wallets that are not the sum of their entries, or have another number of payments;
   *   for those of earlier releases, which are made of payments, with more than these received
   * - settlements to accounts of the converter whose parts of burns and releases do not add up, that are completed before
   *   all of it arrived, or whose entries are others
   * - burns and releases whose parts exceed them, leave gaps, or are of another account's settlements
   * - merchants whose unattributed transfers on a network differ from their stored count
   * - merchants whose open payments in an environment differ from their stored count
   * - wallets whose unattributed dust differs from its stored sum
   *
   * So each recorded transfer is in exactly one sum, of a payment or of unattributed transfers, and no more goes out
   * than came in. The value is the greater one of the last complete check and of the current one.
   */
  readonly imbalance: number
  /** Some of them. */
  readonly wrong: readonly string[]
  /** The time when the last complete check ended; null before the first one. */
  readonly checkedAt: string | null
}

export type Reconciliation = {
  /** Checks the next bounded part. False at the end of a check: the next part is then the first one again. */
  checkSome(): Promise<boolean>
  state(): BooksState
  /** The part of it that one merchant sees in an environment. */
  stateFor(owner: Owner): Books
  /** The result of the last check, for processes that do not check themselves. */
  snapshot(): string
  /** Takes over another process's result. A process that has never checked, or of an older release, has none. */
  restore(note: string): void
}

/** Adds up the tables, payment by payment, and only reads. */
export function createReconciliation(ctx: Pick<Context, 'db' | 'now'>): Reconciliation {
  let last: Result = { imbalance: 0, wrong: [], owners: [], checkedAt: null }
  let look = newLook(ctx.now())

  async function checkSome(): Promise<boolean> {
    if (!look.paymentsDone) await checkPayments(ctx, look)
    else if (!look.settlementsDone) await checkSettlements(ctx, look)
    else if (!look.convertedDone) await checkConverted(ctx, look)
    else if (!look.exitsDone) await checkExits(ctx, look)
    else if (!look.dustDone) await checkStrayDust(ctx, look)
    else {
      await checkStrays(ctx, look)
      await checkOpen(ctx, look)
      last = { ...found(look), checkedAt: toIsoTime(ctx.now()) }
      look = newLook(ctx.now())
      return false
    }
    return true
  }

  const result = () => (look.wrong.length > last.imbalance ? { ...last, ...found(look) } : last)

  return {
    checkSome,
    state() {
      const { owners: _, ...state } = result()
      return state
    },
    stateFor({ merchantId, livemode }) {
      const { owners, checkedAt } = result()
      const own = owners.find((one) => one.merchantId === merchantId && one.livemode === livemode)
      return { imbalance: own?.imbalance ?? 0, wrong: [...(own?.wrong ?? [])], checkedAt }
    },
    snapshot: () => JSON.stringify(result()),
    restore(note) {
      if (note === '') return
      // The note of an earlier release says nothing of owners.
      const stored: Omit<Result, 'owners'> = JSON.parse(note)
      last = { owners: [], ...stored }
      // A check that began long ago does not continue.
      look = newLook(ctx.now())
    },
  }
}

function found({ wrong }: Look): Omit<Result, 'checkedAt'> {
  const owners = [...Map.groupBy(wrong, ({ merchantId, livemode }) => `${merchantId} ${livemode}`).values()]
  return {
    ...name(wrong),
    owners: owners.flatMap((own) => own.slice(0, 1).map((one) => ({ ...pickOwner(one), ...name(own) }))),
  }
}

function name(wrong: readonly Wrong[]): Pick<BooksState, 'imbalance' | 'wrong'> {
  return { imbalance: wrong.length, wrong: wrong.slice(0, NAMED).map((one) => one.name) }
}

function pickOwner({ merchantId, livemode }: Owner): Owner {
  return { merchantId, livemode }
}

type Result = BooksState & { readonly owners: readonly (Owner & Pick<BooksState, 'imbalance' | 'wrong'>)[] }
/** A row that does not add up, and whose it is. */
type Wrong = Owner & { readonly name: string }

function toWrong(row: OwnerColumns, name: string): Wrong {
  return { ...toOwner(row), name }
}

type Look = {
  readonly startedAt: number
  readonly wrong: Wrong[]
  /** The last row checked. */
  place: number
  paymentsDone: boolean
  settlementsDone: boolean
  convertedDone: boolean
  exitsDone: boolean
  dustDone: boolean
  /** The amount received by each settlement's payments. */
  readonly settled: Map<string, bigint>
}

function newLook(now: number): Look {
  return {
    startedAt: now,
    wrong: [],
    place: 0,
    paymentsDone: false,
    settlementsDone: false,
    convertedDone: false,
    exitsDone: false,
    dustDone: false,
    settled: new Map(),
  }
}

async function checkPayments(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await findPaymentsAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const row of rows) {
    const refunds = [(row.returned ?? 0n) === row.refunded, (row.promised ?? 0n) <= row.received_final]
    const found = [row.miscounted, row.overswept, row.unbalanced].includes(1)
    if (refunds.includes(false) || found) look.wrong.push(toWrong(row, row.id))
    if (row.settlement_id !== null) addSettled(look, row.settlement_id, row.received)
  }
  look.paymentsDone = rows.length < ROWS_AT_ONCE
  look.place = look.paymentsDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

function addSettled({ settled }: Look, id: string, received: bigint): void {
  settled.set(id, (settled.get(id) ?? 0n) + received)
}

/** Settlements that were closed before the check began have all their payments in it. */
async function checkSettlements(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await findSettlementsAfter(ctx.db, look.place, look.startedAt, SETTLEMENTS_AT_ONCE)
  for (const row of rows) {
    const received = look.settled.get(row.id) ?? 0n
    const isWrong = row.by_entries === 1 ? Number(row.miscounted) === 1 : row.amount > received
    if (isWrong || row.payment_count !== Number(row.payments)) look.wrong.push(toWrong(row, row.id))
  }
  look.settlementsDone = rows.length < SETTLEMENTS_AT_ONCE
  look.place = look.settlementsDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

async function checkConverted(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await findConvertedAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const row of rows) if (Number(row.miscounted) === 1) look.wrong.push(toWrong(row, row.id))
  look.convertedDone = rows.length < ROWS_AT_ONCE
  look.place = look.convertedDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

async function checkExits(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await findExitsAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const row of rows) {
    if (Number(row.miscounted) === 1)
      look.wrong.push(toWrong(row, `what left ${row.account} in transaction ${row.tx_hash}`))
  }
  look.exitsDone = rows.length < ROWS_AT_ONCE
  look.place = look.exitsDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

async function checkStrayDust(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await findUnattributedDustAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const row of rows) {
    if (row.miscounted === 1)
      look.wrong.push(toWrong(row, `the unattributed dust of ${row.merchant_id} on ${row.address}`))
  }
  look.dustDone = rows.length < ROWS_AT_ONCE
  look.place = rows.at(-1)?.seq ?? 0
}

async function checkOpen(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  for (const row of await countOpenPayments(ctx.db)) {
    if (Number(row.kept) !== Number(row.counted))
      look.wrong.push(toWrong(row, `the open payments of ${row.merchant_id}`))
  }
}

async function checkStrays(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  for (const row of await countUnattributed(ctx.db)) {
    if (row.kept !== Number(row.counted))
      look.wrong.push(toWrong(row, `the unattributed transfers of ${row.merchant_id} on ${row.network}`))
  }
}

/** The time between two parts: a million payments take about an hour. */
const EVERY_MS = 1_000

/** Checks the books continuously, a part at a time. Reports rows that do not add up. */
export function createReconcileJob(
  books: Reconciliation,
  elapsed: () => number,
  log: (line: string) => void,
): MonitoredJob {
  const jobLog = createJobLog(elapsed, log)
  const job: MonitoredJob = {
    name: 'books',
    everyMs: EVERY_MS,
    async run() {
      await books.checkSome()
      const { imbalance, wrong } = books.state()
      const text = `${imbalance} do not add up, among them ${wrong.join(', ')}: stop paying out and look at them`
      if (imbalance === 0) jobLog.succeeded?.(job)
      else jobLog.failed({ ...job, describeError: () => text }, null)
      return { more: false }
    },
    describeError,
  }
  return job
}
