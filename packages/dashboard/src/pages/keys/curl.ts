import type { ApiKeyWithSecret, Scope } from '@crypto-checkout/api-types'

/** Paths that a key with the scope can read. */
const paths = {
  'merchant:read': '/merchant',
  'payments:read': '/payments',
  'payment_links:read': '/payment_links',
  'transfers:read': '/transfers',
  'refunds:read': '/refunds',
  'settlements:read': '/settlements',
  'webhooks:read': '/webhooks',
  'events:read': '/events',
  'keys:read': '/keys',
  'users:read': '/users',
  'audit:read': '/audit',
} as const satisfies Partial<Record<Scope, string>>

type Pair = Pick<ApiKeyWithSecret, 'publicKey' | 'secretKey' | 'scopes' | 'requireSignature'>

/**
 * A command for a terminal that reads something with a new key. Null if the key can read nothing.
 * `base`: the API's address, which ends in `/v1`.
 */
export function formatCurl(base: string, { publicKey, secretKey, scopes, requireSignature }: Pair): string | null {
  const granted: readonly string[] | null = scopes
  const readable = Object.entries(paths).find(
    ([scope]) => !granted || granted.includes(scope) || granted.includes(scope.replace(':read', ':write')),
  )
  if (!readable) return null
  const [, path] = readable
  const call = [`curl ${base}${path}`, `-H 'Authorization: Bearer ${publicKey}'`, `-H 'X-Api-Secret: ${secretKey}'`]
  if (!requireSignature) return call.join(' \\\n  ')
  // Seconds are precise enough. macOS knows no milliseconds.
  const steps = [
    'timestamp=$(date +%s)000',
    `signature=$(printf '%s' "$timestamp.GET./v1${path}." | openssl dgst -sha256 -hmac '${secretKey}' | sed 's/.* //')`,
  ]
  const signed = [...call, '-H "X-Service-Timestamp: $timestamp"', '-H "X-Service-Signature: $signature"']
  return [...steps, signed.join(' \\\n  ')].join('\n')
}
