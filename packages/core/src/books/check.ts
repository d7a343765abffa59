import type { Context } from '../context.ts'
import { iso } from '../domain/time.ts'
import { openCounts, paymentsAfter, settlementsAfter, strayCounts, strayDustAfter } from './store.ts'

/** Of one pass: readers wait for it. */
const ROWS_AT_ONCE = 250
/** So many are named; all are counted. */
const NAMED = 20

/** What the last look through the books found. */
export type BooksState = {
  /**
   * How many rows do not add up; 0 where all do. It counts
   * - payments whose sums are not those of the transfers that are theirs and on the chain, or that count others
   * - payments of which refunds were completed for another amount than they say went back
   * - payments whose refunds, completed or under way, are more than what is final and received
   * - payments whose own address was swept of more than it received
   * - closed settlements to merchants' wallets for more than their payments received, or of another number of payments
   * - merchants whose unattributed transfers on a network are not as many as are counted
   * - merchants whose open payments in an environment are not as many as are counted
   * - wallets whose unattributed dust is not what is summed
   *
   * So each transfer that was recorded is in just one sum, of one payment or of those that pay none, and no more goes
   * out than came in. The greater one of the last whole look and of the one under way.
   */
  readonly imbalance: number
  /** Some of them. */
  readonly wrong: readonly string[]
  /** When everything had been looked at last; null before the first time. */
  readonly checkedAt: string | null
}

export type Books = {
  /** Looks at the next bounded piece. False when everything was looked at: the next piece is the first one again. */
  checkSome(): Promise<boolean>
  state(): BooksState
  /** What the last look found, for others that do not look themselves. */
  tell(): string
  /** Takes over what another process told; where that has never looked, or is of an older release, it told nothing. */
  hear(note: string): void
}

/** Adds up what the tables say, payment by payment, and reads only. */
export function books(ctx: Pick<Context, 'db' | 'now'>): Books {
  let last: BooksState = { imbalance: 0, wrong: [], checkedAt: null }
  let look = newLook(ctx.now())

  async function checkSome(): Promise<boolean> {
    if (!look.paymentsDone) await checkPayments(ctx, look)
    else if (!look.settlementsDone) await checkSettlements(ctx, look)
    else if (!look.dustDone) await checkStrayDust(ctx, look)
    else {
      await checkStrays(ctx, look)
      await checkOpen(ctx, look)
      last = { ...found(look), checkedAt: iso(ctx.now()) }
      look = newLook(ctx.now())
      return false
    }
    return true
  }

  const state = () => (look.wrong.length > last.imbalance ? { ...last, ...found(look) } : last)

  return {
    checkSome,
    state,
    tell: () => JSON.stringify(state()),
    hear(note) {
      if (note === '') return
      last = JSON.parse(note) as BooksState
      // It does not go on with what it looked at long ago.
      look = newLook(ctx.now())
    },
  }
}

function found({ wrong }: Look): Pick<BooksState, 'imbalance' | 'wrong'> {
  return { imbalance: wrong.length, wrong: wrong.slice(0, NAMED) }
}

type Look = {
  readonly begun: number
  readonly wrong: string[]
  /** The row that was looked at last. */
  place: number
  paymentsDone: boolean
  settlementsDone: boolean
  dustDone: boolean
  /** What the payments of each settlement received, and how many there are. */
  readonly settled: Map<string, { received: bigint; payments: number }>
}

function newLook(now: number): Look {
  return {
    begun: now,
    wrong: [],
    place: 0,
    paymentsDone: false,
    settlementsDone: false,
    dustDone: false,
    settled: new Map(),
  }
}

async function checkPayments(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await paymentsAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const row of rows) {
    const received = BigInt(row.received)
    const final = BigInt(row.received_final)
    const refunds = [BigInt(row.returned ?? 0) === BigInt(row.refunded), amount(row.promised) <= final]
    if (refunds.includes(false) || row.miscounted === 1 || row.overswept === 1) look.wrong.push(row.id)
    if (row.settlement_id !== null) addSettled(look, row.settlement_id, received)
  }
  look.paymentsDone = rows.length < ROWS_AT_ONCE
  look.place = look.paymentsDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

function amount(sum: number | bigint | string | null): bigint {
  return BigInt(sum ?? 0)
}

function addSettled({ settled }: Look, id: string, received: bigint): void {
  const known = settled.get(id) ?? { received: 0n, payments: 0 }
  settled.set(id, { received: known.received + received, payments: known.payments + 1 })
}

/** Those that were closed before the look began have all their payments in it. */
async function checkSettlements(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await settlementsAfter(ctx.db, look.place, look.begun, ROWS_AT_ONCE)
  for (const row of rows) {
    const { received, payments } = look.settled.get(row.id) ?? { received: 0n, payments: 0 }
    if (BigInt(row.amount) > received || row.payment_count !== payments) look.wrong.push(row.id)
  }
  look.settlementsDone = rows.length < ROWS_AT_ONCE
  look.place = look.settlementsDone ? 0 : (rows.at(-1)?.seq ?? 0)
}

async function checkStrayDust(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  const rows = await strayDustAfter(ctx.db, look.place, ROWS_AT_ONCE)
  for (const { miscounted, merchant_id, address } of rows) {
    if (miscounted === 1) look.wrong.push(`the unattributed dust of ${merchant_id} on ${address}`)
  }
  look.dustDone = rows.length < ROWS_AT_ONCE
  look.place = rows.at(-1)?.seq ?? 0
}

async function checkOpen(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  for (const { merchant_id, kept, counted } of await openCounts(ctx.db)) {
    if (Number(kept) !== Number(counted)) look.wrong.push(`the open payments of ${merchant_id}`)
  }
}

async function checkStrays(ctx: Pick<Context, 'db'>, look: Look): Promise<void> {
  for (const { merchant_id, network, kept, counted } of await strayCounts(ctx.db)) {
    if (kept !== Number(counted)) look.wrong.push(`the unattributed transfers of ${merchant_id} on ${network}`)
  }
}
