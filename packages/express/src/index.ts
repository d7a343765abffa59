import {
  type Checkout,
  type CheckoutOptions,
  createCheckout,
  type ListenOptions,
  type MerchantOperations,
  printable,
} from '@crypto-checkout/core'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import type { NextFunction, Request, Response } from 'express'
import { createProxyWarner, type Served, serve } from './serve.ts'

export { CheckoutError, ConfigError } from '@crypto-checkout/core'
export { createProxyWarner, serve } from './serve.ts'
export type { CheckoutOptions, ListenOptions, MerchantOperations }

/** Express middleware and the checkout in one: `checkout.payments.create(...)`, `checkout.on(...)`. */
export type CheckoutMiddleware = ((request: Request, response: Response, next: NextFunction) => void) &
  Omit<Checkout, 'handle' | 'bodyLimit' | 'start'>

/**
 * A checkout to mount in an Express app. It starts to watch its networks at once.
 *
 *     const checkout = cryptoCheckout({ publicUrl: 'https://shop.example.com/checkout', production: { ... } })
 *     app.use('/checkout', checkout)
 *     checkout.on('payment.completed', ({ data }) => ship(data.object), { name: 'ship' })
 *
 * `publicUrl` is required and includes the mount path; if it does not, the log says so in one line. Throws
 * ConfigError for invalid options.
 */
export function cryptoCheckout(options: CheckoutOptions): CheckoutMiddleware {
  const checkout = createCheckout({
    ...{ requireNetworks: true, loadDashboard: readDashboard, ...options },
    assets: options?.assets ?? widgetAssets(),
  })
  const { handle, bodyLimit, start, stop, ...rest } = checkout
  const log = options.log ?? ((line) => console.error(printable(line)))
  const started = start()
  started.catch((error: unknown) => log(`the checkout could not start: ${error}`))
  const checkoutOnceStarted: Served = {
    bodyLimit,
    async handle(request) {
      // If the start failed, every request fails with the reason: nobody may be asked for money that would go unseen.
      await started
      return handle(request)
    },
  }
  const answer = mount(checkoutOnceStarted, log)
  const compare = mountPathWarner(checkout.context.settings.publicUrl, log)
  const middleware = (request: Request, response: Response, next: NextFunction) => {
    compare(request.baseUrl)
    answer(request, response, next)
  }
  return Object.assign(middleware, {
    ...rest,
    /** Resolves after the first read of the networks, or after three seconds. Payments can be created then. */
    async ready() {
      await started
    },
    async stop() {
      await started.catch(() => {})
      await stop()
    },
  })
}

/** Express matches mount paths without regard to case. */
function pathsEqual(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => path.replace(/\/+$/, '').toLowerCase())
  return one === other
}

/** Warns once if requests arrive at another path than that of `publicUrl`, on which links to payments are based. */
function mountPathWarner(publicUrl: string, log: (line: string) => void) {
  let isWarned = false
  // Hosts that only resemble Express give no mount path.
  return (mountPath: string | undefined): void => {
    if (isWarned || mountPath === undefined || pathsEqual(mountPath, new URL(publicUrl).pathname)) return
    isWarned = true
    log(
      `The checkout is mounted at ${mountPath || '/'}, and publicUrl is ${publicUrl}: links to payments lead elsewhere. ` +
        'Let publicUrl end with the mount path, unless a proxy in front of the app changes paths.',
    )
  }
}

/** The middleware for a checkout that the caller starts and stops. `log` gets lines for the operator. */
export function mount(checkout: Served, log: (line: string) => void) {
  const warn = createProxyWarner(log)
  return (request: Request, response: Response, next: NextFunction): void => {
    warn(request, !!request.app?.get('trust proxy'))
    serve(checkout, request, response)
      .then((isServed) => {
        if (!isServed) next()
      })
      .catch(next)
  }
}
