import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiKey, signatureOf } from '@crypto-checkout/core'
import { ScriptedNode, serveNode } from '@crypto-checkout/core/testing'
import express, { type Express } from 'express'
import { type CheckoutMiddleware, type CheckoutOptions, cryptoCheckout } from '../index.ts'

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

export const order = {
  amount: 10,
  currency: 'USD',
  cryptocurrency: 'USDC',
  network: 'ethereum',
  merchantWallet: WALLET,
} as const

/** Nothing listens there. */
const DEAD_NODE = 'http://127.0.0.1:1'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

export function checkoutOptions(publicUrl = 'https://shop.example.com', nodeUrl = DEAD_NODE): CheckoutOptions {
  const ethereum = {
    rpcUrls: [nodeUrl],
    chainId: 31_337,
    coins: { USDC: { address: TOKEN, decimals: 6 } },
    pollMs: 3_600_000,
  }
  return { publicUrl, database: 'sqlite::memory:', sandbox: { networks: { ethereum } }, log: () => {} }
}

/** A chain on which nobody ever pays. */
function openNode(): ScriptedNode {
  const node = new ScriptedNode({ chainId: 31_337, startTime: Date.now() })
  node.decimals.set(TOKEN, 6)
  return node
}

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown }

type Sent = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
  /** Sends the body in pieces, without a Content-Length. */
  readonly chunked?: boolean
  readonly sign?: boolean
  readonly keys?: boolean
}

/** A shop's app that mounts a checkout, on its own port. */
export async function openHost(
  build: (app: Express, checkout: CheckoutMiddleware, nodeUrl: string) => void,
  prefix = '',
) {
  const node = await serveNode(openNode())
  const checkout = cryptoCheckout(checkoutOptions(`https://shop.example.com${prefix}`, node.url))
  await untilRead(checkout)
  await checkout.sandbox.payments.list()
  const key = await createApiKey(checkout.context, { environment: 'sandbox' })
  const app = express()
  // As in production: no stack traces in answers or in the log.
  app.set('env', 'test')
  build(app, checkout, node.url)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    checkout,
    key,
    port,
    url: `http://127.0.0.1:${port}`,
    /** A request to the API below the prefix: `/payments`. */
    api: (path: string, sent: Sent = {}) =>
      send(port, `${prefix}/sandbox/v1${path}`, withKeys(sent, `/v1${path}`, key)),
    /** A request to any path, without keys. */
    request: (path: string, sent: Sent = {}) => send(port, path, sent),
    raw: (text: string) => sendRaw(port, text),
    async close() {
      await closeServer(server)
      await checkout.stop()
      node.close()
    },
  }
}

/** Waits for the first read: before it, no payment can be created. */
export async function untilRead(checkout: CheckoutMiddleware): Promise<void> {
  while ((await checkout.networks()).some(({ read }) => read === null)) await sleep(20)
}

type Keys = { readonly publicKey: string; readonly secretKey: string }

function withKeys(sent: Sent, path: string, key: Keys): Sent {
  const { body = '', sign, keys = true, method = 'GET' } = sent
  if (!keys) return sent
  const timestamp = String(Date.now())
  const signed = { timestamp, method, path: path.split('?')[0] ?? '', body: Buffer.from(body) }
  const signature = { 'x-service-timestamp': timestamp, 'x-service-signature': signatureOf(key.secretKey, signed) }
  const headers = {
    authorization: `Bearer ${key.publicKey}`,
    'x-api-secret': key.secretKey,
    ...(body.length > 0 ? { 'content-type': 'application/json' } : {}),
    ...(sign ? signature : {}),
    ...sent.headers,
  }
  return { ...sent, headers }
}

/** Sends a request as plain HTTP, with exactly this body and length. */
function send(port: number, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, chunked } = sent
  return new Promise((resolve, reject) => {
    const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const json = incoming.headers['content-type']?.startsWith('application/json') && text !== ''
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          body: json ? JSON.parse(text) : text,
        })
      })
    })
    if (body !== undefined && chunked) {
      const bytes = Buffer.from(body)
      const third = Math.ceil(bytes.length / 3)
      for (let at = 0; at < bytes.length; at += third) outgoing.write(bytes.subarray(at, at + third))
    } else if (body !== undefined) outgoing.write(body)
    outgoing.end()
  })
}

/** Writes text to the socket, hangs up, and resolves when the socket is gone. */
async function sendRaw(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(text, resolve))
  // Gives the server time to read what was written: it has done so once it answers another connection.
  await send(port, '/')
  socket.resetAndDestroy()
  if (!socket.closed) await once(socket, 'close')
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
