import type { rpc } from '@stellar/stellar-sdk'
import type { Ledger, LedgerEvent, LedgerTransaction } from '../ledger/history.ts'
import { formatEventId } from '../ledger/placed-events.ts'
import { formatTime } from '../ledger/time.ts'
import { parseFilters } from './event-filter.ts'
import { createInvalidParams, createInvalidRequest, type Params, readNumber, readRecord, readText } from './refusal.ts'
import { isKept, type Window } from './window.ts'

const DEFAULT_LIMIT = 100
const MAX_LIMIT = 10_000
/** The number of ledgers searched in one call; the cursor then continues from there. */
const LEDGERS_A_CALL = 10_000
const LAST_NUMBER = 4_294_967_295

type Request = { readonly after: string; readonly first: number; readonly end: number; readonly limit: number }

/** Events in order, by ledger or after a cursor. @throws Refusal if the request is invalid or outside the window */
export function getEvents(window: Window, params: Params): rpc.Api.RawGetEventsResponse {
  const { oldest, latest, faults } = window
  const { after, first, end, limit } = readRequest(window, params)
  const omitted = [...faults.rpc.omittedTransactions, ...faults.rpc.unlistedTransactions]
  const filter = parseFilters(params.filters)
  if (!isKept(window, first)) {
    throw createInvalidRequest(`startLedger must be within the ledger range: ${oldest.sequence} - ${latest.sequence}`)
  }
  const events: rpc.Api.RawEventResponse[] = []
  for (let sequence = first; sequence < end && events.length < limit; sequence++) {
    const ledger = faults.rpc.withoutUnifiedEvents ? undefined : window.chain.history.ledger(sequence)
    const found = ledger ? listEvents(ledger, omitted).filter(({ event }) => event.id > after && filter(event)) : []
    events.push(...found.slice(0, limit - events.length).map(rawEvent))
  }
  return {
    events,
    cursor: events.length === limit ? (events.at(-1)?.id ?? '') : lastCursor(end - 1),
    latestLedger: latest.sequence,
    oldestLedger: oldest.sequence,
    latestLedgerCloseTime: String(latest.closeTime),
    oldestLedgerCloseTime: String(oldest.closeTime),
  }
}

function readRequest({ latest }: Window, params: Params): Request {
  const pagination = readRecord(params.pagination, 'pagination')
  const startLedger = readNumber(params.startLedger, 'startLedger')
  const endLedger = readNumber(params.endLedger, 'endLedger')
  const limit = readNumber(pagination.limit, 'limit') || DEFAULT_LIMIT
  if (limit > MAX_LIMIT) throw createInvalidParams(`limit must not exceed ${MAX_LIMIT}`)
  const cursor = pagination.cursor
  if (cursor !== undefined && (startLedger > 0 || endLedger > 0)) {
    throw createInvalidParams('ledger ranges and cursor cannot both be set')
  }
  if (cursor === undefined && startLedger === 0) throw createInvalidParams('startLedger must be positive')
  const after = cursor === undefined ? '' : readCursor(readText(cursor, 'cursor'))
  const first = after === '' ? startLedger : Number(BigInt(after.slice(0, 19)) >> 32n)
  const end = Math.min(first + LEDGERS_A_CALL, latest.sequence + 1, endLedger > 0 ? endLedger : Number.MAX_SAFE_INTEGER)
  return { after, first, end, limit }
}

function readCursor(cursor: string): string {
  if (/^\d{19}-\d{10}$/.test(cursor)) return cursor
  throw createInvalidParams(`cursor ${cursor} is invalid`)
}

/** The position after everything in that ledger */
function lastCursor(sequence: number): string {
  return formatEventId((BigInt(sequence + 1) << 32n) - 1n, LAST_NUMBER)
}

/** The fees of all transactions precede the effects of the first one. */
function listEvents({ transactions }: Ledger, omitted: readonly string[]): Found[] {
  return transactions
    .filter(({ submission }) => !omitted.includes(submission.hash))
    .flatMap((transaction) => transaction.events.map((event) => ({ transaction, event })))
    .sort((a, b) => (a.event.id < b.event.id ? -1 : 1))
}

type Found = { readonly transaction: LedgerTransaction; readonly event: LedgerEvent }

function rawEvent({ transaction, event }: Found): rpc.Api.RawEventResponse {
  return {
    type: 'contract',
    ledger: transaction.ledger,
    ledgerClosedAt: formatTime(transaction.closeTime),
    contractId: event.contract,
    id: event.id,
    transactionIndex: Number((BigInt(event.id.slice(0, 19)) >> 12n) & 0xfffffn),
    operationIndex: event.operation,
    inSuccessfulContractCall: true,
    txHash: transaction.submission.hash,
    topic: [...event.topics],
    value: event.value,
  }
}
