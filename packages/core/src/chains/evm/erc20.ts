import { type BlockList, canPause } from '../../domain/catalog/coins.ts'
import type { ConfiguredToken } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import type { Receipt, ReceiptTransfer } from '../transactor.ts'
import { type BlockTag, call, encodeWord } from './call.ts'
import { TRANSFER_TOPIC } from './decode.ts'

/** The first four bytes of keccak256 of `transfer(address,uint256)`. */
const TRANSFER = 'a9059cbb'
/** Of `balanceOf(address)`. */
const BALANCE_SELECTOR = '0x70a08231'
/** Of the functions with an address as their argument. */
const BLOCK_LISTS: Readonly<Record<BlockList, string>> = {
  isBlacklisted: '0xfe575a87',
  isBlackListed: '0xe47d6060',
  isBlocked: '0xfbac3951',
}
/** Of `paused()`. */
const PAUSED = '0x5c975abb'
const WORD = /^0x[0-9a-f]{64}$/
const TRUE = /^0x0{63}1$/

/** The calldata by which an owner transfers a token (ERC-20). `rawAmount` is the token's own integer. */
export function encodeTransfer(to: string, rawAmount: bigint): string {
  return `0x${TRANSFER}${encodeWord(to)}${encodeWord(rawAmount.toString(16))}`
}

const TRANSFER_CALL = new RegExp(`^0x${TRANSFER}0{24}([0-9a-f]{40})([0-9a-f]{64})$`)

/** The recipient (lower case) and amount of a transfer's calldata; null if it is another call. */
export function decodeTransferCall(data: string): Pick<ReceiptTransfer, 'to' | 'rawAmount'> | null {
  const [, to, rawAmount] = TRANSFER_CALL.exec(data.toLowerCase()) ?? []
  return to && rawAmount ? { to: `0x${to}`, rawAmount: BigInt(`0x${rawAmount}`) } : null
}

/** The standard token transfers in a receipt's logs. */
export function decodeTransfers({ logs }: Receipt): ReceiptTransfer[] {
  return logs.flatMap(({ address: token, topics: [topic, from = '', to = '', ...more], data, logIndex }) => {
    const isTransfer = topic === TRANSFER_TOPIC && from !== '' && to !== '' && more.length === 0 && WORD.test(data)
    if (!isTransfer) return []
    return [{ token, from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, rawAmount: BigInt(data), logIndex }]
  })
}

/** In the token's own integer. Throws NodeError, also when the contract reports no balances. */
export async function readBalance(rpc: Rpc, token: string, account: string, at: BlockTag = 'latest'): Promise<bigint> {
  const answer = await call(rpc, token, `${BALANCE_SELECTOR}${encodeWord(account)}`, { at })
  if (answer === null || !WORD.test(answer)) throw new NodeError('malformed', 'balanceOf: no number')
  return BigInt(answer)
}

/**
 * Tells whether the account is on a block list of a token. Lists that its contract does not have block nobody. Throws
 * NodeError.
 */
export async function isBlocked(
  rpc: Rpc,
  { token, lists, account }: { readonly token: string; readonly lists: readonly BlockList[]; readonly account: string },
): Promise<boolean> {
  const asked = lists.map((list) => call(rpc, token, `${BLOCK_LISTS[list]}${encodeWord(account)}`))
  return (await Promise.all(asked)).some(isTrue)
}

function isTrue(answer: string | null): boolean {
  return answer !== null && TRUE.test(answer)
}

/** The selector of ERC-20's `decimals()`. */
export const DECIMALS_CALL = '0x313ce567'

/** The decimals that the token's contract reports; null when there is no such contract. */
export async function readDecimals(rpc: Rpc, address: string, at: BlockTag = 'latest'): Promise<number | null> {
  const answer = await call(rpc, address, DECIMALS_CALL, { at })
  return answer !== null && /^0x0{62}[0-9a-f]{2}$/i.test(answer) ? Number(answer) : null
}

/**
 * Finds the reason not to use a token: its contract is not what is configured, or stops all transfers. Null if it can.
 */
export async function findTokenTrouble(rpc: Rpc, { coin, address, decimals }: ConfiguredToken): Promise<string | null> {
  const found = await readDecimals(rpc, address)
  if (found === null) return `${coin} at ${address} is no token contract: correct its address`
  if (found !== decimals)
    return `${coin} at ${address} has ${found} decimals, not ${decimals}: correct the configuration`
  if (!canPause(coin) || !isTrue(await call(rpc, address, PAUSED))) return null
  return `${coin} at ${address} is paused: nobody can send it until its issuer ends that`
}
