import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Devnet, startDevnet } from './index.ts'
import * as testing from './testing.ts'

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const MERCHANT_TOPIC = '0x000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266'

type Block = { number: string; hash: string; parentHash: string }
type Log = { address: string; topics: string[]; transactionHash: string; blockHash: string; blockNumber: string }

let devnet: Devnet<'ethereum'>
let proxy: testing.HostileProxy
/** The block that contains the two transfers, and their transactions. */
let paid: Block
let hashes: string[]

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  await testing.mine(devnet.networks.ethereum, 20)
  const payment = { network: 'ethereum', cryptocurrency: 'USDC', to: devnet.accounts.merchant } as const
  hashes = [await devnet.payer.send({ ...payment, amount: 1n }), await devnet.payer.send({ ...payment, amount: 2n })]
  await testing.mine(devnet.networks.ethereum, 1)
  paid = (await testing.callRpc(devnet.networks.ethereum, 'eth_getBlockByNumber', ['latest', false])) as Block
  await testing.mine(devnet.networks.ethereum, 9)
})
afterAll(() => devnet.stop())
beforeEach(async () => {
  proxy = await testing.startHostileProxy(devnet.networks.ethereum.rpcUrl)
})
afterEach(() => proxy.stop())

/** The whole HTTP response. */
function post(method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  return fetch(proxy.url, { method: 'POST', body, ...(signal ? { signal } : {}) })
}

/** The result that a node's client sees. */
function ask<T>(method: string, params: readonly unknown[] = []): Promise<T> {
  return testing.callRpc({ ...devnet.networks.ethereum, rpcUrl: proxy.url }, method, params) as Promise<T>
}

const block = (tag: string) => ask<Block | null>('eth_getBlockByNumber', [tag, false])
const topics = [TRANSFER, null, [MERCHANT_TOPIC]]
const filter = { address: [] as string[], topics }
const byRange = (from: number, to: number) =>
  ask<Log[]>('eth_getLogs', [{ ...filter, address: usdc(), fromBlock: hex(from), toBlock: hex(to) }])
const byHash = (blockHash: string) => ask<Log[]>('eth_getLogs', [{ ...filter, address: usdc(), blockHash }])
const usdc = () => [devnet.networks.ethereum.coins.USDC.address]
const hex = (number: number) => `0x${number.toString(16)}`
const number = (one: Block | null) => Number(one?.number)
const transactions = (logs: readonly Log[]) => logs.map((log) => log.transactionHash)

test('until it is broken, and again once it is mended, it answers as the node does', async () => {
  const truth = await (await post('eth_getBlockByNumber', ['latest', false])).json()
  proxy.break(testing.nullBlocks())
  proxy.break(testing.frozenHead())
  expect(await block('0x1')).toBeNull()
  proxy.mend()
  expect(await (await post('eth_getBlockByNumber', ['latest', false])).json()).toEqual(truth)
  expect(truth).toMatchObject({ id: 7, result: { number: hex(number(paid) + 9) } })
  await expect(ask('eth_getNothing')).rejects.toThrow('not found')
  expect(Object.fromEntries(proxy.counts)).toMatchObject({ eth_getBlockByNumber: 3, 'null blocks': 1 })
  expect((await fetch(proxy.url, { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBe('*')
})

test('it asks several things at once where it is asked so', async () => {
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_chainId' }))
  const answer = await fetch(proxy.url, { method: 'POST', body: JSON.stringify(calls) })
  expect(await answer.json()).toMatchObject([
    { id: 1, result: '0x7a69' },
    { id: 2, result: '0x7a69' },
  ])
})

test('a fault strikes where it is told to, as often as the seed says, and ends alone', async () => {
  const undo = proxy.break(testing.wrongChainId(1), { probability: 0.5 })
  proxy.break(testing.rateLimited(), { where: (method) => method === 'eth_gasPrice' })
  const seen: string[] = []
  for (let call = 0; call < 40; call++) seen.push(await ask('eth_chainId'))
  const struck = seen.filter((chainId) => chainId === '0x1').length
  expect(struck).toBe(proxy.counts.get('wrong chain id'))
  expect(struck > 5 && struck < 35).toBe(true)
  undo()
  expect(await ask('eth_chainId')).toBe('0x7a69')
  await expect(ask('eth_gasPrice')).rejects.toMatchObject({ code: -32_005 })
  expect([1, 2, 3].map(testing.createRandom(5))).toEqual([1, 2, 3].map(testing.createRandom(5)))
})

describe('out of reach or overloaded', () => {
  test('it does not answer, or only after the client gave up, and stops all the same', async () => {
    proxy.break(testing.neverAnswers(), { where: (method) => method === 'eth_gasPrice' })
    const gate = testing.heldBack()
    proxy.break(gate, { where: (method) => method === 'eth_blockNumber' })
    const unanswered = post('eth_gasPrice').catch((error: Error) => error.message)
    const impatient = new AbortController()
    const aborted = post('eth_blockNumber', [], impatient.signal).catch((error: Error) => error.name)
    const waiting = ask('eth_blockNumber')
    await expect.poll(() => gate.waiting).toBe(2)
    impatient.abort()
    expect(await aborted).toBe('AbortError')
    await testing.mine(devnet.networks.ethereum)
    gate.open()
    // The answer as of the time of the request.
    expect(Number(await waiting)).toBe(Number(await ask('eth_blockNumber')) - 1)
    await proxy.stop()
    expect(await unanswered).toBe('fetch failed')
    proxy = await testing.startHostileProxy(devnet.networks.ethereum.rpcUrl)
  })

  test('it drops connections, refuses with and without a time to wait, and fails', async () => {
    const undo = proxy.break(testing.dropsConnections())
    await expect(post('eth_chainId')).rejects.toThrow('fetch failed')
    undo()
    proxy.break(testing.tooManyRequests())
    expect((await post('eth_chainId')).headers.get('retry-after')).toBeNull()
    proxy.break(testing.tooManyRequests(2))
    const refused = await post('eth_chainId')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
    proxy.break(testing.serverError())
    const failed = await post('eth_chainId')
    expect([failed.status, await failed.json()]).toMatchObject([503, { id: 7, error: { code: -32_603 } }])
  })

  test('it sends pages, halves of answers, answers to others, and answers without end', async () => {
    proxy.break(testing.htmlPage())
    expect(await (await post('eth_chainId')).text()).toMatch(/^<!doctype html>/)
    proxy.mend()
    proxy.break(testing.truncatedJson())
    expect(await (await post('eth_chainId')).text()).toMatch(/^\{"jsonrpc":"2\.0"[^}]*$/)
    proxy.mend()
    proxy.break(testing.wrongId())
    expect(await (await post('eth_chainId')).json()).toMatchObject({ id: 999_999, result: '0x7a69' })
    proxy.mend()
    proxy.break(testing.endlessAnswer())
    const endless = await post('eth_chainId')
    expect(endless.headers.get('content-length')).toBeNull()
    let size = 0
    for await (const chunk of endless.body ?? []) {
      size += chunk.length
      if (size > 8 * 1_024 * 1_024) break
    }
    expect(size).toBeGreaterThan(8 * 1_024 * 1_024)
  })

  test('it limits the blocks and the results of a request, and suggests fewer', async () => {
    proxy.break(testing.rangeLimit(10))
    const last = number(paid)
    await expect(byRange(last - 10, last)).rejects.toMatchObject({ code: -32_602 })
    expect(await byRange(last - 9, last)).toHaveLength(2)
    proxy.break(testing.tooManyResults(1))
    const suggested = `query returned more than 1 results. Try with this block range [${hex(last - 9)}, ${hex(last - 5)}].`
    await expect(byRange(last - 9, last)).rejects.toThrow(suggested)
    expect(await byRange(last - 9, last - 5)).toEqual([])
  })
})

describe('of another chain', () => {
  test('a stale head knows neither the newest blocks nor their logs, and says so only when asked by hash', async () => {
    const [head, final] = [number(await block('latest')), number(await block('finalized'))]
    const behind = head - number(paid) + 1
    proxy.break(testing.staleHead(behind))
    expect([number(await block('latest')), number(await block('finalized'))]).toEqual([head - behind, final - behind])
    expect([Number(await ask('eth_blockNumber')), await block(paid.number)]).toEqual([head - behind, null])
    expect(await ask('eth_getBlockByHash', [paid.hash, false])).toBeNull()
    expect(await ask('eth_getTransactionReceipt', [hashes[0]])).toBeNull()
    expect(await byRange(number(paid) - 1, number(paid))).toEqual([])
    await expect(byHash(paid.hash)).rejects.toThrow('unknown block')
    expect(proxy.counts.get('stale head')).toBe(8)
  })

  test('a stale head may come now and then; a frozen one never moves', async () => {
    const head = number(await block('latest'))
    const undo = proxy.break(testing.staleHead(4), { probability: 0.5 })
    const heads = new Set<number>()
    for (let call = 0; call < 20; call++) heads.add(number(await block('latest')))
    expect([...heads].sort()).toEqual([head - 4, head])
    undo()
    proxy.break(testing.frozenHead())
    expect(number(await block('latest'))).toBe(head)
    await testing.mine(devnet.networks.ethereum, 3)
    expect([number(await block('latest')), await block(hex(head + 1))]).toEqual([head, null])
  })

  test('it has no blocks, no finality, or serves another chain', async () => {
    proxy.break(testing.nullBlocks())
    expect([await block('0x1'), number(await block('latest')) > 0]).toEqual([null, true])
    proxy.break(testing.noFinality('null'))
    expect(await block('finalized')).toBeNull()
    proxy.break(testing.noFinality('error'))
    await expect(block('finalized')).rejects.toThrow('finalized block not found')
    proxy.break(testing.wrongChainId(137))
    expect(await ask('eth_chainId')).toBe('0x89')
  })

  test('it tells a whole other chain from a final block on, with the same transactions', async () => {
    proxy.break(testing.rewritten(number(paid)))
    const [before, other, next] = [number(paid) - 1, number(paid), number(paid) + 1].map((one) => block(hex(one)))
    expect((await other)?.hash).not.toBe(paid.hash)
    expect((await other)?.parentHash).toBe((await before)?.hash)
    expect((await next)?.parentHash).toBe((await other)?.hash)
    expect(await ask('eth_getBlockByHash', [(await other)?.hash, false])).toEqual(await other)
    const logs = await byHash(String((await other)?.hash))
    expect(transactions(logs)).toEqual(hashes)
    expect(logs[0]?.blockHash).toBe((await other)?.hash)
    expect(await byRange(number(paid), number(paid))).toEqual(logs)
    expect(await ask('eth_getTransactionReceipt', [hashes[0]])).toMatchObject({ blockHash: (await other)?.hash })
    await expect(byHash(paid.hash)).rejects.toThrow()
  })
})

describe('wrong about logs', () => {
  test('it repeats them, turns them round, or says that they were removed', async () => {
    proxy.break(testing.duplicatedLogs())
    proxy.break(testing.reorderedLogs())
    proxy.break(testing.removedLogs())
    const [first, second] = hashes
    const logs = await byHash(paid.hash)
    expect(transactions(logs)).toEqual([second, second, first, first])
    expect(logs).toMatchObject(Array(4).fill({ removed: true }))
  })

  test('it leaves out those of a transaction, by range or by hash only, with or without the receipt', async () => {
    const of = new Set([hashes[0] ?? ''])
    const undo = proxy.break(testing.omittedLogs({ of, how: 'by range' }))
    expect(transactions(await byHash(paid.hash))).toEqual(hashes)
    expect(transactions(await byRange(0, number(paid)))).toEqual([hashes[1]])
    expect(await ask('eth_getTransactionReceipt', [hashes[0]])).not.toBeNull()
    undo()
    proxy.break(testing.omittedLogs({ of, how: 'by hash', receipts: true }))
    expect(transactions(await byHash(paid.hash))).toEqual([hashes[1]])
    expect(transactions(await byRange(0, number(paid)))).toEqual(hashes)
    expect(await ask('eth_getTransactionReceipt', [hashes[0]])).toBeNull()
    expect(proxy.counts.get('omitted logs')).toBe(3)
  })

  test('it adds those of other tokens, recipients and blocks', async () => {
    proxy.break(testing.foreignLogs())
    const logs = await byRange(number(paid) + 1, number(paid) + 2)
    expect(logs).toHaveLength(6)
    expect(new Set(logs.map((log) => log.address)).size).toBe(2)
    expect(new Set(logs.map((log) => log.topics[2])).size).toBe(2)
    expect(new Set(logs.map((log) => log.blockNumber))).toEqual(new Set([paid.number]))
  })

  test('it invents a transfer to who is asked for, and stays with it', async () => {
    proxy.break(testing.phantomTransfer({ to: devnet.accounts.merchant, amount: 5n }))
    const [, , phantom] = await byHash(paid.hash)
    expect(phantom).toMatchObject({ address: usdc()[0]?.toLowerCase(), blockHash: paid.hash })
    expect(await byRange(0, number(paid))).toContainEqual(phantom)
    expect(await byRange(number(paid) + 1, number(paid) + 2)).toEqual([])
    expect(await ask('eth_getTransactionReceipt', [phantom?.transactionHash])).toBeNull()
  })

  test('it adds what is no log among those that are right', async () => {
    proxy.break(testing.malformedLogs())
    const logs = await byHash(paid.hash)
    expect(logs.length).toBeGreaterThan(20)
    expect(transactions(logs.slice(-2))).toEqual(hashes)
  })
})
