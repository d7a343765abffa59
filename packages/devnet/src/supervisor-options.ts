import type { Pace } from '@crypto-checkout/stellar-devnet/runtime'

/** The supervisor's options, passed as JSON in its command line */
export type SupervisorOptions = {
  chainId: number
  /** A block is final once two such epochs follow it. */
  slotsInAnEpoch: number
  /** The folder of the chain; if absent, it is not stored */
  dir?: string
  /** `blockTimeMs` 0: the supervisor never mines */
  pace: Pace
  /** How often the supervisor checks whether there is something new to save */
  saveEveryMs: number
  /** How long to wait for another supervisor that still holds the folder */
  lockTimeoutMs: number
}

/** The server's requests to the supervisor, one JSON value a line */
export type SupervisorRequest = { type: 'hold'; id: number } | { type: 'release'; id: number }

/**
 * The supervisor's messages, one JSON value a line. From `held` until the release with its id it neither mines nor saves.
 */
export type SupervisorMessage =
  | { type: 'log'; line: string }
  | { type: 'ready'; rpcUrl: string; anvilPid: number; fresh: boolean }
  | { type: 'held'; id: number }
  | { type: 'failed'; reason: string }

export const DEFAULTS = {
  slotsInAnEpoch: 1,
  saveEveryMs: 30_000,
  lockTimeoutMs: 10_000,
}
