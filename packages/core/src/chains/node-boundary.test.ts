import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pickRuns } from '../testing/runs.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger } from '../testing/scripted-ledger.ts'
import { ScriptedNode } from '../testing/scripted-node.ts'
import type { BlockRef, Chain, ObservedTransfer, Position, Recipients } from './chain.ts'
import { createEvmChain } from './evm/chain.ts'
import { openEvmEndpoints } from './evm/endpoints.ts'
import { NodeError } from './node-error.ts'
import { createHttpRpc } from './rpc.ts'
import { createStellarChain } from './stellar/chain.ts'
import { openStellarEndpoints } from './stellar/endpoints.ts'
import { createHttpHorizon, type Horizon } from './stellar/horizon.ts'
import { deriveContractId } from './stellar/identifiers.ts'

/** A request to a node over HTTP, and its response. */
type Request = { readonly id: number; readonly method: string; readonly params: never; readonly path: string }
type Answer = { readonly status: number; readonly body: string | Buffer }

let server: Server
let url = ''
let answer: (request: Request) => Answer | Promise<Answer>

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const sent = Buffer.concat(chunks).toString()
    const question = sent.startsWith('{') ? JSON.parse(sent) : { id: 1, method: request.method, params: [] }
    const { status, body } = await answer({ ...question, path: request.url })
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const START = Date.UTC(2026, 0, 1)
const HONEST = 'http://honest.example.com'

const DEPTH = 100_000
/** Valid, but hard to read. */
const wicked = [
  '['.repeat(DEPTH) + ']'.repeat(DEPTH),
  `${'{"and":['.repeat(DEPTH)}${']}'.repeat(DEPTH)}`,
  `[${'1,'.repeat(300_000)}1]`,
  '{"toString": 1, "valueOf": null, "length": -1}',
  `"${'x'.repeat(1_000_000)}"`,
  `"0x${'f'.repeat(1_000_000)}"`,
  '1e999',
  '-0',
  '{"__proto__": null, "constructor": 1}',
]

/** The places of a value in a node's response: JSON-RPC's result and error, Horizon's pages and problems. */
const wrappings: readonly ((json: string, id: number) => string)[] = [
  (json) => json,
  (json, id) => `{"jsonrpc":"2.0","id":${id},"result":${json}}`,
  (json, id) => `{"jsonrpc":"2.0","id":${id},"error":${json}}`,
  (json, id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"no","data":${json}}}`,
  (json, id) => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":${json}}}`,
  (json) => `{"_embedded":{"records":[${json}]}}`,
  (json) => `{"title":${json},"extras":{"result_codes":${json}}}`,
]

const anyJson = fc.oneof(fc.json({ maxDepth: 5 }), fc.constantFrom(...wicked))
const clock = { elapsed: () => 0, pause: async () => {} }
const anyStatus = fc.constantFrom(200, 200, 200, 201, 204, 400, 401, 403, 404, 410, 429, 500, 502)
const anyBody = fc.oneof(
  fc.string(),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom('', '{', 'null', '<html>', '\ufeff{}', '{"jsonrpc":"2.0"'),
)
const anyAnswer = fc.oneof(
  fc.record({ status: anyStatus, body: anyBody }).map((one) => () => one),
  fc
    .record({ status: anyStatus, json: anyJson, wrap: fc.constantFrom(...wrappings) })
    .map(({ status, json, wrap }) => ({ id }: Request) => ({ status, body: wrap(json, id) })),
)

type AnyRecord = Record<string, unknown>

/** A correct answer, as JSON, with one of its values replaced. */
function replaced(value: unknown, at: number, by: string): string {
  const hole = 'the value that is replaced'
  const places: (() => void)[] = []
  const collect = (holder: AnyRecord) => {
    for (const key of Object.keys(holder)) {
      places.push(() => (holder[key] = hole))
      if (typeof holder[key] === 'object' && holder[key] !== null) collect(holder[key] as AnyRecord)
    }
  }
  const root = { value: structuredClone(value) }
  collect(root)
  places[at % places.length]?.()
  return JSON.stringify(root.value).replace(`"${hole}"`, () => by)
}

/** One answer of a run, one of its values, and the replacement. */
const change = fc.record({ answer: fc.nat(8), at: fc.nat(60), by: anyJson })

/** The fuzzed node's correct answers. */
type Right = (request: Request) => Promise<unknown>

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

async function requireNodeError(work: Promise<unknown>): Promise<void> {
  const failure = await failureOf(work)
  if (failure !== null) expect(failure).toBeInstanceOf(NodeError)
}

type Works = Readonly<Record<string, (chain: Chain) => Promise<unknown>>>
type Subject = {
  readonly open: (...urls: string[]) => Chain
  readonly right: Right
  /** Work for which one node is enough: the next node is asked if the first fails. */
  readonly simple: Works
  readonly others: Works
}

type Known = {
  readonly position: Position
  readonly final: BlockRef
  readonly transfer: ObservedTransfer
}

function worksOf({ position, final, transfer }: Known): Pick<Subject, 'simple' | 'others'> {
  const wallet = transfer.to
  const recipients: Recipients = {
    all: async () => [wallet],
    intersect: async (addresses) => new Set(addresses.filter((one) => one === wallet)),
  }
  return {
    simple: {
      next: (chain) => chain.reader.next(position, recipients),
      record: (chain) => chain.reader.record(transfer.txHash, transfer.blockNumber),
      holds: (chain) => chain.reader.hasBlock(final),
    },
    others: {
      start: (chain) => chain.reader.next({ ...position, cursor: null, recentBlocks: [] }, recipients),
      finalize: (chain) => chain.reader.next({ ...position, cursor: position.recentBlocks[0] ?? null }, recipients),
      reread: (chain) => chain.reader.recheck({ from: 2, to: final.number, isMissed: true, final }, recipients),
      shows: (chain) => chain.reader.isOnChain(transfer),
      compare: (chain) => chain.nodes.compare(),
      troubleOf: (chain) => chain.reader.tokenTrouble({ coin: 'USDC', address: transfer.token, decimals: 6 }),
      whyNotReceive: async (chain) =>
        chain.recipients.cannotReceiveReason({ token: transfer.token, address: wallet, rawAmount: 1n }),
      claimables: async (chain) => chain.claimables?.(wallet.toUpperCase(), START),
    },
  }
}

function boundaryTests({ open, right, simple, others }: Subject) {
  const fuzz = (work: (chain: Chain) => Promise<unknown>, check: (failure: unknown) => void, urls: readonly string[]) =>
    fc.assert(
      fc.asyncProperty(anyAnswer, async (fuzzed) => {
        answer = fuzzed
        check(await failureOf(work(open(url, ...urls))))
      }),
      { numRuns: pickRuns({ full: 40, quick: 5 }) },
    )

  test.each(Object.entries(simple))('%s: what one node answers, whatever it is, holds up nothing', async (_, work) => {
    const expected = await work(open(HONEST))
    await fuzz(
      async (chain) => expect(await work(chain)).toEqual(expected),
      (failure) => expect(failure).toBeNull(),
      [HONEST],
    )
    for (const json of wicked) {
      for (const wrap of wrappings) {
        answer = ({ id }) => ({ status: 200, body: wrap(json, id) })
        expect(await work(open(url, HONEST))).toEqual(expected)
      }
    }
  })

  test.each(Object.entries(simple))('%s: what a lone node answers is its own error', async (_, work) => {
    await fuzz(work, (failure) => expect(failure).toBeInstanceOf(NodeError), [])
  })

  test.each(Object.entries({ ...simple, ...others }))(
    '%s: a right answer in which anything is replaced is an answer, or an error of the node',
    async (_, work) => {
      await fc.assert(
        fc.asyncProperty(change, async (one) => {
          let before = 0
          answer = async (request) => {
            const body = await right(request)
            before += 1
            return { status: 200, body: before > one.answer ? replaced(body, one.at, one.by) : JSON.stringify(body) }
          }
          await requireNodeError(work(open(url)))
        }),
        { numRuns: pickRuns({ full: 80, quick: 10 }) },
      )
    },
  )
}

/** Wraps a scripted node's answers in JSON-RPC. */
function asJsonRpc(ask: (method: string, params: never) => Promise<unknown>): Right {
  return ({ id, method, params }) =>
    ask(method, params).then(
      (result) => ({ jsonrpc: '2.0', id, result }),
      ({ message, rpcCode }: NodeError) => ({ jsonrpc: '2.0', id, error: { code: rpcCode ?? -32_000, message } }),
    )
}

describe('an EVM node', () => {
  const TOKEN = `0x${'a'.repeat(40)}`
  const WALLET = `0x${'b'.repeat(40)}`
  const node = new ScriptedNode({ chainId: 1, startTime: START })
  node.decimals.set(TOKEN, 6)
  const moved = { token: TOKEN, from: TOKEN, to: WALLET, rawAmount: 5n }
  for (let block = 1; block < 4; block++) node.mine(START + block * 12_000)
  const [txHash = ''] = node.mine(START + 48_000, [moved])
  for (let block = 5; block < 9; block++) node.mine(START + block * 12_000)

  function ref(number: number): BlockRef {
    const { hash, parentHash, timestamp } = node.blocks[number] as (typeof node.blocks)[number]
    return { number, hash, parentHash, time: timestamp * 1_000 }
  }

  const place = { blockNumber: 4, blockHash: ref(4).hash, blockTime: ref(4).time }
  const works = worksOf({
    position: {
      cursor: ref(7),
      finalNumber: 3,
      recentBlocks: [ref(8), ref(7), ref(6), ref(5), ref(4), ref(3)],
      startTime: null,
    },
    final: ref(6),
    transfer: { ...moved, ...place, txHash, memo: null, logIndex: 0, ordinal: 0 },
  })
  const sending: Works = {
    fees: async ({ transactor }) => transactor?.fees(),
    estimate: async ({ transactor }) => transactor?.estimate({ from: WALLET, to: TOKEN, data: '0x' }),
    nonce: async ({ transactor }) => transactor?.nonce(WALLET, 'latest'),
    finalNonce: async ({ transactor }) => transactor?.nonce(WALLET, 6),
    balance: async ({ transactor }) => transactor?.balance(WALLET),
    tokenBalance: async ({ transactor }) => transactor?.tokenBalance(TOKEN, WALLET),
    blocks: ({ recipients }) => recipients.cannotReceiveReason({ token: TOKEN, address: WALLET, rawAmount: 1n }),
    receipt: async ({ transactor }) => transactor?.receipt(txHash),
    finalReceipt: async ({ transactor }) => transactor?.finalReceipt(txHash, 6),
    factory: async ({ transactor }) => transactor?.sweeping.factoryState(6),
    converter: async ({ transactor }) => transactor?.converting.contractState(6),
    delivered: async ({ transactor }) => transactor?.converting.isDelivered(TOKEN, txHash, 6),
    burnable: async ({ transactor }) => transactor?.converting.burnable(TOKEN, TOKEN),
    broadcast: async ({ transactor }) => transactor?.broadcast('0x00'),
  }
  boundaryTests({
    open(...urls) {
      const connect = (one: string) => (one === HONEST ? node.rpc : createHttpRpc(one))
      const options = { urls, chainId: 1, connect, tokens: [TOKEN], finality: 'finalized', ...clock } as const
      return createEvmChain(1, openEvmEndpoints(options), {
        elapsed: () => 0,
        tokens: [{ coin: 'USDC', address: TOKEN, decimals: 6 }],
      })
    },
    right: asJsonRpc(node.rpc),
    simple: works.simple,
    others: { ...works.others, ...sending },
  })
})

describe.each(['Stellar RPC', 'Horizon'] as const)('%s', (backEnd) => {
  const PASSPHRASE = 'Scripted Stellar Network'
  const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
  const WALLET = createScriptedAccount(1)
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: START, assets: [USDC] })
  const txHash = ledger.newHash()
  for (let number = 2; number < 9; number++) {
    const payment = { asset: USDC, from: createScriptedAccount(2), to: WALLET, stroops: 50n, memo: '1234', txHash }
    ledger.close(START + number * 5_000, number === 4 ? [payment] : [])
  }
  const contract = deriveContractId(USDC, PASSPHRASE)

  function ref(number: number): BlockRef {
    const { time } = ledger.ledgers[number - 1] as (typeof ledger.ledgers)[number]
    return { number, hash: `${number}@${time / 1_000}`, parentHash: '', time }
  }

  const horizon: Horizon = async (path) => {
    if (!path.startsWith('/claimable_balances')) return ledger.horizon(path)
    const predicate = { and: [{ not: { unconditional: true } }, { abs_before_epoch: '1' }] }
    const record = { id: 'a'.repeat(72), amount: '1.0', claimants: [{ destination: WALLET, predicate }] }
    return { _embedded: { records: [path.includes('/transactions') ? { hash: txHash, memo_type: 'none' } : record] } }
  }

  const moved = {
    token: contract.toLowerCase(),
    from: createScriptedAccount(2).toLowerCase(),
    to: WALLET.toLowerCase(),
  }
  const place = { blockNumber: 4, blockHash: ref(4).hash, blockTime: ref(4).time }
  boundaryTests({
    open(...urls) {
      const isHonest = (one: string) => one.startsWith(HONEST)
      return createStellarChain({
        networkPassphrase: PASSPHRASE,
        assets: [{ ...USDC, coin: 'USDC', contract }],
        endpoints: openStellarEndpoints({
          rpcUrls: backEnd === 'Stellar RPC' ? urls : [],
          horizonUrls: backEnd === 'Horizon' ? urls : [],
          networkPassphrase: PASSPHRASE,
          assets: [{ ...USDC, coin: 'USDC', contract }],
          connectRpc: (one) => (isHonest(one) ? ledger.rpc : createHttpRpc(one)),
          connectHorizon: (one) => (isHonest(one) ? horizon : createHttpHorizon(one)),
          ...clock,
        }),
        elapsed: () => 0,
        sign: null,
        sponsor: null,
      })
    },
    right: backEnd === 'Stellar RPC' ? asJsonRpc(ledger.rpc) : ({ path }) => horizon(path),
    ...worksOf({
      position: { cursor: ref(6), finalNumber: 3, recentBlocks: [ref(8), ref(6), ref(4), ref(3)], startTime: null },
      final: ref(8),
      transfer: { ...moved, ...place, txHash, rawAmount: 50n, memo: '1234', logIndex: 4097, ordinal: 0 },
    }),
  })
})
