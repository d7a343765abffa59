import type { Checkout, CheckoutConfig } from '@crypto-checkout/core'
import { mount } from '@crypto-checkout/express'
import express, { type Express } from 'express'

/** The standalone server's Express app: the checkout at the root, and what operators ask. */
export function serverApp(checkout: Checkout, trustProxy: CheckoutConfig['trustProxy']): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', trustProxy ?? false)
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/readyz', async (_request, response) => {
    try {
      response.json({ status: 'ready', networks: await checkout.networks() })
    } catch {
      response.status(503).json({ status: 'the database does not answer' })
    }
  })
  app.use(mount(checkout))
  app.use((_request, response) => {
    response.status(404).type('text').send('Not found\n')
  })
  return app
}
