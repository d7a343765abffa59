/**
 * HTTP requests to servers that the operator chose, such as nodes. `fetch` would do the same with 16 MB more memory, which
 * Node needs for its client of the Fetch standard.
 */

import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { isKey } from '@crypto-checkout/api-types'
import { OutboundFailure } from './failure.ts'

export type HttpRequest = {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  /** Empty for a GET. */
  readonly body: string
}

export type HttpResponse = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly text: string }

export type ExchangeHttp = typeof exchangeHttp

/** The answer is longer than the caller reads. */
export class TooLong extends Error {}

const decoders = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress } as const
const encodings = Object.keys(decoders).join(', ')

/**
 * Sends a request and reads the whole answer. Follows no redirect. Throws `TooLong` for an answer of more bytes than
 * `maxBytes`, and what went wrong with the connection. `signal` ends it at any time.
 */
export async function exchangeHttp(
  url: URL,
  request: HttpRequest,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<HttpResponse> {
  const response = await sendRequest(url, request, signal)
  const { statusCode: status = 0, headers } = response
  if (status >= 300 && status < 400) {
    response.destroy()
    throw new OutboundFailure(`it redirects with status ${status}`)
  }
  return { status, headers, text: await readText(decode(response), maxBytes) }
}

/** A connection that was kept may just have been closed by the other side. Then the request is sent by a new one. */
async function sendRequest(url: URL, request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  for (;;) {
    const { sent, response } = open(url, request, signal)
    try {
      return await response
    } catch (error) {
      if (!sent.reusedSocket || signal.aborted) throw error
    }
  }
}

function open(url: URL, { method, headers, body }: HttpRequest, signal: AbortSignal) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const sent = request(url, { method, signal, headers: { 'accept-encoding': encodings, ...headers, ...length } })
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve)
    sent.on('error', reject)
  })
  sent.end(body)
  return { sent, response }
}

function decode(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.toLowerCase()
  const createDecoder = encoding && isKey(decoders, encoding) && decoders[encoding]
  // An error on either side ends the decoder, whose reader gets it.
  return createDecoder ? pipeline(response, createDecoder(), () => {}) : response
}

/** Counts bytes while reading: not every answer states its length, and compressed ones are longer than it says. */
async function readText(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new TooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
