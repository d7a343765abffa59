import type { Pace } from '@crypto-checkout/stellar-devnet/runtime'
import type { NetworkName } from './networks.ts'

export type ChainOptions = {
  /** Names the chain in requests and messages */
  name: NetworkName
  chainId: number
  /** A block is final once two such epochs follow it. */
  slotsInAnEpoch: number
  /** The folder of the chain; if absent, it is not stored */
  dir?: string
  /** The port to listen on, if it is free; if absent, the folder's last one, or any */
  port?: number
  /** `blockTimeMs` 0: the supervisor never mines */
  pace: Pace
  /** The time between two looks of the supervisor for something new to save */
  saveEveryMs: number
  /** The time to wait for another process that still holds the folder */
  lockTimeoutMs: number
}

/** The chains of a supervisor, each with a name of its own; passed as JSON in its command line */
export type SupervisorOptions = readonly ChainOptions[]

export type ChainRequest = { type: 'hold'; id: number } | { type: 'release'; id: number }

/**
 * From `held` until the release with its id the chain is neither mined nor saved. `failed`: the chain has ended, and its
 * anvil with it. It is the chain's last message.
 */
export type ChainMessage =
  | { type: 'log'; line: string }
  | { type: 'ready'; rpcUrl: string; anvilPid: number; fresh: boolean }
  | { type: 'held'; id: number }
  | { type: 'failed'; reason: string }

/** The server's requests to the supervisor, one JSON value a line */
export type SupervisorRequest = ChainRequest & { chain: NetworkName }

/** The supervisor's messages, one JSON value a line */
export type SupervisorMessage = ChainMessage & { chain: NetworkName }

export const DEFAULTS = {
  slotsInAnEpoch: 1,
  saveEveryMs: 30_000,
  lockTimeoutMs: 10_000,
}
