import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Chain } from './chain.ts'

/** The only transfer that pays, with its contents. */
export type Transfer = {
  chainId: number
  token: string
  to: string
  /** In the token's own units. */
  rawAmount: bigint
  /** The coin's decimals, derived from the raw amount and the displayed amount. */
  decimals: number
}

type Terms = Pick<PublicPayment, 'paymentUri' | 'address' | 'livemode'>

/** An ERC-681 URI with no parts other than the ones checked here. */
const TRANSFER_URI = /^ethereum:(0x[0-9a-f]{40})@(\d{1,15})\/transfer\?address=(0x[0-9a-f]{40})&uint256=(\d{1,78})$/i
const AMOUNT = /^(\d+)\.(\d{2,6})$/
/** The decimals that coins have, each on some network. */
const DECIMALS = [6, 18]
/**
 * The transfer that a payment's URI describes. Null if it contradicts what the payer is shown: another address, amount
 * or network, or coins with a value in test mode.
 * @param shownAmount the amount as it is shown, with six fractional digits
 * @param chain the network that the wallet would be switched to
 */
export function parseTransfer(
  payment: Terms,
  shownAmount: string,
  { id: chainId, hasValue }: Pick<Chain, 'id' | 'hasValue'>,
): Transfer | null {
  const [, token = '', chain = '', to = '', raw = ''] = TRANSFER_URI.exec(payment.paymentUri) ?? []
  const rawAmount = BigInt(raw || 0)
  const decimals = DECIMALS.find((one) => rawAmount === units(shownAmount, one))
  if (rawAmount === 0n || decimals === undefined || Number(chain) !== chainId) return null
  if (to.toLowerCase() !== payment.address.toLowerCase() || token.toLowerCase() === to.toLowerCase()) return null
  if (hasValue && !payment.livemode) return null
  return { chainId, token, to, rawAmount, decimals }
}

/** `units('100.004321', 6) // 100_004_321n`; null for anything but an amount with two to six fractional digits. */
function units(amount: string, decimals: number): bigint | null {
  const [, integer = '', fraction = ''] = AMOUNT.exec(amount) ?? []
  return integer === '' ? null : BigInt(integer + fraction.padEnd(6, '0')) * 10n ** BigInt(decimals - 6)
}

/** With six fractional digits, rounded up: `formatRawAmount(100_004_321n, 6) // '100.004321'` */
export function formatRawAmount(rawAmount: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals - 6)
  const digits = ((rawAmount + unit - 1n) / unit).toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The first four bytes of the Keccak hash of each function's signature, as ERC-20 fixes them. */
const TRANSFER = '0xa9059cbb'
const BALANCE_SELECTOR = '0x70a08231'

/** Calldata of `transfer(address,uint256)` (ERC-20). */
export function encodeTransfer(to: string, rawAmount: bigint): string {
  return TRANSFER + word(BigInt(to)) + word(rawAmount)
}

/** Calldata of `balanceOf(address)` (ERC-20). */
export function encodeBalanceCall(owner: string): string {
  return BALANCE_SELECTOR + word(BigInt(owner))
}

/** The number that a call returned; null if it returned anything else, as an address without a contract does. */
export function readNumber(answer: unknown): bigint | null {
  return typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer) ? BigInt(answer) : null
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
