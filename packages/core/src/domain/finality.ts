/** The pace of finality, in blocks. */
export type FinalityPace = {
  /** The newest final block. */
  readonly finalNumber: number
  /** How far it was behind the newest block when it last moved. */
  readonly lag: number
  /** How many blocks became final then: one if each does by itself, an epoch on Ethereum. */
  readonly step: number
}

/**
 * The newest block's number when `block` becomes final, if finality continues as it last moved.
 *
 *     estimateFinalBlock(105, { finalNumber: 64, lag: 64, step: 32 }) // 192: the second epoch from now
 */
export function estimateFinalBlock(block: number, { finalNumber, lag, step }: FinalityPace): number {
  // A step that catches up is longer than those that follow.
  const usual = Math.max(1, Math.min(step, lag))
  return finalNumber + lag + Math.ceil((block - finalNumber) / usual) * usual
}

/** A chain as far as it was read; times in milliseconds. */
export type ChainPace = {
  readonly number: number
  readonly time: number
  readonly finalNumber: number
  readonly finalTime: number
}

/** When a block should come, at the pace since the final one; null when there is none. */
export function estimateBlockTime(number: number, { time, ...read }: ChainPace): number | null {
  const blocks = read.number - read.finalNumber
  return blocks > 0 ? time + ((number - read.number) * (time - read.finalTime)) / blocks : null
}
