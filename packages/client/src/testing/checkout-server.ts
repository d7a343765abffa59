import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { CheckoutOptions } from '@crypto-checkout/core'
import { type TestCheckout, type TestParts, testCheckout } from '@crypto-checkout/core/testing'
import { onTestFinished } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../create-client.ts'

/**
 * The proxy's treatment of one request between client and checkout. `unheard`: the request is carried out, but not
 * answered.
 */
export type Fault =
  | 'cut before'
  | 'cut after'
  | 'cut within the answer'
  | 'unheard'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string }

type OpenCheckout = {
  readonly shop: TestCheckout
  readonly origin: string
  readonly baseUrl: string
  /** The faults of the next requests, in order. */
  readonly faults: (Fault | null)[]
  /** The requests received, in order. */
  readonly seen: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[]
  /** Uses the checkout's sandbox keys by default. */
  readonly client: (options?: Partial<ClientOptions>) => Client
}

/** A checkout on loopback, behind a proxy with faults, until the test ends. */
export async function openCheckout(
  options: Partial<CheckoutOptions> = {},
  parts: TestParts = {},
): Promise<OpenCheckout> {
  const shop = await testCheckout(options, parts)
  // Signatures use the real time.
  shop.clock.advance(Date.now() - shop.clock.now())
  const faults: OpenCheckout['faults'] = []
  const seen: OpenCheckout['seen'] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const bytes = await buffer(request)
    seen.push({ line: `${method} ${url}`, headers, body: bytes.toString() })
    const fault = faults.shift() ?? null
    if (fault === 'cut before') return void request.socket.destroy()
    if (fault && typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body)
    const [path = '', query = ''] = url.split('?')
    const body = { kind: 'bytes', bytes } as const
    const answered = await shop.checkout.handle({ method, path, query, headers, body, address: '192.0.2.1' })
    if (fault === 'cut after') return void request.socket.destroy()
    if (fault === 'unheard') return
    const sent = Buffer.from(answered?.body ?? 'not the checkout')
    response.writeHead(answered?.status ?? 404, { ...answered?.headers, 'content-length': sent.length })
    if (fault !== 'cut within the answer') return void response.end(sent)
    response.write(sent.subarray(0, sent.length / 2), () => request.socket.destroy())
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    shop.stop()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const baseUrl = `${origin}/sandbox/v1`
  const { publicKey, secretKey } = shop.key
  return {
    shop,
    origin,
    baseUrl,
    faults,
    seen,
    client: (options = {}) => createClient({ baseUrl, publicKey, secretKey, ...options }),
  }
}
