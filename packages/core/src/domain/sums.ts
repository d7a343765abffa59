/**
 * The sums of a payment's transfers. They are stored with the payment, so one more transfer costs the same however many
 * there are. Amounts are millionths of a coin.
 */

export type CountedTransfer = {
  readonly amount: bigint
  readonly blockTime: number
  readonly state: 'seen' | 'final' | 'orphaned'
}

export type Sums = {
  /** Everything on the chain, including late money. */
  readonly received: bigint
  readonly receivedFinal: bigint
  /** In blocks up to the deadline. */
  readonly onTime: bigint
  readonly onTimeFinal: bigint
  /** In blocks of the 24 hours after the deadline. */
  readonly inGrace: bigint
  readonly inGraceFinal: bigint
  /** The part of `received` that came in transfers below the minimum. */
  readonly dust: bigint
  readonly dustOnTime: bigint
  readonly dustInGrace: bigint
  /** The number of transfers on the chain, and how many of them are dust. */
  readonly transfers: number
  readonly dustTransfers: number
}

/** The payment's terms that decide where a transfer is counted. */
export type CountingTerms = { readonly expiresAt: number; readonly minTransfer: bigint }

/** The time after the deadline for which the policy `accept` takes money. */
export const LATE_WINDOW_MS = 24 * 3_600_000

const noSums: Sums = {
  received: 0n,
  receivedFinal: 0n,
  onTime: 0n,
  onTimeFinal: 0n,
  inGrace: 0n,
  inGraceFinal: 0n,
  dust: 0n,
  dustOnTime: 0n,
  dustInGrace: 0n,
  transfers: 0,
  dustTransfers: 0,
}

/** Tells whether an amount is too small to be reported by itself. */
export function isDust(terms: Pick<CountingTerms, 'minTransfer'>, amount: bigint): boolean {
  return amount < terms.minTransfer
}

/** The sums with one more transfer. A transfer that a reorganisation removed adds nothing. */
export function addTransfer(terms: CountingTerms, sums: Sums, transfer: CountedTransfer): Sums {
  return change(terms, sums, transfer, 1)
}

/** The sums without a transfer that was added before, in its state of that time. */
export function removeTransfer(terms: CountingTerms, sums: Sums, transfer: CountedTransfer): Sums {
  return change(terms, sums, transfer, -1)
}

/** The sums of a list of transfers. */
export function sumUp(terms: CountingTerms, transfers: readonly CountedTransfer[]): Sums {
  return transfers.reduce((sums, transfer) => addTransfer(terms, sums, transfer), noSums)
}

function change(terms: CountingTerms, sums: Sums, transfer: CountedTransfer, by: 1 | -1): Sums {
  const { amount, blockTime, state } = transfer
  if (state === 'orphaned') return sums
  const moved = by === 1 ? amount : -amount
  const dust = isDust(terms, amount)
  const onTime = blockTime <= terms.expiresAt
  const inGrace = !onTime && blockTime <= terms.expiresAt + LATE_WINDOW_MS
  const final = state === 'final'
  const when = (condition: boolean) => (condition ? moved : 0n)
  return {
    received: sums.received + moved,
    receivedFinal: sums.receivedFinal + when(final),
    onTime: sums.onTime + when(onTime),
    onTimeFinal: sums.onTimeFinal + when(onTime && final),
    inGrace: sums.inGrace + when(inGrace),
    inGraceFinal: sums.inGraceFinal + when(inGrace && final),
    dust: sums.dust + when(dust),
    dustOnTime: sums.dustOnTime + when(dust && onTime),
    dustInGrace: sums.dustInGrace + when(dust && inGrace),
    transfers: sums.transfers + by,
    dustTransfers: sums.dustTransfers + (dust ? by : 0),
  }
}
