/** The rest of a payment that can still be refunded, as far as the dashboard can tell. */
import {
  getDecimals,
  getPrintedDecimals,
  type Payment,
  type PaymentMethod,
  type Refund,
} from '@crypto-checkout/api-types'
import { formatMillionths, toMillionths } from '../../parts/millionths.ts'

export type Rest = {
  /** Of the coin. */
  readonly coins: string
  /** In the payment's currency; null if the payer did not pay exactly what was asked for. */
  readonly price: number | null
}

/**
 * Finds the rest of one method. Null if that is not certain: money that is not final cannot go back yet, and a
 * cancelled refund may have been signed.
 */
export function findRest(
  { amount, currency, transactions }: Pick<Payment, 'amount' | 'currency' | 'transactions'>,
  method: Pick<PaymentMethod, 'network' | 'cryptocurrency' | 'amountReceived' | 'cryptoAmount'>,
  refunds: readonly Refund[],
): Rest | null {
  const own = refunds.filter((one) => one.network === method.network && one.cryptocurrency === method.cryptocurrency)
  const mayBeSent = own.some(({ status, destination }) => status === 'cancelled' && destination !== null)
  if (mayBeSent || transactions.some(({ status }) => status === 'seen')) return null
  const held = own.filter(({ status }) => status !== 'failed' && status !== 'cancelled')
  const received = toMillionths(method.amountReceived ?? '0')
  const left = received - held.reduce((sum, { cryptoAmount }) => sum + toMillionths(cryptoAmount), 0n)
  if (left <= 0n) return null
  const per = 10 ** getPrintedDecimals(currency)
  const cents = held.reduce((sum, one) => sum - Math.round(one.amount * per), Math.round(amount * per))
  const isExact = method.cryptoAmount !== null && received === toMillionths(method.cryptoAmount)
  return { coins: formatMillionths(left), price: isExact ? cents / per : null }
}

/**
 * Finds the amount that arrived beyond what was asked for and is still there, in the payment's currency, rounded down
 * to what can be stated in it. Null if nothing.
 */
export function findSurplus(
  payment: Pick<Payment, 'amount' | 'currency' | 'transactions'>,
  method: Pick<PaymentMethod, 'network' | 'cryptocurrency' | 'amountReceived' | 'cryptoAmount'>,
  refunds: readonly Refund[],
): number | null {
  const rest = findRest(payment, method, refunds)
  if (rest === null || method.cryptoAmount === null) return null
  const asked = toMillionths(method.cryptoAmount)
  const surplus = toMillionths(rest.coins) - asked
  if (surplus <= 0n || asked === 0n) return null
  const per = 10 ** getDecimals(payment.currency)
  const left = Number((BigInt(Math.round(payment.amount * per)) * surplus) / asked) / per
  return left > 0 ? left : null
}
