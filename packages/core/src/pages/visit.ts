/** Visits to a page: each has a language, limits, and headers of its answer. */

import type { WalletTerms } from '@crypto-checkout/api-types'
import { findLanguage, type Language, type Texts } from '@crypto-checkout/payer-ui'
import { paymentTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { getClientNetwork, RateLimits, toRetryAfterSeconds } from '../api/rate-limit.ts'
import type { Context } from '../context/context.ts'
import { isId } from '../domain/id.ts'
import type { ApiResponse, Trace } from '../http/exchange.ts'

/** The number of ranges that are read of a longer list. */
const RANGES = 20
const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

export type Reader = {
  texts: Texts
  /** The part of the page's addresses that keeps an explicit choice: `'?lang=de'`; `''` without one. */
  query: string
}

/** A site as its visitor sees it: the path below which it is mounted, and the visitor's language. */
export type Site = { readonly base: string; readonly reader: Reader }

/** The language of a page: from its address (`lang=de`) if known, else the browser's, else English. */
export function detectReader(query: string, acceptLanguage: string | undefined): Reader {
  const chosen = findLanguage(new URLSearchParams(query).get('lang') ?? '')
  if (chosen !== null) return { texts: paymentTexts[chosen], query: `?lang=${chosen}` }
  return { texts: paymentTexts[preferredLanguage(acceptLanguage ?? '')], query: '' }
}

/** By weight, then by order (RFC 9110, 12.5.4). A `*` means English. */
function preferredLanguage(header: string): Language {
  let preferred: Language = 'en'
  let highest = 0
  for (const range of header.split(',', RANGES)) {
    const [, tag, weight = '1'] = RANGE.exec(range.trim()) ?? []
    const language = tag === '*' ? 'en' : findLanguage(tag ?? '')
    if (language === null || Number(weight) <= highest) continue
    preferred = language
    highest = Number(weight)
  }
  return preferred
}

/**
 * Per minute and address. A visible screen that cannot wait for changes reads a payment's status 30 times a minute, so 240 leaves
 * room for eight screens behind one router.
 */
const MOST = {
  status: { payment: 240, all: 600 },
  visit: { payment: 60, all: 600 },
  // A crowd behind one router pays by the same link; a program must not fill the merchant's quota.
  make: { payment: 30, all: 60 },
  // Each page of a crowd behind one router shows a logo, which browsers keep.
  file: { payment: 600, all: 600 },
} as const

/**
 * `status`: a request only reads a payment's status. `visit`: it loads a page, asks a node or writes. `make`: it makes a
 * payment by a link. `file`: it loads a logo.
 */
type VisitKind = keyof typeof MOST

/** Counts a request from an address for a payment or a link. Returns the seconds to wait; 0 if it may pass. */
export type VisitLimits = (address: string, id: string, kind?: VisitKind) => number

/**
 * Limits requests without keys, by address or IPv6 /64. Reads of the status are counted separately: waiting screens
 * must not prevent loading the page or paying. Refusals are not counted.
 */
export function createVisitLimits(ctx: Context): VisitLimits {
  const limits = new RateLimits()
  return (address, id, kind = 'visit') => {
    const now = ctx.elapsed()
    const visitor = getClientNetwork(address)
    // All invalid ids share one window, so that their length costs nothing.
    const payment = isId('pay', id) || isId('pl', id) ? id : 'none'
    const windows = [
      limits.window(`${kind} address ${visitor}`, MOST[kind].all, now),
      limits.window(`${kind} payment ${visitor} ${payment}`, MOST[kind].payment, now),
    ]
    const full = windows.filter((window) => window.waitMs(now) > 0)
    if (full.length > 0) return Math.max(...full.map((window) => toRetryAfterSeconds(window.waitMs(now))))
    for (const window of windows) window.accept(now)
    return 0
  }
}

/** An origin as a content security policy takes it, such as `https://shop.example.com`. */
const ORIGIN = /^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i

type WalletReach = Pick<WalletTerms, 'chain' | 'walletConnectProjectId'>

const RELAY = 'wss://relay.walletconnect.org'

/** Permissions of one page beyond those of all pages. */
type Permissions = {
  /** The origins that may show it in a frame. */
  readonly frameAncestors?: readonly string[]
  /**
   * The network and project with which its script may pay through WalletConnect: over the relay, and with public nodes
   * for requests that wallets do not answer.
   */
  readonly wallets?: WalletReach | null
}

/**
 * The headers of every hosted page.
 * @throws RangeError if one is not an origin, because it would change the policy's meaning.
 */
export function createPageHeaders({ frameAncestors = [], wallets = null }: Permissions = {}): Record<string, string> {
  for (const origin of frameAncestors) {
    if (!ORIGIN.test(origin)) throw new RangeError(`frameAncestors: ${JSON.stringify(origin)} is not an origin`)
  }
  const framed = frameAncestors.length > 0
  return {
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language',
    'content-security-policy': policy(framed ? frameAncestors.join(' ') : "'none'", reachedThrough(wallets)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: the forms of test mode would then post with `Origin: null`.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    ...(framed ? {} : { 'x-frame-options': 'DENY' }),
  }
}

/** A page that nobody frames. */
export function answerPage(status: number, body: string, headers: Record<string, string> = {}): ApiResponse {
  return { status, headers: { ...createPageHeaders(), ...headers }, body }
}

/** Leads a browser on, by GET. */
export function redirect(location: string, trace?: Trace): ApiResponse {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '', ...(trace && { trace }) }
}

/** The status of a page that is over. */
export const GONE = 410

function reachedThrough(wallets: WalletReach | null): string[] {
  if (!wallets?.walletConnectProjectId || !wallets.chain) return []
  return [RELAY, ...new Set(wallets.chain.rpcUrls.map((url) => new URL(url).origin))]
}

function policy(ancestors: string, reached: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // The merchant's logo, and icons of wallets.
    "img-src 'self' data:",
    ["connect-src 'self'", ...reached].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    // Lit writes its templates through a policy of this name and needs no other.
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}
