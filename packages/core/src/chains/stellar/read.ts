import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import {
  type BlockRef,
  claimOf,
  type ObservedTransfer,
  type Position,
  type Reading,
  type Recipients,
  type Step,
} from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { Page, StellarNode } from './node.ts'
import { ledgerRef } from './transfers.ts'

/** So many ledgers, two minutes, another node may be behind or silent before one reading is enough. */
const PATIENCE_LEDGERS = 24
const GENESIS = 2
/** Where reading begins need not be found closer than this. */
const START_LEDGERS = 64

/** So many transactions are looked up by themselves; more are read a second time together. */
const MAX_CONFIRMED = 20

/** Lets another node do the work; null where there is none. */
export type SecondNode = <T>(work: (node: StellarNode) => Promise<T>) => Promise<T>

type Read = {
  readonly node: StellarNode
  readonly second: SecondNode | null
  readonly recipients: Recipients
  /** No node remembers the time at which reading should begin: the oldest ledger has to do. */
  readonly isLastResort: boolean
}

/**
 * Decides the next step of reading ledgers. A closed ledger is final: what another node shows too is so
 * at once. What it does not show yet is seen, and read a second time when it has come so far.
 */
export async function nextStep(reader: Read, position: Position): Promise<Reading> {
  const { cursor } = position
  if (!cursor) return start(reader, position.startTime)
  const page = await readOn(reader, cursor)
  const { newest, reached } = page
  if (newest.number < cursor.number) {
    throw new NodeError(
      'behind',
      `the node is at ledger ${newest.number}, ledger ${cursor.number} was read already: waiting for it`,
    )
  }
  // How far it is to the newest says that much was missed.
  if (!reached) return { head: newest, step: { kind: 'leap', at: newest } }
  const isPending = position.finalNumber < cursor.number
  if (reached.number > cursor.number) {
    const blocks = ledgersOf(page.transfers, reached)
    const read = { blocks, transfers: page.transfers }
    const isFinal = !isPending && (await isConfirmed(reader, page.transfers))
    const step = isFinal
      ? ({ kind: 'append', from: cursor.number + 1, ...read } as const)
      : ({ kind: 'advance', ...read } as const)
    return { head: newest, step }
  }
  const step = isPending ? await finalize(reader, position, newest) : null
  return { head: newest, step: step ?? { kind: 'idle' } }
}

/** Without `reached` where the node has forgotten what comes next. */
async function readOn({ node, recipients }: Read, cursor: BlockRef): Promise<Page> {
  try {
    return await node.read({ from: cursor.number + 1, to: null }, recipients)
  } catch (error) {
    if (!(error instanceof NodeError && error.kind === 'pruned')) throw error
    return { newest: await node.newest(), reached: null, transfers: [] }
  }
}

/** Ledgers in which nothing happened are not remembered, but for the last one. */
function ledgersOf(transfers: readonly ObservedTransfer[], last: BlockRef): BlockRef[] {
  const byNumber = new Map(transfers.map((one) => [one.blockNumber, ledgerRef(one.blockNumber, one.blockTime)]))
  byNumber.delete(last.number)
  return [...byNumber.values(), last]
}

async function start({ node, isLastResort }: Read, time: number | null): Promise<Reading> {
  const newest = await node.newest()
  const at = time === null ? newest : await lastBefore(node, newest, time - CLOCK_TOLERANCE_MS)
  if (time !== null && at.time > time && at.number > GENESIS && !isLastResort) {
    throw new NodeError(
      'pruned',
      `the node no longer has the ledgers from before ${at.number}, with the first payment's time`,
    )
  }
  return { head: newest, step: { kind: 'start', at, finalNumber: at.number } }
}

/** A ledger that was closed before a time and not long before, or the oldest that there is. */
async function lastBefore(node: StellarNode, newest: BlockRef, time: number): Promise<BlockRef> {
  if (newest.time < time) return newest
  let low = await requireLedger(node, await node.oldest())
  let high = newest
  for (let tries = 0; high.number - low.number > START_LEDGERS && low.time < time; tries++) {
    // Ledgers come evenly: a guess is closer than a half. In turn with halves it can not be led astray.
    const share = tries % 2 === 0 ? (time - low.time) / (high.time - low.time) : 0.5
    const guess = low.number + Math.floor((high.number - low.number) * share)
    const found = await requireLedger(node, Math.min(high.number - 1, Math.max(low.number + 1, guess)))
    if (found.time < time) low = found
    else high = found
  }
  return low
}

async function requireLedger(node: StellarNode, number: number): Promise<BlockRef> {
  const found = await node.ledger(number)
  if (!found) throw new NodeError('behind', `the node does not have ledger ${number}`)
  return found
}

/**
 * Whether another node's own records of the transactions say the same, as far as it can pay a payment: nobody is asked
 * about what has no memo, because back ends differ about what trades and claims are.
 */
async function isConfirmed({ second }: Read, transfers: readonly ObservedTransfer[]): Promise<boolean> {
  const named = transfers.filter((one) => one.memo !== null)
  const ledgers = new Map(named.map(({ txHash, blockNumber }) => [txHash, blockNumber]))
  if (!second || ledgers.size === 0) return true
  if (ledgers.size > MAX_CONFIRMED) return false
  const records = await second((node) =>
    Promise.all([...ledgers].map(([hash, ledger]) => node.transaction(hash, ledger))),
  ).catch(silent)
  const shown = new Set(records?.flatMap((moved) => moved?.map(claimOf) ?? []))
  return named.every((one) => shown.has(claimOf(one)))
}

type Shown = { readonly to: number; readonly transfers: readonly ObservedTransfer[] }

/**
 * The second reading of what was seen, by this node and another one, as far as that has come; null while none has.
 * What lies beyond waits for it too, if anything there could pay a payment. Which node read first is not remembered,
 * and what that one has made up it would show again.
 */
async function finalize(reader: Read, position: Position, newest: BlockRef): Promise<Step | null> {
  const from = position.finalNumber + 1
  const last = position.cursor?.number ?? from
  const isEnough = !reader.second || newest.number - from >= PATIENCE_LEDGERS
  const shown = (await secondReading(reader, position)) ?? (isEnough ? { to: from - 1, transfers: [] } : null)
  if (!shown) return null
  const { reached, transfers } = await reader.node.read({ from, to: last }, reader.recipients)
  const reachedTo = reached?.number ?? 0
  const rest = transfers.filter((one) => one.blockNumber > shown.to)
  if (reachedTo === last && (isEnough || rest.every((one) => one.memo === null)))
    return { kind: 'finalize', from, to: last, views: [transfers, [...shown.transfers, ...rest]] }
  if (shown.to < from || reachedTo < shown.to) return null
  const within = transfers.filter((one) => one.blockNumber <= shown.to)
  return { kind: 'finalize', from, to: shown.to, views: [within, shown.transfers] }
}

/** Up to the last remembered ledger that another node has. */
async function secondReading({ second, recipients }: Read, { finalNumber, ring }: Position): Promise<Shown | null> {
  if (!second) return null
  const work = async (node: StellarNode) => {
    const { number } = await node.newest()
    const anchor = ring.find((block) => block.number <= number && block.number > finalNumber)
    if (!anchor) throw new NodeError('behind', `the node is at ledger ${number}: waiting for it`)
    const { reached, transfers } = await node.read({ from: finalNumber + 1, to: anchor.number }, recipients)
    return reached?.number === anchor.number ? { to: anchor.number, transfers } : null
  }
  return second(work).catch(silent)
}

/** A node that can not answer is waited for. */
function silent(error: unknown): null {
  if (error instanceof NodeError) return null
  throw error
}
