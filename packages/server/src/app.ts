import { type CheckoutConfig, ConfigError } from '@crypto-checkout/core'
import { mount } from '@crypto-checkout/express'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { Log } from './log.ts'
import { addHealth, addMetrics, isFromHere, type Operated } from './operator-routes.ts'

type AppOptions = {
  readonly operated: Operated
  readonly log: Pick<Log, 'line'>
  readonly trustProxy: CheckoutConfig['trustProxy']
  /** Serves `/metrics` on this app, to requests from this machine. */
  readonly withMetrics: boolean
}

/** The standalone server's Express app: the checkout at the root, and the operators' endpoints. */
export function createServerApp({ operated, log, trustProxy, withMetrics }: AppOptions): Express {
  const app = plainApp()
  trust(app, trustProxy ?? false)
  addHealth(app, operated, (request) => withMetrics && isFromHere(request))
  if (withMetrics) addMetrics(app, operated, isFromHere)
  app.use(mount(operated.checkout, log.line))
  return ended(app, log)
}

/** The operators' endpoints on their own port. It closes after everything else. */
export function createOperatorApp(operated: Operated, log: Pick<Log, 'line'>): Express {
  const app = plainApp()
  addHealth(app, operated, () => true)
  addMetrics(app, operated, () => true)
  return ended(app, log)
}

function plainApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  return app
}

function trust(app: Express, proxies: NonNullable<CheckoutConfig['trustProxy']>): void {
  try {
    app.set('trust proxy', proxies)
  } catch (error) {
    throw new ConfigError(`trustProxy: ${error instanceof Error ? error.message : error}`)
  }
}

/** Clients never see internal errors. Express recognises an error handler by its four parameters. */
function ended(app: Express, log: Pick<Log, 'line'>): Express {
  app.use((_request, response) => {
    response.status(404).type('text').send('Not found\n')
  })
  app.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const id = error instanceof Error && 'requestId' in error ? String(error.requestId) : null
    log.line(id === null ? stack : `request ${id} failed: ${stack}`)
    if (response.headersSent) return next(error)
    if (id !== null) response.set('x-request-id', id)
    const what = id === null ? 'try again' : `try again, and tell us the request id ${id}`
    response.status(500).type('text').send(`Something went wrong here: ${what}.\n`)
  })
  return app
}
