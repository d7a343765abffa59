/** A payment's state in words and colours. */
import type { Payment, PaymentException, PaymentMethod, PaymentStatus } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { badgeView, formatCoin, formatNetwork, type Tone, valueView } from '../../parts/values.ts'
import { findOutcome } from './open-case.ts'

const tones: Readonly<Record<PaymentStatus, Tone>> = {
  created: 'neutral',
  partially_paid: 'warn',
  processing: 'busy',
  completed: 'good',
  expired: 'neutral',
  cancelled: 'neutral',
}

const exceptionTones: Readonly<Record<PaymentException, Tone>> = {
  underpaid: 'warn',
  overpaid: 'warn',
  late: 'warn',
  multiple: 'warn',
  manual: 'neutral',
  overrefunded: 'bad',
}

export function statusView(payment: Payment): TemplateResult {
  const { payments } = pageTexts
  const { status, exceptions } = payment
  const pickTone = (one: PaymentException) =>
    ['accepted', 'refunded'].includes(findOutcome(one, payment) ?? '') ? 'neutral' : exceptionTones[one]
  return html`<span class="badges">
    ${badgeView(payments.status[status], tones[status])}
    ${exceptions.map((one) => badgeView(payments.exceptions[one], pickTone(one)))}
  </span>`
}

/** Describes something unusual, and what became of it or what can be done. */
export function describeException(exception: PaymentException, payment: Payment): string {
  const { exceptionHints, exceptionOutcomes } = pageTexts.payments
  const outcome = findOutcome(exception, payment)
  const words = outcome === null ? '' : (exceptionOutcomes[outcome][exception as 'late'] ?? '')
  return `${exceptionHints[exception]} ${words}`.trim()
}

/** The order and what it is for; nothing at all without them, so that a card on a phone leaves them out. */
export function referenceView({ reference, description }: Payment): TemplateResult | typeof nothing {
  if (reference === null && description === null) return nothing
  const both = reference !== null && description !== null
  return html`${reference === null ? nothing : valueView(reference)}${both ? html`<br />` : nothing}<small>${description}</small>`
}

/** `formatMethod({ cryptocurrency: 'USDC', network: 'polygon' }) // 'USDC on Polygon'` */
export function formatMethod({ cryptocurrency, network }: Pick<PaymentMethod, 'network'> & { cryptocurrency: string }) {
  return pageTexts.payments.coinOn(cryptocurrency, formatNetwork(network))
}

/** An amount of coins, with the network that they are on. */
export function formatMoney(amount: string, method: Parameters<typeof formatMethod>[0]): string {
  return pageTexts.payments.coinOn(formatCoin(amount, method.cryptocurrency), formatNetwork(method.network))
}
