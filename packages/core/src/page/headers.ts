/** An origin as a content security policy takes it, such as `https://shop.example.com`. */
const ORIGIN = /^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i

/**
 * The headers of every hosted page. `frameAncestors` are the origins that may show it in a frame.
 * @throws RangeError on what is not an origin, because it would change the policy's meaning.
 */
export function pageHeaders(frameAncestors: readonly string[] = []): Record<string, string> {
  for (const origin of frameAncestors) {
    if (!ORIGIN.test(origin)) throw new RangeError(`frameAncestors: ${JSON.stringify(origin)} is not an origin`)
  }
  const framed = frameAncestors.length > 0
  return {
    'content-type': 'text/html; charset=utf-8',
    vary: 'Accept-Language',
    'content-security-policy': policy(framed ? frameAncestors.join(' ') : "'none'"),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: the forms of test mode would then post with `Origin: null`.
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex, nofollow',
    ...(framed ? {} : { 'x-frame-options': 'DENY' }),
  }
}

function policy(ancestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    // Lit writes its templates through a policy of this name and asks for no other.
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
}
