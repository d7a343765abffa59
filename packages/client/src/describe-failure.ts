import { subscribe } from 'node:diagnostics_channel'

const failures = new WeakSet<object>()

// Node's fetch reports here any failure before a connection and its TLS are established. It throws the same error as
// a cause.
subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) failures.add(error)
})

/** How a request failed, from the error that `fetch` threw. `detail` names it in a message; empty if there is no short name. */
export type RequestFailure = { readonly code: 'unreachable' | 'insecure' | 'interrupted'; readonly detail: string }

/** Everything is `interrupted`, except failures that certainly came before the request was sent. */
export function describeFailure(error: unknown): RequestFailure {
  if (!(error instanceof Error)) return { code: 'interrupted', detail: '' }
  return describeBun(error) ?? describeCause(error.cause instanceof Error ? error.cause : null)
}

function describeCause(cause: Error | null): RequestFailure {
  if (cause === null) return { code: 'interrupted', detail: '' }
  const detail = 'code' in cause ? String(cause.code) : ''
  if (failures.has(cause)) return { code: TLS_CODE.test(detail) ? 'insecure' : 'unreachable', detail }
  return describeDeno(cause) ?? { code: 'interrupted', detail }
}

/** Bun puts the system's code on the error that it throws. */
function describeBun(error: Error): RequestFailure | null {
  const detail = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NO_CONNECTION.has(detail)) return { code: 'unreachable', detail }
  const isTls = TLS_CODE.test(detail) || (detail === 'EPROTO' && /TLS handshake/.test(error.message))
  return isTls ? { code: 'insecure', detail } : null
}

/** From the system calls that look up a host and connect to it, before anything is sent. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Deno has no codes. Its HTTP library reports `client error (Connect)` if the connection or its TLS cannot be established. */
function describeDeno({ message }: Error): RequestFailure | null {
  const [, reason] = /: client error \(Connect\): (.*)/s.exec(message) ?? []
  if (reason === undefined) return null
  const isTls = /invalid peer certificate|received corrupt message|fatal alert/.test(reason)
  return { code: isTls ? 'insecure' : 'unreachable', detail: reason }
}

/** Codes of OpenSSL and of Node's own checks; the others are OpenSSL's names of reasons to reject a certificate. */
const TLS_CODE = /^ERR_(SSL|TLS)_|CERT|CRL|ISSUER|LEAF_SIGNATURE|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/
