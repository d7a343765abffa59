/** A payment's state in words and colours. */
import type { Payment, PaymentException, PaymentMethod, PaymentStatus } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { texts } from '../../languages/texts.ts'
import { badgeView, formatCoin, formatNetwork, type Tone } from '../../parts/values.ts'

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

export function statusView({ status, exceptions }: Pick<Payment, 'status' | 'exceptions'>): TemplateResult {
  const { payments } = texts
  return html`<span class="badges">
    ${badgeView(payments.status[status], tones[status])}
    ${exceptions.map((one) => badgeView(payments.exceptions[one], exceptionTones[one]))}
  </span>`
}

/** The order and what it is for; nothing at all without them, so that a card on a phone leaves them out. */
export function referenceView({ reference, description }: Payment): TemplateResult | typeof nothing {
  if (reference === null && description === null) return nothing
  const both = reference !== null && description !== null
  return html`${reference}${both ? html`<br />` : nothing}<small>${description}</small>`
}

/** `formatMethod({ cryptocurrency: 'USDC', network: 'polygon' }) // 'USDC on Polygon'` */
export function formatMethod({ cryptocurrency, network }: Pick<PaymentMethod, 'network'> & { cryptocurrency: string }) {
  return texts.payments.coinOn(cryptocurrency, formatNetwork(network))
}

/** An amount of coins, with the network that they are on. */
export function formatMoney(amount: string, method: Parameters<typeof formatMethod>[0]): string {
  return texts.payments.coinOn(formatCoin(amount, method.cryptocurrency), formatNetwork(method.network))
}
