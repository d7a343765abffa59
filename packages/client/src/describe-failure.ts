import { subscribe } from 'node:diagnostics_channel'

const failures = new WeakSet<object>()

// Node's fetch tells here of whatever fails until a connection and its TLS stand, and throws the same error as a cause.
subscribe('undici:client:connectError', (message) => {
  const { error } = message as { readonly error?: unknown }
  if (typeof error === 'object' && error !== null) failures.add(error)
})

/** How a request failed, by what `fetch` threw. `detail` names it in a message; empty where there is no short name. */
export type RequestFailure = { readonly code: 'unreachable' | 'insecure' | 'interrupted'; readonly detail: string }

/** Only what certainly failed before a request was sent is told apart from `interrupted`. */
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

/** Bun has the system's code on the error that it throws. */
function describeBun(error: Error): RequestFailure | null {
  const detail = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (NO_CONNECTION.has(detail)) return { code: 'unreachable', detail }
  const isTls = TLS_CODE.test(detail) || (detail === 'EPROTO' && /TLS handshake/.test(error.message))
  return isTls ? { code: 'insecure', detail } : null
}

/** From the system's calls that look up a host and connect to it, before anything is sent. */
const NO_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ConnectionRefused',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

/** Deno has no codes: its HTTP library says `client error (Connect)` of what fails until a connection and its TLS stand. */
function describeDeno({ message }: Error): RequestFailure | null {
  const [, reason] = /: client error \(Connect\): (.*)/s.exec(message) ?? []
  if (reason === undefined) return null
  const isTls = /invalid peer certificate|received corrupt message|fatal alert/.test(reason)
  return { code: isTls ? 'insecure' : 'unreachable', detail: reason }
}

/** Of OpenSSL and of Node's own checks; the others are what certificates are refused for, as OpenSSL names it. */
const TLS_CODE = /^ERR_(SSL|TLS)_|CERT|CRL|ISSUER|LEAF_SIGNATURE|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/
