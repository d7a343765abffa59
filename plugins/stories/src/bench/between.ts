/** Stands between shop and checkout: passes their requests on, and kills either one between a request and its answer. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Death } from '../story.ts'

type Body = { readonly reference?: unknown; readonly metadata?: unknown; readonly [key: string]: unknown }

export type Rules = {
  /** Seconds until the payments of an order expire; null for an order of no story. */
  readonly expiresIn: (order: string) => number | null
  readonly knows: (order: string) => boolean
  /** The death that the next creation of an order's payment, or of a payment's refund, brings. It happens once. */
  readonly death: (name: string) => Death | null
  readonly kill: (who: 'shop' | 'checkout') => Promise<void>
  /** The checkout's webhooks. Returns the HTTP status of the answer. */
  readonly hook: (headers: Record<string, string>, body: string) => number
  readonly origin: () => string
}

export class Between {
  #server: Server
  rules: Rules | undefined

  constructor() {
    this.#server = createServer((incoming, response) => {
      this.#answer(incoming, response).catch(() => response.destroy())
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { rules } = this
    const bytes = await buffer(incoming)
    if (!rules) return void response.destroy()
    if (incoming.url === '/hook') {
      response.writeHead(rules.hook(readHeaders(incoming), bytes.toString())).end()
      return
    }
    const { body, name } = readCreation(rules, incoming, bytes)
    const death = name === null ? null : rules.death(name)
    if (death === 'checkout before') {
      void rules.kill('checkout')
      return void response.destroy()
    }
    const answer = await forward(rules.origin(), incoming, body)
    if (death === null) return void response.writeHead(answer.status, answer.headers).end(answer.body)
    await rules.kill(death === 'checkout after' ? 'checkout' : 'shop')
    response.destroy()
  }
}

function readHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** A request's body with its story's deadline, and its subject as `name`: an order, or the payment that is refunded. */
function readCreation(rules: Rules, { method, url }: IncomingMessage, bytes: Buffer) {
  const path = /\/v1\/(payments|refunds)$/.exec(url ?? '')?.[1]
  if (method !== 'POST' || path === undefined) return { body: bytes, name: null }
  const body: Body = JSON.parse(bytes.toString())
  if (path === 'refunds') return { body: bytes, name: typeof body.paymentId === 'string' ? body.paymentId : null }
  const name = findOrder(body, rules.knows)
  const expiresIn = name === null ? null : rules.expiresIn(name)
  if (expiresIn === null) return { body: bytes, name }
  return { body: Buffer.from(JSON.stringify({ ...body, expiresIn })), name }
}

/** The order's number is the reference, or a value of the metadata. */
export function findOrder({ reference, metadata }: Body, knows: (order: string) => boolean): string | null {
  const values = [reference, ...Object.values(metadata ?? {})]
  return values.filter((value) => typeof value === 'string').find((value) => knows(value)) ?? null
}

type Forwarded = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer }

function forward(origin: string, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Forwarded> {
  const { host: _, connection: __, 'transfer-encoding': ___, ...sent } = headers
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...sent, 'content-length': body.length }, agent: false }
    const outgoing = request(`${origin}${url}`, options, (answer) => {
      buffer(answer).then((bytes) => {
        const { connection: ____, 'transfer-encoding': _____, ...kept } = answer.headers
        resolve({
          status: answer.statusCode ?? 502,
          headers: { ...kept, 'content-length': String(bytes.length) },
          body: bytes,
        })
      }, reject)
    })
    outgoing.on('error', reject).end(body)
  })
}
