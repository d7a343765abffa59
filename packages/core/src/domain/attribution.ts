/** Attribution of transfers: by an amount that one payment at a time holds, or by a memo. */
import { LATE_WINDOW_MS } from './sums.ts'

/** The holder of an amount on a wallet, and since when. A later holder replaces the earlier one. */
export type Holder = { readonly paymentId: string; readonly reservedAt: number }

/** The time by which a block may precede the server's clock: well below the day for which an amount is not reused. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * The payment that an amount in a block of this time pays: the last holder by then. Null when there was none: money
 * from before a payment existed never pays it.
 */
export function getHolderAt(holders: readonly Holder[], blockTime: number): Holder | null {
  let found: Holder | null = null
  for (const holder of holders) {
    const hasBegun = holder.reservedAt - CLOCK_TOLERANCE_MS <= blockTime
    if (hasBegun && (!found || holder.reservedAt > found.reservedAt)) found = holder
  }
  return found
}

/** The fields that stay the same when a transaction is mined again in another block. */
export type TransferIdentity = {
  readonly txHash: string
  readonly token: string
  readonly from: string
  readonly to: string
  readonly rawAmount: bigint
}

/**
 * Numbers equal transfers of one transaction 0, 1, 2... in log order. The list must hold whole blocks, so that a
 * transfer gets the same number whenever it is read. Leaves out what an account sends to itself: it moves nothing.
 */
export function assignOrdinals<T extends TransferIdentity>(transfers: readonly T[]): (T & { ordinal: number })[] {
  const counts = new Map<string, number>()
  const moving = transfers.filter(({ from, to }) => from !== to)
  return moving.map((transfer) => {
    const key = [transfer.txHash, transfer.token, transfer.from, transfer.to, transfer.rawAmount].join()
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return { ...transfer, ordinal }
  })
}

/**
 * A tail of 0.000001 to 0.009999 makes an amount unique. The amount never ends in 0, so one that a payer or an exchange
 * rounds or truncates matches nothing.
 */
export const MAX_SUFFIX = 9_999n

export function endsInZero(amount: bigint): boolean {
  return amount % 10n === 0n
}

/** One of the amounts of a price, uniformly at random. `random(n)` returns an integer from 0 to n - 1. */
export function pickRandomAmount(price: bigint, random: (below: number) => number): bigint {
  for (;;) {
    const amount = price + 1n + BigInt(random(Number(MAX_SUFFIX)))
    if (!endsInZero(amount)) return amount
  }
}

/** Every amount that can stand for a price, in order. */
export function listAmounts(price: bigint): bigint[] {
  const amounts: bigint[] = []
  for (let tail = 1n; tail <= MAX_SUFFIX; tail++) if (!endsInZero(price + tail)) amounts.push(price + tail)
  return amounts
}

/** Counts the amounts that can stand for a price. */
export function countAmounts(price: bigint): number {
  return Number(MAX_SUFFIX - ((price + MAX_SUFFIX) / 10n - price / 10n))
}

/**
 * An amount is reused at the earliest a day after its payment ended, and not within 30 days while others are free. The
 * day is as long as late money may be accepted, plus the tolerance of both clocks. So the last moment of one payment
 * comes before the first of the next.
 */
export const QUARANTINE_MS = LATE_WINDOW_MS + 2 * CLOCK_TOLERANCE_MS
export const PREFERRED_REST_MS = 30 * 24 * 3_600_000

/**
 * A memo of 16 decimal digits, the first from 1 to 8. The same digits are valid as a text, an id and a muxed account's
 * id, and stay exact when read as a number.
 */
const MEMO = /^[1-8]\d{15}$/

/** `random(n)` returns an integer from 0 to n - 1. */
export function createMemo(random: (below: number) => number): string {
  const digits = (count: number) => String(random(10 ** count)).padStart(count, '0')
  return `${1 + random(8)}${digits(7)}${digits(8)}`
}

/** Reads the payer's memo, ignoring white space that a wallet added; null if it is not one of ours. */
export function parseMemo(text: string | null): string | null {
  const meant = text?.trim() ?? ''
  return MEMO.test(meant) ? meant : null
}
