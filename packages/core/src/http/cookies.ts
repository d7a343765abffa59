import { type ApiRequest, getHeader } from './exchange.ts'
import { isLoopback } from './origin.ts'

/** The end of the name that the session's cookie has anywhere. */
export const SESSION_COOKIE = 'checkout_session'
/** The session's token, and the mark of a browser in which somebody has signed in. */
const names = { session: SESSION_COOKIE, device: 'checkout_device' } as const
type CookieName = keyof typeof names

const LASTS_S = { session: 30 * 86_400, device: 365 * 86_400 } as const

/**
 * With the prefix `__Host-` browsers accept a cookie from this host alone, over TLS (RFC 6265bis, 4.1.3.2). They refuse
 * it over plain HTTP, so a checkout on loopback goes without.
 */
function isSecure(publicUrl: string): boolean {
  return !isLoopback(new URL(publicUrl).hostname) || publicUrl.startsWith('https:')
}

function formatName(publicUrl: string, name: CookieName): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}${names[name]}`
}

/**
 * The value of a cookie; null if there is none, or more than one. Only spaces and tabs may stand before its
 * name. `trim()` would also take away a no-break space, which a sibling domain may put in front of the name to plant a
 * cookie past the browser's check of the prefix.
 */
export function readCookie(request: ApiRequest, publicUrl: string, name: CookieName): string | null {
  const start = `${formatName(publicUrl, name)}=`
  const pairs = (getHeader(request, 'cookie') ?? '').split(';').map((pair) => pair.replace(/^[ \t]+/, ''))
  const [found, ...others] = pairs.filter((pair) => pair.startsWith(start))
  return found === undefined || others.length > 0 ? null : found.slice(start.length)
}

/** The header that stores a cookie out of reach of scripts and of other sites' requests; an empty value removes it. */
export function formatCookie(publicUrl: string, name: CookieName, value: string): string {
  const lasts = value === '' ? 0 : LASTS_S[name]
  const secure = isSecure(publicUrl) ? '; Secure' : ''
  return `${formatName(publicUrl, name)}=${value}; Path=/; Max-Age=${lasts}; HttpOnly; SameSite=Lax${secure}`
}
