/** Looks the transfers of a receipt up on its chain, by the verifier's own node. */
import type { PaymentReceipt, ReceiptTransfer, RefundReceipt } from '@crypto-checkout/core'
import { OperatorError } from '../command-line/errors.ts'
import { findProblemsOnStellar } from './receipt-on-stellar.ts'

/** One thing that the chain shows, or does not. */
export type Finding = { readonly isRight: boolean; readonly words: string }

const ANSWER_WITHIN_MS = 10_000
/** keccak256 of `Transfer(address,address,uint256)` (ERC-20). */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** `decimals()` (ERC-20). */
const DECIMALS = '0x313ce567'
const DIGITS = 6

type Claims = PaymentReceipt | RefundReceipt
type Log = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly logIndex: string
}
type Mined = {
  readonly status: string
  readonly blockHash: string
  readonly blockNumber: string
  readonly logs: readonly Log[]
}
type Block = { readonly hash: string; readonly number: string }

/**
 * Finds each transfer of a receipt as a node shows it. Throws OperatorError if it is of another chain, or does not
 * answer.
 */
export async function findOnChain(claims: Claims, rpcUrl: string): Promise<Finding[]> {
  const [, chainId] = /^eip155:(\d+)$/.exec(claims.network) ?? []
  if (chainId === undefined) {
    const problems = await findProblemsOnStellar(claims, rpcUrl)
    const found = claims.transfers.map((transfer, at) => toFinding(claims, transfer, problems[at] ?? null))
    return [...found, ...checkSum(claims)]
  }
  const ask = connect(rpcUrl)
  const actual = BigInt(await ask<string>('eth_chainId'))
  if (actual !== BigInt(chainId))
    throw new OperatorError(`The node of --rpc is of chain ${actual}, the receipt of chain ${chainId}.`)
  const decimals = Number(await ask<string>('eth_call', [{ to: claims.token, data: DECIMALS }, 'latest']))
  const final = await ask<Block | null>('eth_getBlockByNumber', ['finalized', false]).catch(() => null)
  const findings: Finding[] = []
  for (const transfer of claims.transfers) {
    const problem = await findProblem(ask, claims, transfer, { decimals, final })
    findings.push(toFinding(claims, transfer, problem))
  }
  return [...findings, ...checkSum(claims)]
}

/** `problem`: what differs from the receipt; null if nothing does. */
function toFinding(claims: Claims, { transaction, amount, block, from }: ReceiptTransfer, problem: string | null) {
  const moved = `${amount} ${claims.cryptocurrency} from ${from} to ${claims.recipient} in block ${block}`
  return { isRight: problem === null, words: problem === null ? `${moved}, final` : `${transaction} ${problem}` }
}

type Ask = <Result>(method: string, params?: readonly unknown[]) => Promise<Result>

function connect(url: string): Ask {
  return async (method, params = []) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
    try {
      const answer = await fetch(url, { method: 'POST', headers, body, signal })
      const { result, error } = (await answer.json()) as { result?: unknown; error?: { message?: string } }
      if (error || result === undefined) throw new Error(error?.message ?? 'no result')
      return result as never
    } catch (error) {
      throw new OperatorError(
        `The node of --rpc does not answer ${method}: ${error instanceof Error ? error.message : error}.`,
      )
    }
  }
}

/** Finds the difference from the receipt; null if there is none. */
async function findProblem(
  ask: Ask,
  claims: Claims,
  { transaction, index, block, blockHash, amount, from }: ReceiptTransfer,
  { decimals, final }: { readonly decimals: number; readonly final: Block | null },
): Promise<string | null> {
  const mined = await ask<Mined | null>('eth_getTransactionReceipt', [transaction])
  if (mined === null) return 'is not on the chain'
  if (Number(mined.status) !== 1) return 'was reverted: it moved nothing'
  if (Number(mined.blockNumber) !== block || !isSame(mined.blockHash, blockHash))
    return `is in another block than ${block}`
  const canonical = await ask<Block | null>('eth_getBlockByNumber', [`0x${block.toString(16)}`, false])
  if (!isSame(canonical?.hash, blockHash)) return `is in block ${block} of another fork`
  const log = mined.logs.find((one) => Number(one.logIndex) === index)
  if (!log || !isSame(log.address, claims.token) || !isSame(log.topics[0], TRANSFER))
    return `has no such transfer at log ${index}`
  if (!isSame(toAddress(log.topics[1]), from)) return 'was paid by another account'
  if (!isSame(toAddress(log.topics[2]), claims.recipient)) return 'was paid to another account'
  if (toDecimal(BigInt(log.data), decimals) !== amount)
    return `moved ${toDecimal(BigInt(log.data), decimals)}, not ${amount}`
  if (final === null) return 'is there, but the node does not know which block is final'
  return Number(final.number) < block ? 'is there, but not final yet' : null
}

/** The receipt's own sum. A receipt names at most 20 transfers, so the sum of more cannot be checked. */
function checkSum(claims: Claims): Finding[] {
  if (!('cryptoAmountReceived' in claims) || claims.transferCount !== undefined) return []
  const units = (amount: string) => BigInt(amount.replace('.', ''))
  const sum = claims.transfers.reduce((total, { amount }) => total + units(amount), 0n)
  const isRight = sum === units(claims.cryptoAmountReceived)
  return isRight ? [] : [{ isRight, words: `its transfers are not ${claims.cryptoAmountReceived} together` }]
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase()
}

/** An address in a log's topic is padded to 32 bytes. */
function toAddress(topic = ''): string {
  return `0x${topic.slice(-40)}`
}

/** A token's integer with six decimals, rounded down as receipts have it. */
function toDecimal(raw: bigint, decimals: number): string {
  const units = decimals >= DIGITS ? raw / 10n ** BigInt(decimals - DIGITS) : raw * 10n ** BigInt(DIGITS - decimals)
  const digits = units.toString().padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}
