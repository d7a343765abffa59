import type { PaymentLink } from '@crypto-checkout/api-types'
import type { TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { readText } from '../../parts/field.ts'
import { badgeView, formatPrice } from '../../parts/values.ts'

const tones = { active: 'good', inactive: 'neutral', expired: 'neutral', exhausted: 'warn' } as const

export function linkStatusView({ status }: PaymentLink): TemplateResult {
  return badgeView(pageTexts.links.status[status], tones[status])
}

/** Formats the price of a payment by the link, or the limits of the payer's entry. */
export function formatLinkAmount({
  amount,
  minimum,
  maximum,
  currency,
}: Pick<PaymentLink, 'amount' | 'minimum' | 'maximum' | 'currency'>): string {
  const { links } = pageTexts
  if (amount !== null) return formatPrice(amount, currency)
  if (minimum === null) return links.payerEnters
  const least = formatPrice(minimum, currency)
  return maximum === null ? links.from(least) : links.between(least, formatPrice(maximum, currency))
}

/** The payments of a link that count to its limit: those that are open or paid. Without a limit, all. */
export function countMade({ limit, paymentCount, takenCount }: PaymentLink): number {
  return limit === null ? paymentCount : takenCount
}

/** The number of payments of a form; undefined without a limit. Throws an error in words for the user. */
export function readLimit(values: FormData): number | undefined {
  const text = readText(values, 'limit')
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(pageTexts.links.form.badLimit)
  return Number(text)
}
