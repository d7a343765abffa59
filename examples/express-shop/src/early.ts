/** Small orders are delivered before their money is final. Larger ones wait. */
import type { Payment } from '@crypto-checkout/client'
import type { CheckoutMiddleware } from '@crypto-checkout/express'

/** The shop's risk. */
export type EarlyRule = {
  /** The most that one order may cost, by currency. */
  readonly most: Readonly<Record<string, number>>
  /** The seconds that its money must have been on the chain, by network. Other networks wait for finality. */
  readonly waitSeconds: Readonly<Record<string, number>>
}

/** Tells whether an order may be delivered now. Only `completed` is final; before it the shop takes a risk. */
export function mayDeliver(
  { status, amount, currency, network, exceptions, confirmations }: Payment,
  { most, waitSeconds }: EarlyRule,
): boolean {
  if (status === 'completed') return true
  if (status !== 'processing' || exceptions.length > 0) return false
  const seconds = confirmations?.seconds ?? 0
  return amount <= (most[currency] ?? 0) && seconds >= (waitSeconds[network] ?? Number.POSITIVE_INFINITY)
}

type Shop = Pick<CheckoutMiddleware['sandbox'], 'payments' | 'networkStatus'>

/**
 * Delivers what the rule allows now. While a network has a problem nothing on it is delivered early: blocks that do not
 * become final are those that are replaced.
 */
export async function deliverEarly(
  { payments, networkStatus }: Shop,
  rule: EarlyRule,
  deliver: (payment: Payment) => void,
): Promise<void> {
  const { data } = await payments.list({ status: 'processing', limit: 100 })
  const small = data.filter((payment) => mayDeliver(payment, rule))
  if (small.length === 0) return
  const { networks } = await networkStatus.retrieve()
  const healthy = new Set(networks.filter((one) => one.healthy).map((one) => one.network))
  for (const payment of small.filter(({ network }) => healthy.has(network))) deliver(payment)
}
