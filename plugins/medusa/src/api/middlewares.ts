import { defineMiddlewares } from '@medusajs/framework/http'
import { changeCart, makeSession, placeOrder, takeWebhook, updateCart } from './cart-payments.ts'

/** Medusa's requests that change what a cart costs, but for its update. */
const CHANGES = [
  { matcher: '/store/carts/:id/customer', methods: ['POST'] },
  { matcher: '/store/carts/:id/line-items', methods: ['POST'] },
  { matcher: '/store/carts/:id/line-items/:line_id', methods: ['POST', 'DELETE'] },
  { matcher: '/store/carts/:id/promotions', methods: ['POST', 'DELETE'] },
  { matcher: '/store/carts/:id/shipping-methods', methods: ['POST'] },
  { matcher: '/store/carts/:id/taxes', methods: ['POST'] },
] as const

export default defineMiddlewares({
  routes: [
    {
      matcher: '/store/payment-collections/:id/payment-sessions',
      methods: ['POST'],
      middlewares: [makeSession],
    },
    { matcher: '/store/carts/:id', methods: ['POST'], middlewares: [updateCart] },
    { matcher: '/hooks/payment/:provider', methods: ['POST'], middlewares: [takeWebhook] },
    { matcher: '/store/carts/:id/complete', methods: ['POST'], middlewares: [placeOrder] },
    ...CHANGES.map(({ matcher, methods }) => ({ matcher, methods: [...methods], middlewares: [changeCart] })),
  ],
})
