/** What is to be done with a transaction of ours, given what the chain says. */

import { larger, smaller } from './money.ts'

/** What a transaction is sent for; `fill` takes a nonce that nothing else will, so that later ones can be mined. */
export type SendPurpose = 'settlement' | 'refund' | 'relay' | 'factory' | 'fill'

/**
 * `queued`: without a nonce, nothing signed. `signed`: has a nonce and bytes that may be mined. The others are
 * final; `abandoned` was never signed.
 */
export type SendState = 'queued' | 'signed' | 'succeeded' | 'reverted' | 'replaced' | 'abandoned'

/**
 * What keeps transactions from being sent or mined.
 * - `unfunded`: the account cannot pay for gas
 * - `fee_too_high`: gas costs more than is allowed
 * - `fee_above_value`: gas costs more than what the transaction moves is worth
 * - `unpriced`: nothing says what the chain's own coin is worth, so that gas could not be compared
 * - `stuck`: it was offered for long and is not mined
 * - `refused`: its contract would not do it
 * - `replaced`: its nonce is used by a transaction that is not ours
 * - `held`: the key sends nothing, because the chain has transactions of it that are not explained
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
    | 'rpc'
  /** For the operator: what is so, and what to do. */
  readonly text: string
}

/** Wei for each gas (EIP-1559). */
export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
type Market = { readonly baseFee: bigint; readonly priorityFee: bigint }
type FeePolicy = {
  readonly maxFeePerGas: bigint
  readonly maxPriorityFee: bigint
  /** Nodes take nothing below, whatever the other two say. */
  readonly minPriorityFee: bigint
}

/** Twice the base fee is enough for six full blocks in a row. Null while even the next block costs more than the policy allows. */
export function feesFor(market: Market, policy: FeePolicy): Fees | null {
  const maxPriorityFeePerGas = larger(smaller(market.priorityFee, policy.maxPriorityFee), policy.minPriorityFee)
  if (market.baseFee + maxPriorityFeePerGas > policy.maxFeePerGas) return null
  return {
    maxFeePerGas: smaller(2n * market.baseFee + maxPriorityFeePerGas, policy.maxFeePerGas),
    maxPriorityFeePerGas,
  }
}

/** A replacement must pay more, also of a priority fee that is at its cap: up to so many times the cap. */
const MOST_RAISED = 2n

/** What replaces a transaction of the same nonce: at least an eighth more of both. Null where the policy does not allow it. */
export function raisedFees(before: Fees, market: Market, policy: FeePolicy): Fees | null {
  const wanted = feesFor(market, policy)
  const maxFeePerGas = raised(before.maxFeePerGas)
  const maxPriorityFeePerGas = raised(before.maxPriorityFeePerGas)
  if (!wanted || maxFeePerGas > policy.maxFeePerGas) return null
  if (maxPriorityFeePerGas > MOST_RAISED * larger(policy.maxPriorityFee, policy.minPriorityFee)) return null
  return {
    maxFeePerGas: larger(maxFeePerGas, wanted.maxFeePerGas),
    maxPriorityFeePerGas: larger(maxPriorityFeePerGas, wanted.maxPriorityFeePerGas),
  }
}

/** Nodes ask for a tenth more, of both fields. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n
}

/** Bytes that were signed for a send. Times are milliseconds. */
type SignedBytes = {
  readonly fees: Fees
  readonly signedAt: number
  /** When a node answered to them last, and what; null before the first answer. */
  readonly offeredAt: number | null
  readonly answer: string | null
}

type Pending = {
  readonly nonce: number
  readonly newest: SignedBytes
  /** How many were signed. */
  readonly attempts: number
}

export type ChainView = {
  /** How many transactions the account has sent: up to the final block, and up to the newest one. */
  readonly finalNonce: number
  readonly latestNonce: number
  readonly market: Market
}

/** How patient one is on a network, in milliseconds. */
export type Patience = { readonly offerAgainMs: number; readonly stuckMs: number }

/** Ten polls make a transaction stuck: five blocks on Ethereum, ten on Polygon. */
export function patienceOf(pollMs: number): Patience {
  return { offerAgainMs: Math.max(5_000, 3 * pollMs), stuckMs: Math.max(15_000, 10 * pollMs) }
}

/**
 * - `decide`: its nonce is finally used, and receipts tell by what
 * - `offer`: a node is to be given the same bytes, again
 * - `raise`: other bytes with the same nonce and higher fees are to be signed
 */
export type Move = 'decide' | 'wait' | 'offer' | 'raise'

/** So often fees are raised although they seem high enough. */
const RAISED_BLINDLY = 3
/** A transaction that pays enough is stuck for another reason: raising it is tried later. */
const BLIND_PATIENCE = 5

export function nextMove(send: Pending, chain: ChainView, { offerAgainMs, stuckMs }: Patience, now: number): Move {
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

/** No block may take it as long as the base fee is as high. */
function isPricedOut({ maxFeePerGas }: Fees, { baseFee }: Market): boolean {
  return maxFeePerGas < baseFee
}

/** Whether no block takes a transaction as it is, as far as the market and the nodes say. */
export function isTooLow({ fees, answer }: Pick<SignedBytes, 'fees' | 'answer'>, market: Market): boolean {
  return answer === 'underpriced' || isOutbid(fees, market)
}

/** Others pay more. */
function isOutbid({ maxFeePerGas, maxPriorityFeePerGas }: Fees, { baseFee, priorityFee }: Market): boolean {
  return maxPriorityFeePerGas < priorityFee || maxFeePerGas < baseFee + priorityFee
}

/**
 * The nonce for the next send: above all that we have used, and not below the chain's own. `ours`: the
 * highest that we have used; null before the first.
 */
export function nextNonce(latestNonce: number, ours: number | null): number {
  return Math.max(latestNonce, ours === null ? 0 : ours + 1)
}

/**
 * A nonce that nothing of ours has and the chain waits for: all that follow cannot be mined. Null where
 * there is none, or the node is behind what is final.
 */
export function gapBefore(
  lowestPending: number | null,
  { latestNonce, finalNonce }: Omit<ChainView, 'market'>,
): number | null {
  return lowestPending !== null && finalNonce <= latestNonce && latestNonce < lowestPending ? latestNonce : null
}

/** A transaction that a key has sent and that is not known for any send. Hexadecimal in lower case. */
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
  /** Contracts that move deposits to their recipients, or make such contracts. */
  readonly sweeps: readonly string[]
  readonly tokens: readonly string[]
}

/** The selectors of `transferWithAuthorization`: a token takes each authorization once (EIP-3009). */
const RELAYS = ['0xe3ee160e', '0xcf092995']

/**
 * What a transaction was that a key has sent and the database does not know: the send that makes the same call, its own
 * before others; `harmless` for a sweep, a relay or an empty transaction, which cannot pay twice; null for anything else.
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
 * A nonce that is finally used, by none of our transactions as far as the nodes know, is given up only
 * after this time: an index that lags must not make anybody pay twice.
 */
export const REPLACED_AFTER_MS = 600_000

/** A contract may refuse for a while: a token is paused, or a node has not heard of the money yet. */
export const REFUSED_AFTER_MS = 600_000
