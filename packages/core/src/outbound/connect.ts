/** Connections to servers that merchants chose: names resolved, addresses checked, kept open for a moment. */

import { Resolver } from 'node:dns/promises'
import { Agent, type RequestOptions } from 'node:http'
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { type AddressRules, getHost, isLocalhost, isPermitted } from './check-url.ts'
import { NotPermitted, OutboundFailure } from './failure.ts'

export type ConnectRules = AddressRules & {
  readonly resolve: Resolve
  /** Certificates of authorities, as PEM, instead of the usual ones; null for the usual ones. */
  readonly ca: string | null
}

const NOT_PUBLIC = 'the name resolves to an address that is not public'

/** All addresses of a URL's host. Throws OutboundFailure if it has none, or if any of them is not allowed. */
export async function resolveAllowedAddresses(url: URL, rules: ConnectRules): Promise<string[]> {
  const addresses = await rules.resolve(getHost(url))
  if (addresses.length === 0) throw new OutboundFailure('the name has no address')
  if (!addresses.every((address) => isPermitted(rules, address))) throw new NotPermitted(NOT_PUBLIC)
  return addresses
}

/**
 * Opens a connection to one of the checked addresses. The name is not resolved again, because the answer could differ.
 * Before anything is written, the socket's own remote address is checked too. Throws OutboundFailure, or the error of
 * the socket or of TLS.
 */
export async function connectTo(
  url: URL,
  addresses: readonly string[],
  rules: ConnectRules,
  signal: AbortSignal,
): Promise<Socket> {
  const host = getHost(url)
  const secure = url.protocol === 'https:'
  const port = Number(url.port || (secure ? 443 : 80))
  const socket = connectTcp({ host, port, lookup: pinnedTo(addresses), autoSelectFamily: true, noDelay: true })
  await opened(socket, 'connect', signal)
  if (!isPermitted(rules, socket.remoteAddress ?? '')) {
    socket.destroy()
    throw new NotPermitted(NOT_PUBLIC)
  }
  if (!secure) return socket
  const servername = isIP(host) ? '' : host
  const secured = connectTls({ socket, host, servername, ALPNProtocols: ['http/1.1'], ca: rules.ca ?? undefined })
  await opened(secured, 'secureConnect', signal)
  return secured
}

/** Returns the addresses for any name. Not called if the host is an address itself. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, _options, done) => done(null, all)
}

/** The failure when the other side closes or resets the connection meanwhile. */
const CLOSED = {
  connect: 'the connection was closed before an answer came',
  secureConnect: 'TLS: the connection was closed in the handshake',
}

async function opened(socket: Socket, event: keyof typeof CLOSED, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => socket.destroy(new OutboundFailure('the connection could not be opened in time'))
  signal.addEventListener('abort', abort)
  const closed = () => reject(new OutboundFailure(CLOSED[event]))
  const fail = (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? closed() : reject(error))
  // If the other side ends TLS in the middle, the socket may close without an error.
  socket.once(event, resolve).once('error', fail).once('close', closed)
  if (signal.aborted) abort()
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', abort)
    socket.off('error', fail).off('close', closed)
    // An error before the next listener is attached also closes the socket, and that listener sees the close.
    socket.on('error', () => {})
  }
}

/** Less than the five seconds after which many servers close an idle connection. */
const IDLE_MS = 4_000
const IDLE_A_SERVER = 4
/** While this many are open, none is kept. */
const ENOUGH = 256

/** A request's options for its connection. */
export type ConnectionOptions = RequestOptions & {
  /** The server and its checked addresses: an open connection with the same name is reused. */
  readonly name: string
  readonly open: () => Promise<Socket>
}

/** Connections that stay open for a short time after a response, for requests with the same rules. */
export class Connections extends Agent {
  #open = 0

  constructor() {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: IDLE_A_SERVER })
  }

  override getName(options?: object): string {
    return (options as ConnectionOptions).name
  }

  override createConnection(options: object, done?: (error: Error | null, socket: Duplex) => void): undefined {
    const opened = (socket: Socket) => {
      this.#open += 1
      socket.once('close', () => {
        this.#open -= 1
      })
      done?.(null, socket)
    }
    // With an error there is no socket, whatever the callback's type says.
    const failed = (error: Error) => (done as ((error: Error) => void) | undefined)?.(error)
    ;(options as ConnectionOptions).open().then(opened, failed)
  }

  override keepSocketAlive(socket: Duplex): boolean {
    return this.#open < ENOUGH && Boolean(super.keepSocketAlive(socket))
  }

  /** Closes the idle ones. */
  forget(name: string): void {
    for (const socket of this.freeSockets[name] ?? []) socket.destroy()
  }
}

const RESOLVE_MS = 5_000

/** All addresses of a host, IPv4 and IPv6. Throws OutboundFailure if there are none within five seconds. */
type Resolve = (host: string) => Promise<string[]>

/**
 * Asks the name servers without the operating system's four threads: slow names would block all other lookups. So names
 * in the machine's hosts file are not known.
 */
export async function resolveHost(host: string): Promise<string[]> {
  if (isIP(host)) return [host]
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  const resolver = new Resolver()
  const tooLong = AbortSignal.timeout(RESOLVE_MS)
  tooLong.addEventListener('abort', () => resolver.cancel())
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [ipv4, ipv6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  throw new OutboundFailure(tooLong.aborted ? 'the name servers did not answer in time' : 'the name has no address')
}
