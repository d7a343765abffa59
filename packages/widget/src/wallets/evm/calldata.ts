/** The first four bytes of the Keccak hash of each function's signature, as ERC-20 fixes them. */
const TRANSFER = '0xa9059cbb'
const BALANCE_OF = '0x70a08231'

/** Calldata of `transfer(address,uint256)` (ERC-20). */
export function encodeTransfer(to: string, rawAmount: bigint): string {
  return TRANSFER + word(BigInt(to)) + word(rawAmount)
}

/** Calldata of `balanceOf(address)` (ERC-20). */
export function encodeBalanceCall(owner: string): string {
  return BALANCE_OF + word(BigInt(owner))
}

/** The number that a call returned; null if it returned anything else, as an address without a contract does. */
export function readNumber(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : null
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
