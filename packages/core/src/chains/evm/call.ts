import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import { BYTES } from './words.ts'

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

/** Whether the contract refused, rather than the node. */
export function isRevert(error: unknown): boolean {
  return error instanceof NodeError && (error.rpcCode === REVERTED || /revert/i.test(error.message))
}
