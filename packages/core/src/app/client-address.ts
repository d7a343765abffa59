/** The address that counts when proxies pass requests on. */
import type { IncomingHttpHeaders } from 'node:http'
import findAddress from 'proxy-addr'
import { ConfigError } from './config.ts'

/** True: all. A number: as many as stand in front. Or their addresses and ranges, also separated by commas. */
export type TrustProxy = boolean | number | string | readonly string[]

/** The parts of a request of node:http that are read. */
export type Forwarded = {
  readonly headers: Readonly<IncomingHttpHeaders>
  /** The other end of the connection; without an address if the host does not tell it. */
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Finds the client's address as Express does, whose setting `trustProxy` has. Empty if it is unknown. Throws ConfigError
 * for what is no address.
 */
export function createAddressReader(proxies: TrustProxy): (request: Forwarded) => string {
  if (proxies === false) return ({ socket }) => socket.remoteAddress ?? ''
  const isTrusted = compileTrust(proxies)
  // It reads the header and the socket's address only.
  return (request) => findAddress(request as Parameters<typeof findAddress>[0], isTrusted) ?? ''
}

function compileTrust(proxies: Exclude<TrustProxy, false>): (address: string, hops: number) => boolean {
  if (proxies === true) return () => true
  if (typeof proxies === 'number') return (_address, hops) => hops < proxies
  const addresses = typeof proxies === 'string' ? proxies.split(',').map((one) => one.trim()) : [...proxies]
  try {
    return findAddress.compile(addresses)
  } catch (error) {
    throw new ConfigError(`trustProxy: ${error instanceof Error ? error.message : error}`)
  }
}

const UNTRUSTED_PROXY =
  "A request has X-Forwarded-For, and no proxy is trusted. If a proxy stands before this server, all payers share the proxy's " +
  "address and its rate limits: set trustProxy (with the middleware: app.set('trust proxy', ...)) to the proxy's address."

/** Tells the operator once about requests that claim to be forwarded, if no proxy is trusted. */
export function createProxyWarner(log: (line: string) => void) {
  let isWarned = false
  return ({ headers }: Pick<Forwarded, 'headers'>, isTrusting: boolean): void => {
    if (isWarned || isTrusting || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    log(UNTRUSTED_PROXY)
  }
}
