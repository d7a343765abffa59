import { toRecord } from '@crypto-checkout/api-types'
import { createRangeReader, mayBeTooMuch } from '../block-ranges.ts'
import type { BlockRef, ObservedTransfer, Recipients } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { BlockRange } from '../refusals.ts'
import { createContractCalls } from './contract-calls.ts'
import { createEventFilters, listFilterWallets } from './event-requests.ts'
import {
  createBehindError,
  createMalformedError,
  type Fields,
  parseIsoTime,
  parseLedgerNumber,
  parseList,
  parseSeconds,
  parseText,
} from './fields.ts'
import { getAssetByContract, type KnownAsset } from './identifiers.ts'
import { readAccount } from './ledger-entries.ts'
import {
  chooseFee,
  type LedgerRange,
  MAX_READ_LEDGERS,
  type Page,
  type StellarNode,
  type StellarRpc,
  type Submission,
  toBlockRef,
  toTransfers,
} from './node.ts'
import { decodeResultCode, TRY_AGAIN } from './result-codes.ts'
import { decodeEventId, MovementReader } from './rpc-movements.ts'

/** The number of events requested at once. The reference server returns at most ten times as many. */
const EVENTS_A_PAGE = 1_000
/** Per reading; the rest waits for the next one. */
const MAX_PAGES = 20

type EventPage = {
  readonly events: readonly Fields[]
  readonly newest: BlockRef
  readonly oldest: BlockRef
  /** The last ledger that the node has searched. */
  readonly lookedTo: number
  readonly cursor: string
}

/** `until`: the events are complete up to this ledger; null when the newest ledger is too far away. */
type Found = Pick<EventPage, 'events' | 'newest' | 'oldest'> & { readonly until: number | null }

/**
 * Reads the unified events (CAP-67) of the assets' contracts over Stellar RPC: one request per poll, however many
 * payments are pending.
 */
export function createRpcNode(rpc: StellarRpc, assets: readonly KnownAsset[]): StellarNode {
  const movements = new MovementReader(assets)

  async function transaction(hash: string, ledger: number): Promise<ObservedTransfer[] | null> {
    const answer = toRecord(await rpc('getTransaction', { hash }))
    if (answer.status === 'NOT_FOUND') {
      const [oldest, newest] = [parseLedgerNumber(answer.oldestLedger), parseLedgerNumber(answer.latestLedger)]
      if (newest < ledger) throw createBehindError(newest)
      return oldest > ledger ? null : []
    }
    if (answer.status === 'FAILED') return []
    if (answer.status !== 'SUCCESS') throw createMalformedError('no status of a transaction')
    const place = {
      txHash: hash,
      blockNumber: parseLedgerNumber(answer.ledger),
      blockTime: parseSeconds(answer.createdAt),
    }
    const events = parseList(toRecord(answer.events).contractEventsXdr, 'events').flatMap((one) =>
      parseList(one, 'events'),
    )
    return toTransfers(movements.readXdr(events.map(parseText), place))
  }

  async function readRange(range: LedgerRange, recipients: Recipients): Promise<Page> {
    const named = await listFilterWallets(recipients)
    const found = await findEvents(rpc, createEventFilters(assets, named), range)
    const { newest, until } = found
    if (until === null) return { newest, reached: null, transfers: [] }
    // A wallet added meanwhile was not in the filter, and may have been paid already.
    if (named && (await listFilterWallets(recipients))?.length !== named.length) return readRange(range, recipients)
    const byId = new Map(found.events.map((event) => [parseText(event.id), event]))
    const moved = movements.readEvents([...byId.values()])
    const wanted = named ? new Set(named) : await recipients.intersect(moved.map((one) => one.to))
    const within = moved.filter(
      ({ to, blockNumber }) => wanted.has(to) && blockNumber >= range.from && blockNumber <= until,
    )
    return { newest, reached: reachedBy(found, until, range), transfers: toTransfers(within) }
  }

  /** The node's oldest and newest ledger, with their times. */
  async function standing(): Promise<EventPage> {
    return askEvents(rpc, { startLedger: await findNewest(rpc), filters: createEventFilters(assets, []) }, 1)
  }

  return {
    newest: async () => (await standing()).newest,
    oldest: async () => (await standing()).oldest.number,
    ledger: (number) => readLedger(rpc, number),
    read: readInParts(rpc, readRange),
    transaction,
    account: (address, token) => readAccount(rpc, address, token === null ? null : getAssetByContract(assets, token)),
    fee: async () => chooseFee(toRecord(await rpc('getFeeStats', {})).inclusionFee),
    submit: async (envelope) => toSubmission(toRecord(await rpc('sendTransaction', { transaction: envelope }))),
    claimables: null,
    findPaymentPaths: null,
    calls: createContractCalls(rpc),
    malformedLogs: () => movements.malformedEvents(),
  }
}

const findNewest = async (rpc: StellarRpc) => parseLedgerNumber(toRecord(await rpc('getHealth', {})).latestLedger)

/** Reads fewer ledgers if the node refuses all of them. */
function readInParts(rpc: StellarRpc, readRange: StellarNode['read']): StellarNode['read'] {
  const ranges = createRangeReader({ first: MAX_READ_LEDGERS, findHead: () => findNewest(rpc) })
  const readPart = async (range: BlockRange, recipients: Recipients) =>
    (await ranges.readFirst(range, (part) => readRange(part, recipients))).found
  return async ({ from, to }, recipients) => {
    if (to !== null) return readPart({ from, to }, recipients)
    try {
      return await readRange({ from, to }, recipients)
    } catch (error) {
      if (!mayBeTooMuch(error)) throw error
      const newest = await findNewest(rpc)
      if (newest <= from) throw error
      const page = await readPart({ from, to: newest }, recipients)
      // The last event of a part may be older than its last ledger, whose time the deadlines of payments need.
      return { ...page, reached: page.reached && ((await readLedger(rpc, page.reached.number)) ?? page.reached) }
    }
  }
}

/** A duplicate counts as accepted. */
function toSubmission({ status, errorResultXdr }: Fields): Submission {
  if (status === 'PENDING' || status === 'DUPLICATE') return { refusedAs: null }
  if (status === 'TRY_AGAIN_LATER') return { refusedAs: TRY_AGAIN }
  if (status === 'ERROR') return { refusedAs: decodeResultCode(parseText(errorResultXdr)) }
  throw createMalformedError('no result of a transaction')
}

async function findEvents(rpc: StellarRpc, filters: readonly object[], { from, to }: LedgerRange): Promise<Found> {
  // Starts one ledger earlier, because the next one may not exist yet.
  const where = to === null ? { startLedger: from - 1 } : { startLedger: from, endLedger: to + 1 }
  let page = await askEvents(rpc, { ...where, filters })
  const { newest, oldest } = page
  if (to === null && newest.number - from >= MAX_READ_LEDGERS) return { events: [], newest, oldest, until: null }
  const last = to ?? newest.number
  if (newest.number < last) throw createBehindError(newest.number)
  const events = [...page.events]
  for (let pages = 1; page.events.length >= EVENTS_A_PAGE && page.lookedTo <= last; pages++) {
    // The ledger in which the walk stops may have more.
    if (pages === MAX_PAGES) return { events, newest, oldest, until: page.lookedTo - 1 }
    page = await askEvents(rpc, { filters, cursor: page.cursor })
    events.push(...page.events)
  }
  return { events, newest, oldest, until: Math.min(last, page.lookedTo) }
}

async function askEvents(
  rpc: StellarRpc,
  { cursor, ...where }: { startLedger?: number; endLedger?: number; filters: readonly object[]; cursor?: string },
  limit = EVENTS_A_PAGE,
): Promise<EventPage> {
  const pagination = cursor === undefined ? { limit } : { limit, cursor }
  const asked = rpc('getEvents', { ...where, pagination })
  const answer = toRecord(
    await asked.catch((error: unknown) => Promise.reject(explained(error, where.startLedger ?? 0))),
  )
  return {
    events: parseList(answer.events, 'events').map(toRecord),
    newest: toBlockRef(parseLedgerNumber(answer.latestLedger), parseSeconds(answer.latestLedgerCloseTime)),
    oldest: toBlockRef(parseLedgerNumber(answer.oldestLedger), parseSeconds(answer.oldestLedgerCloseTime)),
    lookedTo: decodeEventId(answer.cursor).ledger,
    cursor: parseText(answer.cursor),
  }
}

/** The node's refusal states which ledgers it has. */
function explained(error: unknown, startLedger: number): unknown {
  const [, oldest, newest] = (error instanceof NodeError && /ledger range: (\d+) - (\d+)/.exec(error.message)) || []
  if (oldest === undefined || newest === undefined) return error
  if (startLedger > Number(newest)) return createBehindError(Number(newest))
  return new NodeError('pruned', `the node has no ledgers before ${oldest} any more`)
}

/**
 * The ledger up to which the events are complete. If it is not the newest, its time is that of the last event so far:
 * never later than the ledger's own.
 */
function reachedBy({ events, newest, oldest }: Found, until: number, { to }: LedgerRange): BlockRef {
  if (until === newest.number) return newest
  const last = events.findLast((event) => decodeEventId(event.id).ledger <= until)
  const place = last && { number: decodeEventId(last.id).ledger, time: parseIsoTime(last.ledgerClosedAt) }
  if (to !== null) return toBlockRef(until, place?.time ?? oldest.time)
  if (place) return toBlockRef(place.number, place.time)
  throw new NodeError('too_much', 'one ledger has more events than can be read')
}

async function readLedger(rpc: StellarRpc, number: number): Promise<BlockRef | null> {
  try {
    const answer = toRecord(await rpc('getLedgers', { startLedger: number, pagination: { limit: 1 } }))
    const ledger = toRecord(parseList(answer.ledgers, 'ledgers')[0])
    return ledger.sequence === number ? toBlockRef(number, parseSeconds(ledger.ledgerCloseTime)) : null
  } catch (error) {
    if (error instanceof NodeError && /must be (between|within)/.test(error.message)) return null
    throw error
  }
}
