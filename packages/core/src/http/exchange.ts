/** A request as a host hands it over: plain data, no sockets. */
export type ApiRequest = {
  /** Upper case. */
  readonly method: string
  /** Below the mount path, beginning with a slash, as it was sent (percent-encoded), without the query. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: RequestBody
  /** Where the request comes from, as far as the host trusts it. */
  readonly address: string
}

/**
 * The exact bytes; or text made again from what the host's own parser left over, which cannot be
 * told from the original but for white space and the like; or nothing of a body that was too large, or so deeply nested
 * that no text can be made of what the parser left.
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

/** What an operator is told of the request; it is not sent. */
export type Trace = {
  /** Its pattern, as in `/v1/payments/{id}`. */
  route?: string
  paymentId?: string
  /** Of the refusal. */
  code?: string
}

/** Largest body that is read. */
export const MAX_BODY_BYTES = 64 * 1_024

/** A header that is sent once; undefined when it is missing or repeated. */
export function headerOf(request: Pick<ApiRequest, 'headers'>, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
