/** What a test can make wrong with the network's two APIs, while they run. */
export type Fault = {
  /** So many ledgers are not told yet. */
  lagLedgers: number
  /** Every request is answered with this HTTP status; 0: none is. */
  status: number
  /** Requests are taken and never answered. */
  silent: boolean
  /** Transactions, by their hashes, that it does not know at all: the two APIs then contradict each other. */
  omittedTransactions: readonly string[]
  /** The same that lists and events alone leave out: they are told when they are asked for by their hashes. */
  unlistedTransactions: readonly string[]
}

export type Faults = {
  horizon: Fault & {
    /** A stream that is opened is cut after so many records, without a word; 0: none is. */
    cutStreamsAfter: number
    /** Streams are ended in order after so long, as Horizon does; clients come back with the last id. */
    streamMs: number
  }
  rpc: Fault & {
    /** Payments and the like leave no events, as with a node that was not told to make them. */
    withoutUnifiedEvents: boolean
    /** So many ledgers are kept, as getEvents, getLedgers and getTransaction know them. */
    retentionLedgers: number
  }
}

/** About a week, as public nodes keep it */
const RETENTION_LEDGERS = 120_960

const STREAM_MS = 55_000

export function noFaults(): Faults {
  const right = { lagLedgers: 0, status: 0, silent: false, omittedTransactions: [], unlistedTransactions: [] }
  return {
    horizon: { ...right, cutStreamsAfter: 0, streamMs: STREAM_MS },
    rpc: { ...right, withoutUnifiedEvents: false, retentionLedgers: RETENTION_LEDGERS },
  }
}

/** Marks the requests of tests to this network itself, which nothing of this breaks */
export const CONTROL_HEADER = 'x-local-control'
