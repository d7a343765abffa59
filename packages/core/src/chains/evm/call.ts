/** Calls of contracts, and the encoding of their arguments and answers (Solidity's ABI). Arguments have no 0x. */
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'

/** Geth's code for a call that the contract itself refused. Others only say it in the message. */
export const REVERTED = 3

/** The block at which to call a contract: a number in hexadecimal, or the newest. */
export type BlockTag = 'latest' | `0x${string}`

/**
 * The contract's answer at a block, `0x` if there is no contract; null when the contract refuses. Throws NodeError when
 * the node refuses, which says nothing about the contract.
 */
export async function call(
  rpc: Rpc,
  to: string,
  data: string,
  { from, at = 'latest' }: { readonly from?: string; readonly at?: BlockTag } = {},
): Promise<string | null> {
  try {
    const answer = await rpc('eth_call', [{ to, data, ...(from === undefined ? {} : { from }) }, at])
    if (typeof answer === 'string' && BYTES.test(answer)) return answer
  } catch (error) {
    if (isRevert(error)) return null
    throw error
  }
  throw new NodeError('malformed', 'eth_call: the node sent no bytes')
}

/** The contract's answer as a number; null if there is no such contract or function. Throws NodeError. */
export async function callForNumber(rpc: Rpc, to: string, data: string): Promise<bigint | null> {
  const answer = await call(rpc, to, data)
  if (answer === null || answer === '0x') return null
  if (!WORD.test(answer)) throw new NodeError('malformed', `${to} answers no number`)
  return BigInt(answer)
}

/** Tells whether the contract refused, rather than the node. */
export function isRevert(error: unknown): boolean {
  return error instanceof NodeError && (error.rpcCode === REVERTED || /revert/i.test(error.message))
}

/** `WORD`: 32 bytes in hexadecimal. `BYTES`: any number of bytes. */
export const WORD: RegExp = /^0x[0-9a-f]{64}$/i
export const BYTES: RegExp = /^0x(?:[0-9a-f]{2})*$/i

/** The caller. Nodes may refuse calls from an account with code (EIP-3607). */
export const NOBODY: string = `0x${'0'.repeat(40)}`

/** Hexadecimal, with or without 0x, padded to 32 bytes. */
export function encodeWord(hex: string): string {
  return hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
}

/** The length of the bytes, then the bytes padded to whole words. */
export function encodeBytes(bytes: string): string {
  const hex = bytes.slice(2).toLowerCase()
  return `${encodeWord((hex.length / 2).toString(16))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`
}

/** The string that a function returns as its only value; null for anything else. */
export function decodeString(answer: string | null): string | null {
  const hex = answer?.slice(2) ?? ''
  if (hex.length < 128 || BigInt(`0x${hex.slice(0, 64)}`) !== 32n) return null
  const length = BigInt(`0x${hex.slice(64, 128)}`)
  if (length > BigInt((hex.length - 128) / 2)) return null
  return Buffer.from(hex.slice(128, 128 + Number(length) * 2), 'hex').toString()
}
