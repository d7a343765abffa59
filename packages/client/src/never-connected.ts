import { subscribe } from 'node:diagnostics_channel'

const failures = new WeakSet<object>()

// Node's fetch tells here of whatever fails until a connection and its TLS stand, and throws the same error as a cause.
subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) failures.add(error)
})

/** Whether a request failed, for the reason that its error gives, before anything could be sent. */
export function wasNeverConnected(reason: Error | null): boolean {
  return reason !== null && failures.has(reason)
}

/** Of OpenSSL and of Node's own checks; the others are what certificates are refused for, as OpenSSL names it. */
const TLS_CODE = /^ERR_(SSL|TLS)_|CERT|CRL|ISSUER|LEAF_SIGNATURE|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/

/** Whether what stood in the way is the certificate or the handshake, which will not have passed a second later. */
export function isRefusedByTls(code: string): boolean {
  return TLS_CODE.test(code)
}
