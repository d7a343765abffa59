import type { CheckoutEventMap } from '@crypto-checkout/widget'
import type {} from '@crypto-checkout/widget/vue'
import type { GlobalComponents } from 'vue'

/** The types by which Vue's compiler of templates checks `<crypto-checkout ...>`. */
type Props = InstanceType<GlobalComponents['crypto-checkout']>['$props']

const handler: (event: CheckoutEventMap['checkout-status-change']) => void = ({ detail }) => detail.payment.address

export const right: Props[] = [
  { src: 'https://pay.example.com/pay/1', lang: 'de', class: 'wide', id: 'checkout' },
  { link: 'https://pay.example.com/l/1', onCheckoutPaymentCreated: ({ detail }) => detail.payment.id },
  { modal: true, opened: false, redirect: 'manual' },
  { snapshot: null, style: { '--crypto-checkout-accent': '#6b2fb3' } },
  { onCheckoutStatusChange: handler, onCheckoutError: ({ detail }) => detail.code },
  { onCheckoutCompleted: ({ detail }) => detail.payment.amountReceived },
]

// @ts-expect-error: src is a text
export const wrongType: Props = { src: 17 }

// @ts-expect-error: redirect is one of two
export const wrongRedirect: Props = { redirect: 'never' }

// @ts-expect-error: there is no such attribute
export const wrongName: Props = { source: 'https://pay.example.com/pay/1' }

// @ts-expect-error: there is no such event
export const wrongEvent: Props = { onCheckoutPaid: () => {} }

// @ts-expect-error: an error has no payment
export const wrongDetail: Props = { onCheckoutError: ({ detail }) => detail.payment }

// @ts-expect-error: what is read only cannot be set
export const wrongPayment: Props = { payment: null }
