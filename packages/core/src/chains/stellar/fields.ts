import { NodeError } from '../node-error.ts'

/** Reads a node's answer field by field. Throws NodeError for anything unexpected. */

export type Fields = Readonly<Record<string, unknown>>

const DIGITS = /^\d{1,15}$/
const TOID = /^\d{1,19}$/
/** Before the year 2286. A larger number may not be seconds. */
const SECONDS = /^\d{1,10}$/

export function createMalformedError(what: string): NodeError {
  return new NodeError('malformed', `the node sent ${what}`)
}

/** `newest`: the node's own newest ledger. */
export function createBehindError(newest: number): NodeError {
  return new NodeError('behind', `the node is at ledger ${newest}, later ones were read already: waiting for it`)
}

export function parseList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw createMalformedError(`no list of ${name}`)
}

export function parseText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** An integer, as a number or as text. */
export function parseInteger(value: unknown, name: string): number {
  const text = typeof value === 'number' ? String(value) : parseText(value)
  if (DIGITS.test(text)) return Number(text)
  throw createMalformedError(`no ${name}`)
}

/** A ledger's number: 32 bits, from 1. */
export function parseLedgerNumber(value: unknown): number {
  const number = parseInteger(value, "ledger's number")
  if (number >= 1 && number < 2 ** 32) return number
  throw createMalformedError('a number that no ledger has')
}

/** The ledger of the last change. If the node does not tell, a number above every ledger. */
export function parseChangeLedger(value: unknown): number {
  return value === undefined ? Number.MAX_SAFE_INTEGER : parseLedgerNumber(value)
}

/** Converts seconds to milliseconds. */
export function parseSeconds(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : parseText(value)
  if (SECONDS.test(text)) return Number(text) * 1_000
  throw createMalformedError('no time')
}

/** Converts an ISO 8601 time to milliseconds. */
export function parseIsoTime(value: unknown): number {
  const ms = Date.parse(parseText(value))
  if (ms >= 0) return ms
  throw createMalformedError('no time')
}

const HASH = /^[0-9a-f]{64}$/i

export function parseTransactionHash(value: unknown): string {
  if (HASH.test(parseText(value))) return parseText(value).toLowerCase()
  throw createMalformedError('no hash of a transaction')
}

export function parseToid(value: unknown): bigint {
  if (TOID.test(parseText(value))) return BigInt(parseText(value))
  throw createMalformedError('no place in a ledger')
}

const AMOUNT = /^(\d{1,12})(?:\.(\d{1,7}))?$/

/** `parseStroops('12.5') // 125_000_000n`, the asset's own integer. */
export function parseStroops(value: unknown): bigint {
  const match = AMOUNT.exec(parseText(value))
  if (!match) throw createMalformedError('no amount')
  return BigInt(match[1] ?? '') * 10_000_000n + BigInt((match[2] ?? '').padEnd(7, '0'))
}
