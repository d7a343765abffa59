/** The shop: its pages, buying, and fulfilment of paid orders. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Payment, webhook } from '@crypto-checkout/client'
import type { CheckoutMiddleware } from '@crypto-checkout/express'
import express, { type ErrorRequestHandler, type Router } from 'express'
import type { Orders } from './orders.ts'
import { goods, messagePage, orderPage, shopPage } from './pages.ts'

const CURRENCY = 'EUR'
const PUBLIC = join(import.meta.dirname, '../public')

/** Scripts, styles and the payment's status from this origin only; nothing inline but the icons of wallets. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function shop(parts: {
  readonly checkout: CheckoutMiddleware
  readonly orders: Orders
  readonly url: string
  /** The wallet on Ethereum. The one on Stellar is in the merchant's settings. */
  readonly wallet: string
  /** `whsec_...`: the secret with which the checkout signs this shop's webhooks. */
  readonly webhookSecret: string
}): Router {
  const { checkout, orders, url, wallet, webhookSecret } = parts

  // The first of two ways to learn that a payment is completed: in this process. Called again after a restart or a
  // failure, until it returns.
  checkout.sandbox.on(
    'payment.completed',
    ({ data }) => {
      if (data.object.object === 'payment') console.log(`In process: ${fulfil(orders, data.object)}`)
    },
    { name: 'fulfil' },
  )

  // Only what was delivered early can lose its money: a reorganisation took it away, and it may come again.
  checkout.sandbox.on(
    'payment.reverted',
    ({ data }) => {
      if (data.object.object === 'payment') console.log(`Look at this: ${describeReverted(orders, data.object)}`)
    },
    { name: 'reverted' },
  )

  const router = express.Router()

  // The second way, which also works if the checkout runs elsewhere: a signed POST. It comes before any body parser,
  // because the signature covers the bytes as sent. The later of the two finds the order already fulfilled.
  router.post(
    '/hooks/checkout',
    webhook({
      secrets: webhookSecret,
      on: { 'payment.completed': ({ data }) => console.log(`By webhook: ${fulfil(orders, data.object)}`) },
    }),
  )

  router.use((_request, response, next) => {
    response.set({ 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' })
    next()
  })
  router.use(express.static(PUBLIC))

  router.get('/', (_request, response) => {
    response.send(shopPage(CURRENCY))
  })

  router.post('/buy/:good', async (request, response, next) => {
    const good = goods.get(String(request.params.good))
    if (!good) return next()
    const id = randomUUID()
    const payment = await checkout.sandbox.payments.create({
      amount: good.cents / 100,
      currency: CURRENCY,
      // The default. On the page the customer may choose any coin and network for which the shop has a wallet.
      cryptocurrency: 'USDC',
      network: 'ethereum',
      merchantWallet: wallet,
      alternatives: 'all',
      description: good.title,
      reference: id.slice(0, 8),
      cancelUrl: url,
      redirectUrl: `${url}/orders/${id}`,
      webhookUrl: `${url}/hooks/checkout`,
      metadata: { orderId: id },
    })
    orders.add({ id, title: good.title, cents: good.cents, currency: CURRENCY, paymentId: payment.id })
    response.redirect(303, `/orders/${id}`)
  })

  router.get('/orders/:id', async (request, response, next) => {
    const order = orders.find(request.params.id)
    if (!order) return next()
    const payment = await checkout.sandbox.payments.retrieve(order.paymentId)
    response.set('cache-control', 'no-store').send(orderPage(order, payment.url))
  })

  router.use((_request, response) => {
    response.status(404).send(messagePage('There is nothing here', 'The address is wrong, or out of date.'))
  })
  router.use(failed)
  return router
}

const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  console.error(error)
  response.status(500).send(messagePage('That did not work', 'Please try again in a moment.'))
}

function describeReverted(orders: Orders, { metadata }: Pick<Payment, 'metadata'>): string {
  const order = orders.find(String(metadata.orderId))
  const state = order?.fulfilledAt ? 'was delivered, and its money is gone' : 'waits for its money again'
  return `order ${metadata.orderId} ${state}`
}

/**
 * Fulfils the order that a completed payment pays, once, and returns what was done. The payment must match what the
 * shop asked for: metadata alone proves nothing. The warehouse works from the orders marked here.
 */
export function fulfil(orders: Orders, payment: Pick<Payment, 'id' | 'amount' | 'currency' | 'metadata'>): string {
  const order = orders.find(String(payment.metadata.orderId))
  if (!order) return `A payment for no order of this shop: ${payment.metadata.orderId}`
  const isAsked = Math.round(payment.amount * 100) === order.cents && payment.currency === order.currency
  if (payment.id !== order.paymentId || !isAsked) return `Order ${order.id} was paid with other terms: look at it`
  return orders.fulfil(order.id) ? `Order ${order.id} is fulfilled` : `Order ${order.id} was fulfilled before`
}
