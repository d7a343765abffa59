import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { type BlockRef, type ObservedTransfer, type Position, type Reading, type Step, toClaimKey } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import { finalize, ignoreNodeError, isPruned, type Read } from './finalize.ts'
import { type Page, type StellarNode, toBlockRef } from './node.ts'

const GENESIS = 2
/** The search for the start of reading ends this close to it. Reading that many more costs less than searching on. */
const START_LEDGERS = 64

/** Up to this many transactions are looked up one by one. More are read a second time together. */
const MAX_CONFIRMED = 20

/**
 * Decides the next step of reading ledgers. A closed ledger is final: transfers that other nodes show too are final at
 * once. Others are recorded as seen, and read a second time when the other nodes have the ledger.
 */
export async function decideNextStep(reader: Read, position: Position): Promise<Reading> {
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
  // The distance to the newest ledger shows that much was missed.
  if (!reached) return { head: newest, step: await leap(reader, newest, cursor) }
  const isPending = position.finalNumber < cursor.number
  if (reached.number > cursor.number) {
    const blocks = listLedgers(page.transfers, reached)
    const read = { blocks, transfers: page.transfers }
    const isFinal = !isPending && (await isConfirmed(reader, page.transfers))
    const step = isFinal
      ? ({ kind: 'append', from: cursor.number + 1, ...read } as const)
      : ({ kind: 'advance', ...read } as const)
    return { head: newest, step }
  }
  const step = isPending ? await finalize(reader, { ...position, cursor }) : null
  return { head: newest, step: step ?? { kind: 'idle' } }
}

async function leap({ peers }: Read, newest: BlockRef, cursor: BlockRef): Promise<Step> {
  const at = peers ? await peers.newest() : newest
  return at.number > cursor.number ? { kind: 'leap', at } : { kind: 'idle' }
}

/** Without `reached` when the node no longer has the next ledgers. */
async function readOn({ node, recipients }: Read, cursor: BlockRef): Promise<Page> {
  try {
    return await node.read({ from: cursor.number + 1, to: null }, recipients)
  } catch (error) {
    if (!isPruned(error)) throw error
    return { newest: await node.newest(), reached: null, transfers: [] }
  }
}

/**
 * The ledgers at which a second reading may end: those with transfers, and the last one. Ledgers close every five
 * seconds, so remembering each would fill the table with empty ones.
 */
function listLedgers(transfers: readonly ObservedTransfer[], last: BlockRef): BlockRef[] {
  const byNumber = new Map(transfers.map((one) => [one.blockNumber, toBlockRef(one.blockNumber, one.blockTime)]))
  byNumber.delete(last.number)
  return [...byNumber.values(), last]
}

async function start({ node, peers, isLastResort }: Read, time: number | null): Promise<Reading> {
  const newest = peers ? await peers.newest() : await node.newest()
  const at = time === null ? newest : await findLedgerBefore(node, newest, time - CLOCK_TOLERANCE_MS)
  if (time !== null && at.time > time && at.number > GENESIS && !isLastResort) {
    throw new NodeError(
      'pruned',
      `the node no longer has the ledgers from before ${at.number}, with the first payment's time`,
    )
  }
  // A ledger that only one node still has cannot be confirmed by others.
  if (!isLastResort) await peers?.agreeOn(at)
  return { head: newest, step: { kind: 'start', at, finalNumber: at.number } }
}

/** A ledger closed shortly before a time, or the oldest one. */
export async function findLedgerBefore(node: StellarNode, newest: BlockRef, time: number): Promise<BlockRef> {
  if (newest.time < time) return newest
  let low = await requireLedger(node, await node.oldest())
  let high = newest
  for (let tries = 0; high.number - low.number > START_LEDGERS && low.time < time; tries++) {
    // Ledgers close at an even rate, so an interpolated guess is closer than half. Alternating with halves bounds the
    // search.
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
 * Tells whether other nodes' own records of the transactions agree, for every transfer that could pay a payment.
 * Transfers without a memo are not checked, because back ends differ about trades and claims.
 */
async function isConfirmed({ peers }: Read, transfers: readonly ObservedTransfer[]): Promise<boolean> {
  const named = transfers.filter((one) => one.memo !== null)
  const ledgers = new Map(named.map(({ txHash, blockNumber }) => [txHash, blockNumber]))
  if (!peers || ledgers.size === 0) return true
  if (ledgers.size > MAX_CONFIRMED) return false
  const asked = peers.others((node) =>
    Promise.all([...ledgers].map(([hash, ledger]) => node.transaction(hash, ledger))),
  )
  const records = await asked.catch(ignoreNodeError)
  const shown = records?.map((one) => new Set(one.flatMap((moved) => moved?.map(toClaimKey) ?? [])))
  return shown?.every((claims) => named.every((one) => claims.has(toClaimKey(one)))) ?? false
}
