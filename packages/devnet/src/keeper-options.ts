import type { Pace } from './mining.ts'

/** What the keeper is told in its command line, as JSON */
export type KeeperOptions = {
  chainId: number
  /** A block is final when two such epochs stand on it. */
  slotsInAnEpoch: number
  /** Where the chain is kept; absent: nowhere */
  dir?: string
  /** `blockTimeMs` 0: the keeper never mines */
  pace: Pace
  /** How often the keeper looks whether there is something new to save */
  saveEveryMs: number
  /** How long to wait for another keeper that still has the folder */
  lockTimeoutMs: number
}

/** What the server asks of the keeper, one JSON value a line */
export type KeeperRequest = { type: 'hold'; id: number } | { type: 'release'; id: number }

/** What the keeper says, one JSON value a line. From `held` to the release with its id it neither mines nor saves. */
export type KeeperMessage =
  | { type: 'log'; line: string }
  | { type: 'ready'; rpcUrl: string; anvilPid: number; fresh: boolean }
  | { type: 'held'; id: number }
  | { type: 'failed'; reason: string }

export const DEFAULTS = {
  slotsInAnEpoch: 1,
  idleAfterMs: 600_000,
  idleBlockTimeMs: 15_000,
  saveEveryMs: 30_000,
  lockTimeoutMs: 10_000,
}
