import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CheckoutPayment, isCryptoCheckout } from './index.ts'

const url = 'https://pay.example.com/pay/01k9zq3v8m4x7c2n5b6t1r0wgh'
const session = { provider_id: 'pp_crypto-checkout_shop', data: { id: 'pay_1', url } }

const render = (props: Parameters<typeof CheckoutPayment>[0]) =>
  renderToStaticMarkup(createElement(CheckoutPayment, props))

test('a server renders the payment of a session, which stays on the page once it is paid', () => {
  const markup = render({ session, lang: 'de' })
  expect(markup).toContain(`src="${url}"`)
  expect(markup).toContain('redirect="manual"')
  expect(markup).toContain('lang="de"')
  expect(render({ session, redirect: 'auto' })).toContain('redirect="auto"')
})

test('nothing is shown for sessions of other providers, without a payment, and without a session', () => {
  expect(render({ session: undefined })).toBe('')
  expect(render({ session: { provider_id: 'pp_stripe_stripe', data: { url } } })).toBe('')
  expect(render({ session: { provider_id: 'pp_crypto-checkout_shop', data: {} } })).toBe('')
  expect(isCryptoCheckout(undefined)).toBe(false)
})
