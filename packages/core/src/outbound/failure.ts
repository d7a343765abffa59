/** Why a request got no answer, in words for who reads its attempts. */
export class OutboundFailure extends Error {}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before an answer came',
  EPIPE: 'the connection was closed before an answer came',
  EHOSTUNREACH: 'the address can not be reached',
  ENETUNREACH: 'the address can not be reached',
  ETIMEDOUT: 'the connection could not be opened in time',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS: the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the certificate is of no known authority, or the chain is incomplete',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'TLS: the certificate is for another name',
}

/** The words for what a socket, TLS or the HTTP parser threw. Throws what is none of theirs: a defect. */
export function failureOf(error: unknown): string {
  if (error instanceof OutboundFailure) return error.message
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') throw error
  if (error.code.startsWith('HPE_')) return 'the answer is not HTTP/1.1'
  return WORDS[error.code] ?? `the connection failed (${error.code})`
}
