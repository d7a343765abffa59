/** Shared parts of a hostile proxy's faults. */
import type { ServerResponse } from 'node:http'
import { formatHex } from './json-rpc.ts'

export type Params = readonly unknown[]

/** The reply to one call: its result, the node's refusal, or anything else that can be sent over HTTP. */
export type Reply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string }; readonly status?: number }
  | { readonly send: (response: ServerResponse, id: unknown) => void }

/** Asks as if the fault did not exist: the node, or the faults added before. */
export type Ask = (method: string, params: Params) => Promise<Reply>

/** One kind of fault. If it returns the very reply of `ask` to the same call, there was nothing to change. */
export type Fault = {
  readonly name: string
  applies(method: string, params: Params): boolean
  answer(method: string, params: Params, ask: Ask): Promise<Reply>
  /** Releases held replies. */
  end?(): void
}

/** A reply in JSON-RPC 2.0 format. Only for replies that are JSON. */
export function wrapReply(reply: Reply, id: unknown): object {
  if ('result' in reply) return { jsonrpc: '2.0', id, result: reply.result ?? null }
  if ('error' in reply) return { jsonrpc: '2.0', id, error: reply.error }
  throw new Error('This reply is not JSON.')
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A fault that changes the results of some methods and leaves refusals unchanged. */
export function changeResults(
  name: string,
  methods: readonly string[],
  change: (result: unknown, method: string, params: Params, ask: Ask) => unknown,
): Fault {
  return {
    name,
    applies: (method) => methods.includes(method),
    async answer(method, params, ask) {
      const reply = await ask(method, params)
      if (!('result' in reply)) return reply
      const result = await change(reply.result, method, params, ask)
      return result === reply.result ? reply : { result }
    },
  }
}

/** The result of a call that must have one. */
export async function askResult<T>(ask: Ask, method: string, params: Params = []): Promise<T> {
  const reply = await ask(method, params)
  if (!('result' in reply)) throw new Error(`${method} has no result to make a wrong one of.`)
  return reply.result as T
}

export type Block = { readonly number: string; readonly hash: string; readonly parentHash: string }

export type LogFilter = {
  readonly address?: string | readonly string[]
  readonly topics?: readonly (string | readonly string[] | null)[]
  readonly blockHash?: string
  readonly fromBlock?: string
  readonly toBlock?: string
}

export function findBlock(ask: Ask, block: number | string): Promise<Block | null> {
  return askResult(ask, 'eth_getBlockByNumber', [typeof block === 'number' ? formatHex(block) : block, false])
}

export function findBlockByHash(ask: Ask, hash: string): Promise<Block | null> {
  return askResult(ask, 'eth_getBlockByHash', [hash, false])
}

/** First and last block of a filter; null if it names a block that does not exist. */
export async function findBlockRange(ask: Ask, filter: LogFilter): Promise<readonly [number, number] | null> {
  const number = async (block: string) =>
    block.startsWith('0x') ? Number(block) : readNumber(await findBlock(ask, block))
  if (filter.blockHash === undefined) {
    return [await number(filter.fromBlock ?? 'latest'), await number(filter.toBlock ?? 'latest')]
  }
  const block = await findBlockByHash(ask, filter.blockHash)
  return block && [readNumber(block), readNumber(block)]
}

/** -1 if there is no block */
export function readNumber(block: Block | null): number {
  return block ? Number(block.number) : -1
}
