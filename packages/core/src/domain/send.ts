/** Decides what to do with a transaction of ours, from the state of the chain. */

import { max, min } from './money.ts'

/**
 * The purpose of a transaction. `fill` uses a nonce that nothing else will, so that later transactions can be mined.
 */
export type SendPurpose = 'settlement' | 'refund' | 'relay' | 'factory' | 'conversion' | 'delivery' | 'fill'

/**
 * Reasons why transactions are not sent or not mined.
 * - `unfunded`: the account cannot pay for gas
 * - `fee_too_high`: gas costs more than is allowed
 * - `fee_above_value`: gas costs more than the transaction's transfers are worth
 * - `unpriced`: the chain's own coin has no price, so gas could not be compared
 * - `stuck`: it was offered for long and is not mined
 * - `refused`: its contract would refuse it
 * - `replaced`: a transaction that is not ours used its nonce
 * - `held`: the key sends nothing, because the chain has unexplained transactions of it
 * - `failures`: more of what was sent for payers has failed on the chain than is usual
 * - `rpc`: nodes do not answer, or contradict each other
 */
export type SendTrouble = {
  readonly kind:
    | 'unfunded'
    | 'fee_too_high'
    | 'fee_above_value'
    | 'unpriced'
    | 'stuck'
    | 'refused'
    | 'replaced'
    | 'held'
    | 'failures'
    | 'rpc'
  /** For the operator: the problem, and what to do. */
  readonly text: string
}

/** Wei for each gas (EIP-1559). */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
type Market = { readonly baseFee: bigint; readonly priorityFee: bigint }
type FeePolicy = {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFee: bigint
  /** Nodes accept nothing below it, whatever the other two say. */
  readonly minPriorityFee: bigint
}

/**
 * Twice the base fee is enough for six full blocks in a row. Null while even the next block costs more than the policy
 * allows.
 */
export function computeFees(market: Market, policy: FeePolicy): Fees | null {
  const maxPriorityFeePerGas = max(min(market.priorityFee, policy.maxPriorityFee), policy.minPriorityFee)
  if (market.baseFee + maxPriorityFeePerGas > policy.maxFeePerGas) return null
  return {
    maxFeePerGas: min(2n * market.baseFee + maxPriorityFeePerGas, policy.maxFeePerGas),
    maxPriorityFeePerGas,
  }
}

/** A replacement must pay more even if its priority fee is at the cap: up to this multiple of the cap. */
const MOST_RAISED = 2n

/**
 * The fees that replace a transaction of the same nonce: at least an eighth more of both. Null when the policy does not
 * allow them.
 */
export function raiseFees(before: Fees, market: Market, policy: FeePolicy): Fees | null {
  const wanted = computeFees(market, policy)
  const maxFeePerGas = raised(before.maxFeePerGas)
  const maxPriorityFeePerGas = raised(before.maxPriorityFeePerGas)
  if (!wanted || maxFeePerGas > policy.maxFeePerGas) return null
  if (maxPriorityFeePerGas > MOST_RAISED * max(policy.maxPriorityFee, policy.minPriorityFee)) return null
  return {
    maxFeePerGas: max(maxFeePerGas, wanted.maxFeePerGas),
    maxPriorityFeePerGas: max(maxPriorityFeePerGas, wanted.maxPriorityFeePerGas),
  }
}

/** Nodes require a tenth more, of both fields. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n
}

/** Bytes signed for a send. Times are milliseconds. */
type SignedBytes = {
  readonly fees: Fees
  readonly signedAt: number
  /** The time when a node last answered to them, and the answer; null before the first one. */
  readonly offeredAt: number | null
  readonly answer: string | null
}

type Pending = {
  readonly nonce: number
  readonly newest: SignedBytes
  /** The number of signed attempts. */
  readonly attempts: number
}

export type ChainView = {
  /** The number of transactions that the account has sent: up to the final block, and up to the newest one. */
  readonly finalNonce: number
  readonly latestNonce: number
  readonly market: Market
}

/** The times to wait on a network, in milliseconds. */
export type Patience = { readonly offerAgainMs: number; readonly stuckMs: number }

/** A transaction is stuck after ten polls: five blocks on Ethereum, ten on Polygon. */
export function getPatience(pollMs: number): Patience {
  return { offerAgainMs: Math.max(5_000, 3 * pollMs), stuckMs: Math.max(15_000, 10 * pollMs) }
}

/**
 * - `decide`: its nonce is finally used, and receipts tell by which transaction
 * - `offer`: offer the same bytes to a node, again
 * - `raise`: sign other bytes with the same nonce and higher fees
 */
export type Move = 'decide' | 'wait' | 'offer' | 'raise'

/** The number of times that fees are raised although they seem high enough. */
const RAISED_BLINDLY = 3
/** A transaction that pays enough is stuck for another reason, so raising its fees waits longer. */
const BLIND_PATIENCE = 5

export function decideNextMove(
  send: Pending,
  chain: ChainView,
  { offerAgainMs, stuckMs }: Patience,
  now: number,
): Move {
  if (send.nonce < chain.finalNonce) return 'decide'
  if (send.nonce < chain.latestNonce) return 'wait'
  const { newest } = send
  if (newest.offeredAt === null) return 'offer'
  const age = now - newest.signedAt
  const isFirst = send.nonce === chain.latestNonce
  if (newest.answer === 'underpriced' && age >= offerAgainMs) return 'raise'
  if (age >= stuckMs && isOutbid(newest.fees, chain.market) && (isFirst || isPricedOut(newest.fees, chain.market))) {
    return 'raise'
  }
  if (isFirst && age >= BLIND_PATIENCE * stuckMs && send.attempts <= RAISED_BLINDLY) return 'raise'
  return now - newest.offeredAt >= offerAgainMs ? 'offer' : 'wait'
}

/** No block may include it while the base fee is this high. */
function isPricedOut({ maxFeePerGas }: Fees, { baseFee }: Market): boolean {
  return maxFeePerGas < baseFee
}

/** Tells whether no block includes a transaction as it is, by the market's fees and the nodes' answers. */
export function isTooLow({ fees, answer }: Pick<SignedBytes, 'fees' | 'answer'>, market: Market): boolean {
  return answer === 'underpriced' || isOutbid(fees, market)
}

/** Others pay more. */
function isOutbid({ maxFeePerGas, maxPriorityFeePerGas }: Fees, { baseFee, priorityFee }: Market): boolean {
  return maxPriorityFeePerGas < priorityFee || maxFeePerGas < baseFee + priorityFee
}

/**
 * The nonce for the next send: above all that we have used, and not below the chain's own. `ours`: the highest that we
 * have used; null before the first.
 */
export function computeNextNonce(latestNonce: number, ours: number | null): number {
  return Math.max(latestNonce, ours === null ? 0 : ours + 1)
}

/**
 * A nonce that none of our sends has and the chain waits for: nothing after it can be mined. Null if there is none, or
 * the node is behind the final block.
 */
export function findNonceGap(
  lowestPending: number | null,
  { latestNonce, finalNonce }: Omit<ChainView, 'market'>,
): number | null {
  return lowestPending !== null && finalNonce <= latestNonce && latestNonce < lowestPending ? latestNonce : null
}

/** A transaction of a key that belongs to no known send. Hexadecimal in lower case. */
type UnknownTransaction = { readonly nonce: number; readonly to: string; readonly data: string }

/** A send that an unknown transaction may have been. */
type Undecided = {
  readonly state: string
  readonly nonce: number | null
  readonly to_address: string
  readonly data: string
}

/** Calls that cannot pay anything twice. Addresses in lower case. */
type Harmless = {
  readonly key: string
  /** Contracts that move deposits to their recipients, or deploy such contracts. */
  readonly sweeps: readonly string[]
  readonly tokens: readonly string[]
}

/** The selectors of `transferWithAuthorization`: a token accepts each authorization once (EIP-3009). */
const RELAYS = ['0xe3ee160e', '0xcf092995']

/**
 * Explains a key's transaction that the database does not know: by the send that makes the same call, preferably with
 * the same nonce. `harmless` for a sweep, a relay or an empty transaction, which cannot pay twice. Null for anything
 * else.
 */
export function explain<Send extends Undecided>(
  { nonce, to, data }: UnknownTransaction,
  undecided: readonly Send[],
  { key, sweeps, tokens }: Harmless,
): Send | 'harmless' | null {
  const same = undecided.filter((send) => send.to_address === to && send.data.toLowerCase() === data)
  const send = same.find((one) => one.nonce === nonce) ?? same.find((one) => one.nonce !== null) ?? same[0]
  if (send) return send
  const isRelay = tokens.includes(to) && RELAYS.some((selector) => data.startsWith(selector))
  return isRelay || sweeps.includes(to) || (to === key && data === '0x') ? 'harmless' : null
}

/**
 * If a nonce is finally used, and by none of our transactions as far as the nodes know, the send is given up only after
 * this time. A lagging index must not cause a second payment.
 */
export const REPLACED_AFTER_MS = 600_000

/** A contract may refuse for a while: a token is paused, or a node has not seen the money yet. */
export const REFUSED_AFTER_MS = 600_000
