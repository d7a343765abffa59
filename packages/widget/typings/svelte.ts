import type { CheckoutEventMap } from '@crypto-checkout/widget'
import type {} from '@crypto-checkout/widget/svelte'
import type { SvelteHTMLElements } from 'svelte/elements'

/** The types by which Svelte's compiler of templates checks `<crypto-checkout ...>`. */
type Props = SvelteHTMLElements['crypto-checkout']

const handler: (event: CheckoutEventMap['checkout-status-change']) => void = ({ detail }) => detail.payment.address

export const right: Props[] = [
  { src: 'https://pay.example.com/pay/1', lang: 'de', class: 'wide', id: 'checkout' },
  { link: 'https://pay.example.com/l/1', 'oncheckout-payment-created': ({ detail }) => detail.payment.id },
  { modal: true, opened: false, redirect: 'manual' },
  { snapshot: null, style: '--crypto-checkout-accent: #6b2fb3' },
  { 'oncheckout-status-change': handler, 'oncheckout-error': ({ detail }) => detail.code },
  { 'oncheckout-completed': ({ detail }) => detail.payment.amountReceived },
]

// @ts-expect-error: src is a text
export const wrongType: Props = { src: 17 }

// @ts-expect-error: redirect is one of two
export const wrongRedirect: Props = { redirect: 'never' }

// @ts-expect-error: there is no such attribute
export const wrongName: Props = { source: 'https://pay.example.com/pay/1' }

// @ts-expect-error: there is no such event
export const wrongEvent: Props = { 'oncheckout-paid': () => {} }

// @ts-expect-error: an error has no payment
export const wrongDetail: Props = { 'oncheckout-error': ({ detail }) => detail.payment }

// @ts-expect-error: what is read only cannot be set
export const wrongPayment: Props = { payment: null }
