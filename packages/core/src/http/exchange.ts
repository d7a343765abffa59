/** A request from a host: plain data, no sockets. */
export type ApiRequest = {
  /** Upper case. */
  readonly method: string
  /** Below the mount path, beginning with a slash, as sent (percent-encoded), without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: RequestBody
  /** The client's address, as far as the host trusts it. */
  readonly address: string
}

/**
 * The exact bytes. Or text rebuilt from what the host's own parser left, which differs from the original only in white
 * space and the like. Or nothing: the body was too large, or nested so deeply that it could not be rebuilt.
 */
export type RequestBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'reencoded'; readonly bytes: Uint8Array }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_deep' }

export type ApiResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly trace?: Trace
}

/** A request's facts for operators; not sent to the client. */
export type Trace = {
  /** The route's pattern, as in `/v1/payments/{id}`. */
  route?: string
  paymentId?: string
  /** The code of the refusal. */
  code?: string
}

/** Largest body that is read, unless a route takes a larger one. */
export const MAX_BODY_BYTES = 64 * 1_024

/** A header that is sent once; undefined when it is missing or repeated. */
export function getHeader(request: Pick<ApiRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
