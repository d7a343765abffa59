import type { CheckoutEventMap, CryptoCheckout } from '@crypto-checkout/widget'
import type {} from '@crypto-checkout/widget/jsx'
import { createRef } from 'react'

const element = createRef<CryptoCheckout>()
const heard: (event: CheckoutEventMap['checkout-status-change']) => void = ({ detail }) => detail.payment.address

export const right = [
  <crypto-checkout key="1" src="https://pay.example.com/pay/1" lang="de" className="wide" slot="aside" />,
  <crypto-checkout key="2" snapshot={null} ref={element} id="checkout" aria-label="Payment" />,
  <crypto-checkout key="3" style={{ '--crypto-checkout-accent': '#6b2fb3', inlineSize: '20rem' }} />,
  <crypto-checkout key="4" oncheckout-status-change={heard} oncheckout-error={({ detail }) => detail.code} />,
  <crypto-checkout key="5" oncheckout-completed={({ detail }) => detail.payment.amountReceived} />,
  <crypto-checkout
    key="7"
    modal
    opened={false}
    redirect="manual"
    oncheckout-close={({ detail }) => detail.payment?.id}
  />,
  <crypto-checkout
    key="8"
    link="https://pay.example.com/l/1"
    oncheckout-payment-created={({ detail }) => detail.payment.id}
  />,
  <crypto-checkout key="6" src={undefined}>
    <a href="https://pay.example.com/pay/1">Pay</a>
  </crypto-checkout>,
]

// @ts-expect-error: src is a text
export const wrongType = <crypto-checkout src={17} />

// @ts-expect-error: redirect is one of two
export const wrongRedirect = <crypto-checkout redirect="never" />

// @ts-expect-error: there is no such attribute
export const wrongName = <crypto-checkout source="https://pay.example.com/pay/1" />

// @ts-expect-error: an error has no payment
export const wrongDetail = <crypto-checkout oncheckout-error={({ detail }) => detail.payment} />

// @ts-expect-error: what is read only cannot be set
export const wrongPayment = <crypto-checkout payment={null} />

// @ts-expect-error: there is no such custom property
export const wrongProperty = <crypto-checkout style={{ '--crypto-checkout-colour': 'red' }} />
