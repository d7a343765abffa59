import { type Checkout, type CheckoutConfig, ConfigError } from '@crypto-checkout/core'
import { mount } from '@crypto-checkout/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'

/** The standalone server's Express app: the checkout at the root, and what operators ask. */
export function serverApp(checkout: Checkout, trustProxy: CheckoutConfig['trustProxy']): Express {
  const app = express()
  app.disable('x-powered-by')
  trust(app, trustProxy ?? false)
  app.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' })
  })
  app.get('/readyz', async (_request, response) => {
    try {
      await checkout.context.db.selectFrom('merchants').select('id').limit(1).execute()
      response.json({ status: 'ready', networks: await checkout.networks(), feeds: checkout.feeds() })
    } catch {
      response.status(503).json({ status: 'the database does not answer' })
    }
  })
  app.use(mount(checkout))
  app.use((_request, response) => {
    response.status(404).type('text').send('Not found\n')
  })
  app.use(failed)
  return app
}

function trust(app: Express, proxies: NonNullable<CheckoutConfig['trustProxy']>): void {
  try {
    app.set('trust proxy', proxies)
  } catch (error) {
    throw new ConfigError(`trustProxy: ${error instanceof Error ? error.message : error}`)
  }
}

/** Nobody outside sees what went wrong inside. Express knows an error handler by its four parameters. */
function failed(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  console.error(error)
  if (response.headersSent) next(error)
  else response.status(500).type('text').send('Something went wrong here: try again.\n')
}
