import type { ConfiguredToken } from '../chain.ts'
import type { Rpc } from '../rpc.ts'
import { type BlockTag, call } from './call.ts'

/** The selector of ERC-20's `decimals()`. */
export const DECIMALS_CALL = '0x313ce567'

/** The decimals that the token's contract reports; null when there is no such contract. */
export async function readDecimals(rpc: Rpc, address: string, at: BlockTag = 'latest'): Promise<number | null> {
  const answer = await call(rpc, address, DECIMALS_CALL, { at })
  return answer !== null && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? Number(answer) : null
}

/** The mismatch between a token's configuration and its contract; null when they agree. */
export async function findTokenMismatch(
  rpc: Rpc,
  { coin, address, decimals }: ConfiguredToken,
): Promise<string | null> {
  const found = await readDecimals(rpc, address)
  if (found === null) return `${coin} at ${address} is no token contract: correct its address`
  if (found === decimals) return null
  return `${coin} at ${address} has ${found} decimals, not ${decimals}: correct the configuration`
}
