import type { rpc } from '@stellar/stellar-sdk'
import { buildCloseMeta, buildHeader, buildHeaderEntry } from '../ledger/header.ts'
import type { Ledger } from '../ledger/history.ts'
import { PROTOCOL_VERSION } from '../ledger/network.ts'
import { createInvalidParams, createInvalidRequest, type Params, readNumber, readRecord, readText } from './refusal.ts'
import { isKept, type Window } from './window.ts'

const DEFAULT_LIMIT = 5
const MAX_LIMIT = 200

/** Ledgers in order. @throws Refusal if the request is invalid or outside the window */
export function getLedgers(window: Window, params: Params): rpc.Api.RawGetLedgersResponse {
  const { chain, oldest, latest } = window
  const pagination = readRecord(params.pagination, 'pagination')
  const start = readStart(window, params, pagination)
  const limit = readLimit(pagination, DEFAULT_LIMIT, MAX_LIMIT)
  const ledgers = chain.history.ledgers.slice(start - 1, Math.min(start - 1 + limit, latest.sequence))
  return {
    ledgers: ledgers.map(rawLedger),
    latestLedger: latest.sequence,
    latestLedgerCloseTime: Number(latest.closeTime),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: Number(oldest.closeTime),
    cursor: String(ledgers.at(-1)?.sequence ?? start - 1),
  }
}

function readStart(window: Window, params: Params, pagination: Params): number {
  const { oldest, latest } = window
  const startLedger = readNumber(params.startLedger, 'startLedger')
  const cursor = pagination.cursor
  if (cursor !== undefined && startLedger > 0) throw createInvalidRequest('startLedger and cursor cannot both be set')
  if (cursor === undefined) {
    if (isKept(window, startLedger)) return startLedger
    throw createInvalidRequest(
      `start ledger (${startLedger}) must be between the oldest ledger: ${oldest.sequence} and the latest ledger: ${latest.sequence} for this rpc instance`,
    )
  }
  const start = Number(readText(cursor, 'cursor')) + 1
  if (isKept(window, start)) return start
  throw createInvalidParams(
    `cursor ('${cursor}') must be between the oldest ledger: ${oldest.sequence} and the latest ledger: ${latest.sequence} for this rpc instance`,
  )
}

export function readLimit(pagination: Params, whenLeftOut: number, most: number): number {
  const limit = readNumber(pagination.limit, 'limit') || whenLeftOut
  if (limit > most) throw createInvalidRequest(`limit must not exceed ${most}`)
  return limit
}

function rawLedger(ledger: Ledger): rpc.Api.RawLedgerResponse {
  return {
    hash: ledger.hash,
    sequence: ledger.sequence,
    ledgerCloseTime: String(ledger.closeTime),
    headerXdr: buildHeaderEntry(ledger).toXdr('base64'),
    metadataXdr: buildCloseMeta(ledger).toXdr('base64'),
  }
}

export function getLatestLedger({ latest }: Window): rpc.Api.RawGetLatestLedgerResponse {
  return {
    id: latest.hash,
    protocolVersion: String(PROTOCOL_VERSION),
    sequence: latest.sequence,
    closeTime: String(latest.closeTime),
    headerXdr: buildHeader(latest).toXdr('base64'),
    metadataXdr: buildCloseMeta(latest).toXdr('base64'),
  }
}
