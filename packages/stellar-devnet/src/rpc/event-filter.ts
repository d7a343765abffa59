import { StrKey } from '@stellar/stellar-sdk'
import type { LedgerEvent } from '../ledger/history.ts'
import { createInvalidParams, type Params, readRecord } from './refusal.ts'

const MAX_FILTERS = 5
const MAX_CONTRACTS = 5
const MAX_TOPICS = 5
const MAX_SEGMENTS = 4
const ANY = '*'
const REST = '**'

export type EventFilter = (event: LedgerEvent) => boolean

/**
 * Returns whether any of the filters accepts an event; without filters all do. @throws Refusal if a filter is invalid
 */
export function parseFilters(value: unknown): EventFilter {
  const filters = readList(value, 'filters')
  if (filters.length > MAX_FILTERS) throw createInvalidParams(`maximum ${MAX_FILTERS} filters per request`)
  const wanted = filters.map((filter, index) => parseFilter(readRecord(filter, 'filter'), index + 1))
  return (event) => wanted.length === 0 || wanted.some((filter) => filter(event))
}

function parseFilter({ type, contractIds, topics }: Params, number: number): EventFilter {
  const types = type === undefined || type === '' ? ['contract', 'system'] : String(type).split(',')
  if (types.some((one) => one !== 'contract' && one !== 'system')) {
    throw createInvalidParams(
      `filter ${number} invalid: filter type invalid: if set, type must be either 'system' or 'contract'`,
    )
  }
  const contracts = readList(contractIds, 'contractIds').map(String)
  if (contracts.length > MAX_CONTRACTS) {
    throw createInvalidParams(`filter ${number} invalid: maximum ${MAX_CONTRACTS} contract IDs per filter`)
  }
  contracts.forEach((contract, index) => {
    if (StrKey.isValidContract(contract)) return
    throw createInvalidParams(`filter ${number} invalid: contract ID ${index + 1} invalid`)
  })
  const patterns = readList(topics, 'topics').map((topic) => parsePattern(topic, number))
  if (patterns.length > MAX_TOPICS)
    throw createInvalidParams(`filter ${number} invalid: maximum ${MAX_TOPICS} topics per filter`)
  return (event) =>
    types.includes('contract') &&
    (contracts.length === 0 || contracts.includes(event.contract)) &&
    (patterns.length === 0 || patterns.some((pattern) => pattern(event.topics)))
}

/** `*` matches one segment, `**` at the end any number of them; without it the number of segments must match. */
function parsePattern(value: unknown, number: number): (topics: readonly string[]) => boolean {
  const parts = readList(value, 'topic').map(String)
  const open = parts.at(-1) === REST
  const segments = open ? parts.slice(0, -1) : parts
  const wrong = (reason: string): never => {
    throw createInvalidParams(`filter ${number} invalid: topic 1 invalid: ${reason}`)
  }
  if (parts.length === 0) wrong('topic must have at least one segment')
  if (segments.length > MAX_SEGMENTS) wrong(`topic cannot have more than ${MAX_SEGMENTS} segments`)
  if (segments.includes(REST)) wrong("wildcard '**' is only allowed as the last segment")
  if (segments.some((segment) => segment !== ANY && !isBase64(segment))) wrong('segment 1 invalid: not a valid scVal')
  return (topics) =>
    (open ? topics.length >= segments.length : topics.length === segments.length) &&
    segments.every((segment, index) => segment === ANY || segment === topics[index])
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text) && Buffer.from(text, 'base64').length % 4 === 0
}

function readList(value: unknown, name: string): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw createInvalidParams(`${name} must be a list`)
}
