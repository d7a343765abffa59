/** For tests of adapters: a checkout on a chain on which nobody pays, and plain HTTP requests to the app around it. */
import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { signRequest } from '../api/authenticate.ts'
import type { Checkout, CheckoutOptions } from '../app/checkout.ts'
import type { ApiKeyPair } from '../merchants/keys/create.ts'
import { ScriptedNode } from './scripted-node.ts'

/** Nothing listens there. */
const DEAD_NODE = 'http://127.0.0.1:1'
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const CHAIN_ID = 31_337

export function createHostOptions(
  publicUrl = 'https://shop.example.com',
  nodeUrl = DEAD_NODE,
): CheckoutOptions & { readonly publicUrl: string } {
  const ethereum = {
    rpcUrls: [nodeUrl],
    chainId: CHAIN_ID,
    coins: { USDC: { address: TOKEN, decimals: 6 } },
    pollMs: 3_600_000,
  }
  return { publicUrl, database: 'sqlite::memory:', sandbox: { networks: { ethereum } }, log: () => {} }
}

/** A chain on which nobody ever pays. */
export function createQuietNode(): ScriptedNode {
  const node = new ScriptedNode({ chainId: CHAIN_ID, startTime: Date.now() })
  node.decimals.set(TOKEN, 6)
  return node
}

/** Waits for the first read: before it, no payment can be created. */
export async function waitUntilRead(checkout: Pick<Checkout, 'networks'>): Promise<void> {
  while ((await checkout.networks()).some(({ read }) => read === null)) await sleep(20)
}

export type HostAnswer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  text: string
  body: unknown
}

export type HostCall = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Uint8Array
  /** Sends the body in pieces, without a Content-Length. */
  readonly chunked?: boolean
  readonly sign?: boolean
  readonly keys?: boolean
}

/** Adds a pair of keys to a call of the API, and a signature if it is to be signed. `path` begins with `/v1`. */
export function addKeys(call: HostCall, path: string, key: Pick<ApiKeyPair, 'publicKey' | 'secretKey'>): HostCall {
  const { body = '', sign, keys = true, method = 'GET' } = call
  if (!keys) return call
  const timestamp = String(Date.now())
  const signed = { timestamp, method, path: path.split('?')[0] ?? '', body: Buffer.from(body) }
  const signature = { 'x-service-timestamp': timestamp, 'x-service-signature': signRequest(key.secretKey, signed) }
  const headers = {
    authorization: `Bearer ${key.publicKey}`,
    'x-api-secret': key.secretKey,
    ...(body.length > 0 ? { 'content-type': 'application/json' } : {}),
    ...(sign ? signature : {}),
    ...call.headers,
  }
  return { ...call, headers }
}

/** Sends a request as plain HTTP, with exactly this body and length. */
export function callHost(port: number, path: string, call: HostCall = {}): Promise<HostAnswer> {
  const { method = 'GET', headers = {}, body, chunked } = call
  return new Promise((resolve, reject) => {
    const length = body === undefined || chunked ? {} : { 'content-length': Buffer.byteLength(body) }
    const outgoing = httpRequest({ port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const { statusCode: status = 0, headers } = incoming
        resolve(describeAnswer({ status, headers, bytes: Buffer.concat(chunks) }))
      })
    })
    if (body !== undefined && chunked) {
      for (const piece of cutInThree(body)) outgoing.write(piece)
    } else if (body !== undefined) outgoing.write(body)
    outgoing.end()
  })
}

export function cutInThree(body: string | Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(body)
  const third = Math.ceil(bytes.length / 3)
  return [0, 1, 2].map((piece) => bytes.subarray(piece * third, (piece + 1) * third))
}

/** Adds the text of a body, and the value if it is JSON. */
export function describeAnswer(answer: Omit<HostAnswer, 'body' | 'text'>): HostAnswer {
  const { headers, bytes } = answer
  const text = bytes.toString()
  const isJson = headers['content-type']?.startsWith('application/json') && text !== ''
  return { ...answer, text, body: isJson ? JSON.parse(text) : text }
}

/** Tells whether an archive ends where its own directory says, so that no byte of it became another number of bytes. */
export function isWholeZip(bytes: Buffer): boolean {
  // Without a comment the last record has 22 bytes: the directory's size and place are in it (APPNOTE, 4.3.16).
  const end = bytes.length - 22
  if (end < 0 || bytes.readUInt32BE(end) !== 0x504b0506) return false
  return bytes.readUInt32LE(end + 12) + bytes.readUInt32LE(end + 16) === end
}

/** Writes text to the socket, hangs up, and resolves when the socket is gone. */
export async function callHostRaw(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(text, resolve))
  // Gives the server time to read what was written: it has done so once it answers another connection.
  await callHost(port, '/')
  socket.resetAndDestroy()
  if (!socket.closed) await once(socket, 'close')
}

export function closeHost(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
