import { isIP } from 'node:net'
import { type AddressRules, isPermitted } from './addresses.ts'

export type UrlRules = AddressRules & {
  /** Only https. */
  readonly livemode: boolean
}

/**
 * Why a URL cannot receive events, in words for the merchant; null if the URL alone shows no problem. Its resolved
 * addresses are checked before each connection.
 */
export function findWebhookUrlProblem(url: string, rules: UrlRules): string | null {
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed) return 'must be an absolute URL such as https://shop.example/webhooks'
  if (rules.livemode && parsed.protocol !== 'https:') return 'must begin with https:// in production'
  if (parsed.username || parsed.password) return 'must not contain a user name or password'
  const host = getHost(parsed)
  if (isIP(host) ? !isPermitted(rules, host) : isLocalhost(host) && !rules.allowLoopback)
    return 'must be reachable from the internet: this address is not public'
  return null
}

/** The name or address without brackets and without a trailing dot. */
export function getHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

/** RFC 6761: these names are the machine itself, whatever a name server answers. */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}
