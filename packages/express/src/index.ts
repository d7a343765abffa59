import { createRequire } from 'node:module'
import {
  type CheckoutOptions,
  createAddressReader,
  createProxyWarner,
  type EmbeddedCheckout,
  type EmbedOptions,
  embedCheckout,
  type ListenOptions,
  type MerchantOperations,
} from '@crypto-checkout/core'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import type { NextFunction, Request, Response } from 'express'
import type { HostRequest } from './request.ts'
import { type Served, serve } from './serve.ts'

export { CheckoutError, ConfigError } from '@crypto-checkout/core'
export { serve } from './serve.ts'
export type { EmbedOptions as CheckoutOptions, ListenOptions, MerchantOperations }

/** Express middleware and the checkout in one: `checkout.payments.create(...)`, `checkout.on(...)`. */
export type CheckoutMiddleware = ((request: Request, response: Response, next: NextFunction) => void) & EmbeddedCheckout

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
export function cryptoCheckout(options: EmbedOptions): CheckoutMiddleware {
  const embedding = embedCheckout(options, { readAssets: widgetAssets, readDashboard, loadDevnet })
  const { checkout, publicUrl, trustProxy, log } = embedding
  const answer = mount(embedding, log, trustProxy)
  const compare = mountPathWarner(publicUrl, log)
  const middleware = (request: Request, response: Response, next: NextFunction) => {
    compare(request.baseUrl)
    answer(request, response, next)
  }
  return Object.assign(middleware, checkout)
}

/** An optional package. It is loaded synchronously, because options are. */
function loadDevnet(): typeof import('@crypto-checkout/devnet') {
  return createRequire(import.meta.url)('@crypto-checkout/devnet')
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

/**
 * The middleware for a checkout that the caller starts and stops. `log` gets lines for the operator. The client's address
 * is that of the host, as Express and Fastify find it, or by `trustProxy` if that is set.
 */
export function mount(checkout: Served, log: (line: string) => void, trustProxy?: CheckoutOptions['trustProxy']) {
  const warn = createProxyWarner(log)
  const readAddress = openAddressReader(trustProxy)
  return (request: Request, response: Response, next: NextFunction): void => {
    const address = readAddress(request)
    warn(request, trustProxy !== undefined || isTrusting(request))
    serve(checkout, request, response, address)
      .then((isServed) => {
        if (!isServed) next()
      })
      .catch(next)
  }
}

function openAddressReader(trustProxy: CheckoutOptions['trustProxy']): (request: HostRequest) => string {
  if (trustProxy === undefined) return ({ ip, socket }) => ip ?? socket.remoteAddress ?? ''
  return createAddressReader(trustProxy)
}

/** Tells whether the host trusts a proxy: Express says so, others show it by the address that they found. */
function isTrusting({ app, ip, socket }: Request): boolean {
  // Hosts that only resemble Express have no app, or one without settings.
  const setting: unknown = typeof app?.get === 'function' ? app.get('trust proxy') : undefined
  return !!setting || (ip !== undefined && ip !== socket.remoteAddress)
}
