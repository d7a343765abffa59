import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Ask, type Fault, type Params, type Reply, sendJson, wrapReply } from './hostile-fault.ts'
import { callRpc, RpcError } from './json-rpc.ts'

type BreakOptions = {
  /** Affects only calls for which this returns true */
  readonly where?: (method: string, params: Params) => boolean
  /** The probability that a call is affected, 0 to 1; always if absent */
  readonly probability?: number
}

export type HostileProxy = {
  readonly url: string
  /** Adds a fault to the existing ones, and returns a function that ends it. */
  break(fault: Fault, options?: BreakOptions): () => void
  /** Ends all faults: from now on every answer is the node's. */
  mend(): void
  /** The number of requests of each method, and of the answers that each fault, by its name, changed */
  readonly counts: ReadonlyMap<string, number>
  /** Closes every connection. */
  stop(): Promise<void>
}

type Request = { readonly id?: unknown; readonly method: string; readonly params?: Params }
type Broken = { readonly fault: Fault; readonly options: BreakOptions }

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
}

/**
 * Starts an HTTP JSON-RPC proxy on the loopback address in front of a node. It always asks the node correctly, and its
 * answers are correct until a fault is added:
 *
 *     const proxy = await startHostileProxy(devnet.networks.ethereum.rpcUrl)
 *     const undo = proxy.break(omittedLogs(), { probability: 0.5 })
 *     undo()
 *
 * `seed` decides which calls are affected if a probability is given.
 */
export async function startHostileProxy(rpcUrl: string, { seed = 1 } = {}): Promise<HostileProxy> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const chance = createRandom(seed)
  let broken: readonly Broken[] = []

  const truth: Ask = async (method, params) => {
    try {
      return { result: await callRpc(rpcUrl, method, params) }
    } catch (error) {
      if (error instanceof RpcError) return { error: { code: error.code, message: error.message } }
      return { status: 502, error: { code: -32_603, message: 'The node is not there.' } }
    }
  }
  const wrapped = (inner: Ask, { fault, options }: Broken): Ask => {
    const { where = () => true, probability = 1 } = options
    return async (method, params) => {
      const hit = fault.applies(method, params) && where(method, params) && chance() < probability
      if (!hit) return inner(method, params)
      let right: Reply | null = null
      const reply = await fault.answer(method, params, async (...call) => {
        const answered = await inner(...call)
        if (call[0] === method && call[1] === params) right = answered
        return answered
      })
      if (reply !== right) count(fault.name)
      return reply
    }
  }
  const answer = async ({ method, params = [] }: Request): Promise<Reply> => {
    count(method)
    return broken.reduce(wrapped, truth)(method, params)
  }

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    serve(request, response, answer).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const end = (ended: readonly Broken[]) => {
    broken = broken.filter((one) => !ended.includes(one))
    for (const { fault } of ended) fault.end?.()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    break(fault, options = {}) {
      const one = { fault, options }
      broken = [...broken, one]
      return () => end([one])
    },
    mend: () => end(broken),
    counts,
    async stop() {
      end(broken)
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: Request) => Promise<Reply>,
): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end()
    return
  }
  const body = JSON.parse(await readBody(request)) as Request | Request[]
  const calls = [body].flat()
  const replies = await Promise.all(calls.map(answer))
  const sent = replies.find((reply) => 'send' in reply)
  if (sent) {
    sent.send(response, calls[0]?.id)
    return
  }
  const bodies = replies.map((reply, index) => wrapReply(reply, calls[index]?.id))
  const status = replies.map((reply) => ('error' in reply ? reply.status : undefined)).find(Boolean) ?? 200
  sendJson(response, status, Array.isArray(body) ? bodies : bodies[0])
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Numbers from 0 to 1 that repeat with the seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
