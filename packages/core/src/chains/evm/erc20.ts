import type { Rpc } from '../rpc.ts'
import { call } from './call.ts'

/** The first four bytes of keccak256 of `transfer(address,uint256)`. */
const TRANSFER = 'a9059cbb'
/** Of `isBlacklisted(address)`, as Circle's tokens have it, and of `isBlackListed(address)`, as Tether's. */
const BLOCK_LISTS = ['fe575a87', 'e47d6060']
const TRUE = /^0x0{63}1$/

/** The call by which a token's owner sends it: ERC-20. Amount in the token's own integer. */
export function transferData(to: string, rawAmount: bigint): string {
  return `0x${TRANSFER}${wordOf(to)}${rawAmount.toString(16).padStart(64, '0')}`
}

/** Whether a token keeps a list of accounts that it moves nothing to, and the account is on it. Throws NodeError. */
export async function isBlocked(rpc: Rpc, token: string, account: string): Promise<boolean> {
  const answers = await Promise.all(BLOCK_LISTS.map((list) => call(rpc, token, `0x${list}${wordOf(account)}`)))
  return answers.some((answer) => answer !== null && TRUE.test(answer))
}

function wordOf(address: string): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}
