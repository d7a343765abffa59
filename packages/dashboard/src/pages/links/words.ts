import type { PaymentLink } from '@crypto-checkout/api-types'
import type { TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { badgeView, formatPrice } from '../../parts/values.ts'

const tones = { active: 'good', inactive: 'neutral', expired: 'neutral', exhausted: 'warn' } as const

export function linkStatusView({ status }: PaymentLink): TemplateResult {
  return badgeView(texts.links.status[status], tones[status])
}

/** Formats the price of a payment by the link, or the limits of the payer's entry. */
export function formatLinkAmount({
  amount,
  minimum,
  maximum,
  currency,
}: Pick<PaymentLink, 'amount' | 'minimum' | 'maximum' | 'currency'>): string {
  const { links } = texts
  if (amount !== null) return formatPrice(amount, currency)
  if (minimum === null) return links.payerEnters
  const least = formatPrice(minimum, currency)
  return maximum === null ? links.from(least) : links.between(least, formatPrice(maximum, currency))
}

/** The payments of a link that count to its limit: those that are open or paid. Without a limit, all. */
export function countMade({ limit, paymentCount, takenCount }: PaymentLink): number {
  return limit === null ? paymentCount : takenCount
}
