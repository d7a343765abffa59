/** Faults of a node that shows the wrong chain: an older one, a different one, or none. */
import {
  type Ask,
  askResult,
  type Block,
  changeResults,
  type Fault,
  findBlock,
  findBlockByHash,
  findBlockRange,
  type LogFilter,
  type Params,
  type Reply,
  readNumber,
} from './hostile-fault.ts'
import { formatHex } from './json-rpc.ts'

/** A node whose newest block is `blocks` behind; its final block is as far behind. */
export function staleHead(blocks: number): Fault {
  return behindBy('stale head', () => blocks)
}

/** The newest block stays the one at the fault's first request. */
export function frozenHead(): Fault {
  let frozenAt: number | null = null
  return behindBy('frozen head', (head) => {
    frozenAt ??= head
    return Math.max(0, head - frozenAt)
  })
}

/** Hides the newest blocks; their number depends on the true head. */
function behindBy(name: string, blocksBehind: (head: number) => number): Fault {
  const methods: Record<string, (head: number, lag: number, params: Params, ask: Ask) => Promise<Reply>> = {
    eth_blockNumber: async (head) => ({ result: formatHex(head) }),
    async eth_getBlockByNumber(head, lag, [tag, full], ask) {
      const known = async (block: string) => Math.max(0, readNumber(await findBlock(ask, block)) - lag)
      const number = String(tag).startsWith('0x') ? Number(tag) : tag === 'latest' ? head : await known(String(tag))
      return number > head ? { result: null } : ask('eth_getBlockByNumber', [formatHex(number), full])
    },
    async eth_getLogs(head, _lag, params, ask) {
      const filter = params[0] as LogFilter
      const [from, to] = (await findBlockRange(ask, filter)) ?? [-1, -1]
      if (to <= head) return ask('eth_getLogs', params)
      // A node that is behind returns fewer logs without an error.
      if (filter.blockHash === undefined && from <= head)
        return ask('eth_getLogs', [{ ...filter, toBlock: formatHex(head) }])
      return filter.blockHash === undefined
        ? { result: [] }
        : { error: { code: -32_000, message: `unknown block ${filter.blockHash}` } }
    },
    eth_getBlockByHash: (head, _lag, params, ask) => upTo(head, ask('eth_getBlockByHash', params), 'number'),
    eth_getTransactionReceipt: (head, _lag, params, ask) =>
      upTo(head, ask('eth_getTransactionReceipt', params), 'blockNumber'),
  }
  return {
    name,
    applies: (method) => Object.hasOwn(methods, method),
    async answer(method, params, ask) {
      const head = Number(await askResult(ask, 'eth_blockNumber'))
      const lag = blocksBehind(head)
      const answer = methods[method]
      return lag === 0 || !answer ? ask(method, params) : answer(Math.max(0, head - lag), lag, params, ask)
    },
  }
}

/** Hides the content of blocks above the head. */
async function upTo(head: number, request: Promise<Reply>, field: string): Promise<Reply> {
  const reply = await request
  if (!('result' in reply) || reply.result === null) return reply
  return Number((reply.result as Record<string, string>)[field]) > head ? { result: null } : reply
}

/** Every request for a block by number returns null. */
export function nullBlocks(): Fault {
  return changeResults('null blocks', ['eth_getBlockByNumber'], (block, _method, [tag]) =>
    String(tag).startsWith('0x') ? null : block,
  )
}

export function wrongChainId(chainId: number): Fault {
  return changeResults('wrong chain id', ['eth_chainId', 'net_version'], () => formatHex(chainId))
}

/** No finality for now: an error, as Bor returns without a milestone, or null. */
export function noFinality(answer: 'error' | 'null'): Fault {
  const error = { code: -32_000, message: 'finalized block not found' }
  return {
    name: `no finality: ${answer}`,
    applies: (method, [tag]) => method === 'eth_getBlockByNumber' && (tag === 'finalized' || tag === 'safe'),
    answer: async () => (answer === 'error' ? { error } : { result: null }),
  }
}

/**
 * Another chain from block `from` on: the same transactions in blocks with other hashes, each the parent of the next.
 * If `from` was final before, final blocks have changed.
 */
export function rewritten(from: number): Fault {
  const otherBlock = (block: Block): Block => {
    if (Number(block.number) < from) return block
    const parentHash = Number(block.number) > from ? other(block.parentHash) : block.parentHash
    return { ...block, hash: other(block.hash), parentHash }
  }
  const otherPlace = <T extends { blockNumber: string; blockHash: string }>(place: T): T =>
    Number(place.blockNumber) < from ? place : { ...place, blockHash: other(place.blockHash) }
  const change = (result: unknown, method: string): unknown => {
    if (result === null) return null
    if (method.startsWith('eth_getBlockBy')) return otherBlock(result as Block)
    if (method !== 'eth_getTransactionReceipt') return (result as Parameters<typeof otherPlace>[0][]).map(otherPlace)
    const receipt = result as Parameters<typeof otherPlace>[0] & { logs: Parameters<typeof otherPlace>[0][] }
    return { ...otherPlace(receipt), logs: receipt.logs.map(otherPlace) }
  }
  const methods = ['eth_getBlockByNumber', 'eth_getBlockByHash', 'eth_getLogs', 'eth_getTransactionReceipt']
  return {
    name: 'rewritten',
    applies: (method) => methods.includes(method),
    async answer(method, params, ask) {
      const reply = await ask(method, await trueParams(method, params, from, ask))
      return 'result' in reply ? { result: change(reply.result, method) } : reply
    },
  }
}

/** From `from` on the client knows the other chain's hashes, and the node the true ones. */
async function trueParams(method: string, params: Params, from: number, ask: Ask): Promise<Params> {
  const [first, ...rest] = params
  const trueHash = async (hash: string) => {
    const number = readNumber(await findBlockByHash(ask, hash))
    return number >= 0 && number < from ? hash : other(hash)
  }
  if (method === 'eth_getBlockByHash') return [await trueHash(String(first)), ...rest]
  const filter = first as LogFilter
  if (method !== 'eth_getLogs' || filter.blockHash === undefined) return params
  return [{ ...filter, blockHash: await trueHash(filter.blockHash) }, ...rest]
}

/** Maps a hash to its counterpart on the other chain, and back. */
function other(hash: string): string {
  return `0x${(255 - Number.parseInt(hash.slice(2, 4), 16)).toString(16).padStart(2, '0')}${hash.slice(4)}`
}
