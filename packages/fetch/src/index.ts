import { createRequire } from 'node:module'
import {
  ConfigError,
  createAddressReader,
  createProxyWarner,
  type EmbeddedCheckout,
  type Embedding,
  type EmbedOptions,
  embedCheckout,
  type ListenOptions,
  type MerchantOperations,
} from '@crypto-checkout/core'
import { readDashboard } from '@crypto-checkout/dashboard/assets'
import { widgetAssets } from '@crypto-checkout/widget/assets'
import { readRequest } from './read-request.ts'
import { writeResponse } from './write-response.ts'

export { CheckoutError, ConfigError } from '@crypto-checkout/core'
export type { ListenOptions, MerchantOperations }

export type FetchCheckoutOptions = EmbedOptions & {
  /**
   * The path below which requests arrive: `/checkout`. Default: the path of `publicUrl`. Set it if the framework or a
   * proxy removes that path from requests.
   */
  readonly mountPath?: string
}

/** Facts of the client that a request does not tell. */
export type Connection = {
  /** The address of the other end of the connection, as the platform knows it. */
  readonly address?: string | undefined
}

/** A function from Request to Response, and the checkout in one: `checkout.payments.create(...)`, `checkout.on(...)`. */
export type FetchCheckout = ((request: Request, connection?: Connection) => Promise<Response>) &
  EmbeddedCheckout & {
    /** Answers as the function itself does, with null in place of 404 for a path that is not the checkout's. */
    respond(request: Request, connection?: Connection): Promise<Response | null>
  }

/**
 * A checkout for every framework that passes on Request objects. It starts to watch its networks at once.
 *
 *     const checkout = cryptoCheckout({ publicUrl: 'https://shop.example.com/checkout', production: { ... } })
 *     app.all('/checkout/*', (c) => checkout(c.req.raw)) // Hono
 *     checkout.on('payment.completed', ({ data }) => ship(data.object), { name: 'ship' })
 *
 * `publicUrl` is required and includes the mount path. Throws ConfigError for invalid options.
 */
export function cryptoCheckout(options: FetchCheckoutOptions): FetchCheckout {
  const { mountPath, ...rest } = options ?? {}
  checkMountPath(mountPath)
  const parts = { readAssets: widgetAssets, readDashboard, loadDevnet, optionNames: ['mountPath'] }
  const embedding = embedCheckout(options && rest, parts)
  const { publicUrl, log } = embedding
  const base = (mountPath ?? new URL(publicUrl).pathname).replace(/\/+$/, '')
  const warn = createPathWarner(base, publicUrl, log)
  const respond = createResponder(embedding, base)
  const answer = async (request: Request, connection?: Connection): Promise<Response> => {
    const response = await respond(request, connection)
    if (response) return response
    warn(request)
    return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  return Object.assign(answer, embedding.checkout, { respond })
}

/** An optional package. It is loaded synchronously, because options are. */
function loadDevnet(): typeof import('@crypto-checkout/devnet') {
  return createRequire(import.meta.url)('@crypto-checkout/devnet')
}

function createResponder(embedding: Embedding, base: string) {
  const { trustProxy = false, log } = embedding
  const readAddress = createAddressReader(trustProxy)
  const warnOfProxy = createProxyWarner(log)
  const warnOfUnknown = createAddressWarner(log)
  return async (request: Request, connection: Connection = {}): Promise<Response | null> => {
    const { pathname, search } = new URL(request.url)
    if (pathname !== base && !pathname.startsWith(`${base}/`)) return null
    // Hosts compress. Next.js even removes the header that says how a body is encoded.
    const { 'accept-encoding': _, ...headers } = Object.fromEntries(request.headers)
    warnOfProxy({ headers }, trustProxy !== false)
    const { address: remoteAddress } = connection
    const address = readAddress({ headers, socket: { remoteAddress } })
    warnOfUnknown(address)
    const place = { path: pathname.slice(base.length) || '/', query: search.slice(1), headers, address }
    const received = await readRequest(request, place, embedding.bodyLimit)
    if (!received) return new Response('The body of the request did not arrive.\n', { status: 408 })
    const answered = await embedding.handle(received)
    return answered && writeResponse(answered, request)
  }
}

function checkMountPath(path: unknown): void {
  if (path === undefined || (typeof path === 'string' && path.startsWith('/'))) return
  throw new ConfigError('mountPath: must be a path that begins with a slash')
}

/** Warns once about requests that the app passes on as the checkout's, at a path that is not. */
function createPathWarner(base: string, publicUrl: string, log: (line: string) => void) {
  let isWarned = false
  return ({ url }: Request): void => {
    const { pathname } = new URL(url)
    if (isWarned || pathname === base || pathname.startsWith(`${base}/`)) return
    isWarned = true
    log(
      `A request for ${pathname} came to the checkout, and requests are expected below ${base || '/'}. ` +
        `Let publicUrl (${publicUrl}) end with the mount path, or set mountPath if something before the checkout changes paths.`,
    )
  }
}

/** Warns once if nothing tells who sends requests. */
function createAddressWarner(log: (line: string) => void) {
  let isWarned = false
  return (address: string): void => {
    if (isWarned || address !== '') return
    isWarned = true
    log(
      'The address of a client is unknown, so all clients share one rate limit: pass it on, as in ' +
        'checkout(request, { address }), or set trustProxy if a proxy stands before this server.',
    )
  }
}
