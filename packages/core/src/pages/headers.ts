import type { WalletTerms } from '@crypto-checkout/api-types'

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
