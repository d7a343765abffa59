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
import { type HostRequest, toApiRequest } from './request.ts'
import { writeStream } from './write-stream.ts'

export { CheckoutError, ConfigError } from '@crypto-checkout/core'
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
  const serve = mount(checkoutOnceStarted, log)
  const compare = mountPathWarner(checkout.context.settings.publicUrl, log)
  const middleware = (request: Request, response: Response, next: NextFunction) => {
    compare(request.baseUrl)
    serve(request, response, next)
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

const UNTRUSTED_PROXY =
  "A request has X-Forwarded-For, and no proxy is trusted. If a proxy stands before this server, all payers share the proxy's " +
  "address and its rate limits: set trustProxy (with the middleware: app.set('trust proxy', ...)) to the proxy's address."

/** True if the request claims to be forwarded but Express trusts no proxy. */
function isForwardedUntrusted({ headers, app }: Request): boolean {
  return headers['x-forwarded-for'] !== undefined && !app?.get('trust proxy')
}

type Served = Pick<Checkout, 'handle' | 'bodyLimit'>

/** The middleware for a checkout that the caller starts and stops. `log` gets lines for the operator. */
export function mount(checkout: Served, log: (line: string) => void) {
  let isWarned = false
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!isWarned && isForwardedUntrusted(request)) {
      isWarned = true
      log(UNTRUSTED_PROXY)
    }
    answer(checkout, request, response, next).catch(next)
  }
}

async function answer(checkout: Served, request: HostRequest, response: Response, next: NextFunction) {
  const received = await toApiRequest(request, checkout.bodyLimit)
  if (!received) return
  const answered = await checkout.handle(received)
  if (!answered) return next()
  const { status, headers, body, cookies, stream } = answered
  const length = stream || status === 304 || status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }
  // The host may have set cookies of its own.
  for (const cookie of cookies ?? []) response.appendHeader('set-cookie', cookie)
  response.writeHead(status, { ...headers, ...length })
  if (stream) return writeStream(response, stream)
  response.end(request.method === 'HEAD' ? undefined : body)
}
