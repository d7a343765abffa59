/** The reason for which a request got no response, in words for readers of its attempts. */
export class OutboundFailure extends Error {}

/** The address is not allowed. */
export class NotPermitted extends OutboundFailure {}

export const CLOSED = 'the connection was closed before an answer came'
const UNKNOWN_AUTHORITY = 'TLS: the certificate is of no known authority, or the chain is incomplete'
const NO_TLS = 'TLS: the other side does not speak it on this port'

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  EHOSTUNREACH: 'the address cannot be reached',
  ENETUNREACH: 'the address cannot be reached',
  ETIMEDOUT: 'the connection could not be opened in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
  // OpenSSL's errors for a response that is not TLS.
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
}

/** The words for an error of a socket, TLS or the HTTP parser. Rethrows any other error: it is a defect. */
export function describeFailure(error: unknown): string {
  if (error instanceof OutboundFailure) return error.message
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error
  if (error.code.startsWith('HPE_')) return 'the answer is not HTTP/1.1'
  const words = WORDS[error.code]
  if (words) return words
  const [, refusedByTls] = /^ERR_SSL_(.+)/.exec(error.code) ?? []
  return refusedByTls ? `TLS: no handshake (${refusedByTls})` : `the connection failed (${error.code})`
}

/** Tells whether the other side closed the connection before it answered. */
export function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && WORDS[String(error.code)] === CLOSED
}
