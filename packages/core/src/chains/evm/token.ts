import type { Rpc } from '../rpc.ts'
import { call } from './call.ts'

/** The selector of `decimals()`, as ERC-20 has it. */
export const DECIMALS_CALL = '0x313ce567'

/** How many decimals the token's own contract tells; null when there is no such contract. */
export async function readDecimals(rpc: Rpc, address: string): Promise<number | null> {
  const answer = await call(rpc, address, DECIMALS_CALL)
  return answer !== null && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? Number(answer) : null
}
