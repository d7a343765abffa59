import { isIPv4 } from 'node:net'
import { CheckoutError } from '../domain/error.ts'
import { type ApiRequest, getHeader } from './exchange.ts'

/** Tells whether all of these URLs are on this machine. */
export function areLoopback(urls: readonly string[]): boolean {
  return urls.every((url) => isLoopback(new URL(url).hostname))
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))
}

/**
 * The address with a name for its host: passkeys belong to a name, so loopback is `localhost`.
 *
 *     nameHost('http://127.0.0.1:3000') // 'http://localhost:3000'
 */
export function nameHost(publicUrl: string): string {
  const url = new URL(publicUrl)
  if (!isLoopback(url.hostname)) return publicUrl
  url.hostname = 'localhost'
  return url.href.replace(/\/$/, '')
}

/**
 * The origins at which browsers reach a checkout. One on loopback is reached by each name of the machine.
 *
 *     listOwnOrigins('https://shop.example.com/checkout') // ['https://shop.example.com']
 */
export function listOwnOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (!isLoopback(hostname)) return [origin]
  const names = new Set([hostname, 'localhost', '127.0.0.1', '[::1]'])
  return [...names].map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

/**
 * Refuses requests that another site makes a browser send (CSRF). A change needs proof that the checkout's own page made it:
 * `Sec-Fetch-Site`, which no script can set, or else `Origin`. Throws `cross_origin_request`.
 */
export function requireOwnOrigin(request: ApiRequest, publicUrl: string): void {
  const site = getHeader(request, 'sec-fetch-site')
  const origin = getHeader(request, 'origin')
  const isOwn = origin !== undefined && listOwnOrigins(publicUrl).includes(origin)
  // A browser sends `none` for what its user asked for, such as an address that was typed.
  const isReading = request.method === 'GET' && (site === undefined || site === 'none') && origin === undefined
  if (site === undefined ? isOwn || isReading : site === 'same-origin' || isReading) return
  throw new CheckoutError(
    'cross_origin_request',
    `Only pages of ${new URL(publicUrl).origin} may use a session. Programs use keys.`,
  )
}

/** The path below which the checkout is mounted, without a slash at its end. */
export function getBasePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/$/, '')
}
