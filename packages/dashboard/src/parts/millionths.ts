/** Amounts of coins as whole numbers, so that they add up exactly. */
const DIGITS = 6

/** `toMillionths('1.5') // 1500000n` */
export function toMillionths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(DIGITS, '0').slice(0, DIGITS))
}

/** `formatMillionths(1500000n) // '1.500000'`. The amount is not negative. */
export function formatMillionths(millionths: bigint): string {
  const digits = millionths.toString().padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}
