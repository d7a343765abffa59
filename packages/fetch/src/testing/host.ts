/** Two hosts of a checkout: none, so that requests are objects only, and Hono on Node's server. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiKey } from '@crypto-checkout/core'
import {
  addKeys,
  callHost,
  closeHost,
  createHostOptions,
  createQuietNode,
  cutInThree,
  describeAnswer,
  type HostAnswer,
  type HostCall,
  serveNode,
  waitUntilRead,
} from '@crypto-checkout/core/testing'
import { type HttpBindings, serve } from '@hono/node-server'
import { Hono } from 'hono'
import { cryptoCheckout, type FetchCheckout, type FetchCheckoutOptions } from '../index.ts'

export const ORIGIN = 'https://shop.example.com'

type Send = (path: string, call?: HostCall) => Promise<HostAnswer>

/** Opens a checkout with its `publicUrl` below a prefix, in a host that sends requests to it. */
export async function openCheckout(prefix: string, options: Partial<FetchCheckoutOptions> = {}) {
  const node = await serveNode(createQuietNode())
  const checkout = cryptoCheckout({ ...createHostOptions(`${ORIGIN}${prefix}`, node.url), ...options })
  await waitUntilRead(checkout)
  const key = await createApiKey(checkout.context, { environment: 'sandbox' })
  return {
    checkout,
    key,
    async close() {
      await checkout.stop()
      node.close()
    },
  }
}

/** Requests to a function, without any server. */
export function sendInProcess(checkout: FetchCheckout): { send: Send; close: () => Promise<void> } {
  const send: Send = async (path, call = {}) => {
    const response = await checkout(createRequest(path, call), { address: '192.0.2.1' })
    const headers = Object.fromEntries(response.headers)
    return describeAnswer({ status: response.status, headers, bytes: Buffer.from(await response.arrayBuffer()) })
  }
  return { send, close: async () => {} }
}

export function createRequest(path: string, { method = 'GET', headers = {}, body, chunked }: HostCall): Request {
  const init = { method, headers, ...(body === undefined ? {} : { body: chunked ? streamOf(body) : body }) }
  return new Request(`${ORIGIN}${path}`, { ...init, ...(chunked ? { duplex: 'half' as const } : {}) })
}

function streamOf(body: string | Uint8Array): ReadableStream<Uint8Array> {
  return ReadableStream.from(cutInThree(body))
}

/** Requests over HTTP to Hono on Node's server. */
export async function sendToHono(checkout: FetchCheckout, prefix: string) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.all(`${prefix}/*`, (context) => checkout(context.req.raw, { address: context.env.incoming.socket.remoteAddress }))
  app.onError((error, context) => context.text(`the app answers: ${error.message}`, 500))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  if (!server.listening) await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const send: Send = (path, call) => callHost(port, path, call)
  return { port, send, close: () => closeHost(server) }
}

export function withKeys(key: Parameters<typeof addKeys>[2], path: string, call: HostCall = {}): HostCall {
  return addKeys(call, `/v1${path}`, key)
}
