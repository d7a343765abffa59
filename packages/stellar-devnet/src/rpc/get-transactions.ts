import { rpc } from '@stellar/stellar-sdk'
import { findFirstAfter } from '../horizon/page.ts'
import { encodeToid, type LedgerTransaction } from '../ledger/history.ts'
import { readLimit } from './get-ledgers.ts'
import { createInvalidParams, createInvalidRequest, type Params, readNumber, readRecord, readText } from './refusal.ts'
import { isKept, type Window } from './window.ts'

const { GetTransactionStatus } = rpc.Api
const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200

/** The outcome of a transaction. @throws Refusal if the hash is invalid */
export function getTransaction(window: Window, params: Params): rpc.Api.RawGetTransactionResponse {
  const { chain, oldest, latest } = window
  const omitted = window.faults.rpc.omittedTransactions
  const txHash = readText(params.hash, 'hash').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(txHash)) throw createInvalidParams(`unexpected hash length (${txHash.length})`)
  const transaction = omitted.includes(txHash) ? undefined : chain.history.transaction(txHash)
  const range = {
    latestLedger: latest.sequence,
    latestLedgerCloseTime: Number(latest.closeTime),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: Number(oldest.closeTime),
  }
  const found = transaction && isKept(window, transaction.ledger) ? rawTransaction(window, transaction) : undefined
  return { status: GetTransactionStatus.NOT_FOUND, ...range, ...found, txHash }
}

/** Transactions in order. @throws Refusal if the request is invalid or outside the window */
export function getTransactions(window: Window, params: Params): rpc.Api.RawGetTransactionsResponse {
  const { chain, oldest, latest } = window
  const pagination = readRecord(params.pagination, 'pagination')
  const startLedger = readNumber(params.startLedger, 'startLedger')
  const limit = readLimit(pagination, DEFAULT_LIMIT, MAX_LIMIT)
  const cursor = pagination.cursor
  if (cursor !== undefined && startLedger > 0) throw createInvalidRequest('startLedger and cursor cannot both be set')
  if (cursor === undefined && !isKept(window, startLedger)) {
    throw createInvalidRequest(
      `start ledger must be between the oldest ledger: ${oldest.sequence} and the latest ledger: ${latest.sequence} for this rpc instance`,
    )
  }
  const after = cursor === undefined ? encodeToid(startLedger) - 1n : readCursor(readText(cursor, 'cursor'))
  const { transactions } = chain.history
  const start = findFirstAfter(transactions, after)
  const page = transactions.slice(start, start + limit).filter(({ ledger }) => isKept(window, ledger))
  return {
    transactions: page.map((transaction) => rawTransaction(window, transaction)),
    latestLedger: latest.sequence,
    latestLedgerCloseTimestamp: Number(latest.closeTime),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTimestamp: Number(oldest.closeTime),
    cursor: String(page.at(-1)?.toid ?? (cursor === undefined ? encodeToid(latest.sequence + 1) - 1n : after)),
  }
}

function readCursor(cursor: string): bigint {
  if (/^\d{1,19}$/.test(cursor)) return BigInt(cursor)
  throw createInvalidParams(`cursor ${cursor} is invalid`)
}

function rawTransaction({ faults }: Window, transaction: LedgerTransaction): rpc.Api.RawTransactionInfo {
  const { submission, successful, contractEvents } = transaction
  const hasEvents = !faults.rpc.withoutUnifiedEvents
  return {
    status: successful ? GetTransactionStatus.SUCCESS : GetTransactionStatus.FAILED,
    txHash: submission.hash,
    applicationOrder: transaction.order,
    feeBump: submission.bump !== undefined,
    envelopeXdr: submission.envelope,
    resultXdr: transaction.result.toXdr('base64'),
    resultMetaXdr: transaction.meta,
    ledger: transaction.ledger,
    createdAt: Number(transaction.closeTime),
    events: { contractEventsXdr: hasEvents ? [...contractEvents] : [] },
  }
}
