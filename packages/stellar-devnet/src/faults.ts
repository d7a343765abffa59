/** Faults that a test can cause in the network's two APIs while they run. */
export type Fault = {
  /** The number of newest ledgers that are hidden. */
  lagLedgers: number
  /** The HTTP status of every answer; 0: normal answers. */
  status: number
  /** Requests are accepted and never answered. */
  silent: boolean
  /** Hashes of transactions that this API does not know at all: the two APIs then contradict each other. */
  omittedTransactions: readonly string[]
  /** Hashes of transactions that only lists and events omit: requests by hash return them. */
  unlistedTransactions: readonly string[]
}

export type Faults = {
  horizon: Fault & {
    /** The number of records after which a new stream is cut without notice; 0: never. */
    cutStreamsAfter: number
    /** The time after which a stream ends in order, as with Horizon; clients reconnect with the last id. */
    streamMs: number
  }
  rpc: Fault & {
    /** Payments and other operations emit no events, as on a node that is not configured to emit them. */
    withoutUnifiedEvents: boolean
    /** The number of ledgers that getEvents, getLedgers and getTransaction know. */
    retentionLedgers: number
  }
}

/** About a week, as on public nodes */
const RETENTION_LEDGERS = 120_960

const STREAM_MS = 55_000

export function createFaults(): Faults {
  const right = { lagLedgers: 0, status: 0, silent: false, omittedTransactions: [], unlistedTransactions: [] }
  return {
    horizon: { ...right, cutStreamsAfter: 0, streamMs: STREAM_MS },
    rpc: { ...right, withoutUnifiedEvents: false, retentionLedgers: RETENTION_LEDGERS },
  }
}

/** Marks requests of tests to this network itself, which no fault affects */
export const CONTROL_HEADER = 'x-local-control'
