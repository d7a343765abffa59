import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLocalhost } from './check-url.ts'
import { OutboundFailure } from './failure.ts'

const RESOLVE_MS = 5_000

/** All addresses of a host, IPv4 and IPv6. Throws OutboundFailure if there are none within five seconds. */
export type Resolve = (host: string) => Promise<string[]>

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
