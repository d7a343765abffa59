import { NodeError, type Rpc } from './rpc.ts'

/** The selector of `decimals()`, as ERC-20 has it. */
export const DECIMALS_CALL = '0x313ce567'

/** How many decimals the token's own contract tells; null when there is no such contract. */
export async function readDecimals(rpc: Rpc, address: string): Promise<number | null> {
  try {
    const answer = await rpc('eth_call', [{ to: address, data: DECIMALS_CALL }, 'latest'])
    return typeof answer === 'string' && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? Number(answer) : null
  } catch (error) {
    // A contract that has no such function reverts.
    if (error instanceof NodeError && error.kind === 'refused') return null
    throw error
  }
}
