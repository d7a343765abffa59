import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import {
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  testCheckout,
} from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger } from '../testing/scripted-ledger.ts'

/** Ways in which a node does not answer. */
const silences = {
  'answers 429': () => new NodeError('busy', 'the node answered 429', { retryAfterMs: 5_000 }),
  'is down': () => new NodeError('unreachable', 'connection refused'),
} as const
type Silence = keyof typeof silences
const ways = Object.keys(silences) as Silence[]

/** A shop that reads one chain through `count` nodes, of which each but the first can be silenced. */
async function openShop(count: number, witnesses?: number) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  const ethereum = {
    rpcUrls: Array.from({ length: count }, (_, index) => `http://127.0.0.1:${index + 1}`),
    chainId: TEST_CHAIN_ID,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
    ...(witnesses === undefined ? {} : { witnesses }),
  }
  const options = { sandbox: { networks: { ethereum } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, node, mirrors })
  await shop.settle()
  const silence = (which: number, how: Silence | null) => {
    const mirror = mirrors[which - 1] as ScriptedNode
    mirror.distortion = how && (() => Promise.reject(silences[how]()))
  }
  /** Reads repeatedly, until a node that is down no longer counts. */
  async function readLong(): Promise<void> {
    for (let round = 0; round < 12; round++) {
      await shop.watch().catch(() => {})
      await shop.reread().catch(() => {})
      shop.clock.advance(10_000)
    }
  }
  return Object.assign(shop, { mirrors, silence, readLong })
}
type Shop = Awaited<ReturnType<typeof openShop>>

/** The first node shows a payment that was never made, in a block that all nodes have, with its receipt. */
function makeUp(shop: Shop, payment: Payment): void {
  const block = shop.node.head
  const elsewhere = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: 0 })
  const [hash] = elsewhere.mine(0, [createTransferFor(payment)])
  shop.node.distortion = async (method, params, answer) => {
    const right = answer()
    if (method !== 'eth_getLogs' && method !== 'eth_getTransactionReceipt') return right
    const place = { blockHash: block.hash, blockNumber: `0x${block.number.toString(16)}`, logIndex: '0x7' }
    const filter = { fromBlock: '0x1', toBlock: '0x1', address: [TEST_TOKEN.toLowerCase()], topics: [] }
    const [log] = (await elsewhere.rpc('eth_getLogs', [filter])) as object[]
    if (method === 'eth_getTransactionReceipt') {
      if (params[0] !== hash) return right
      return { transactionHash: hash, ...place, status: '0x1', logs: [{ ...log, ...place }] }
    }
    const [logFilter] = params as [{ blockHash?: string; fromBlock?: string; toBlock?: string }]
    const isWithin = Number(logFilter.fromBlock) <= block.number && block.number <= Number(logFilter.toBlock)
    return logFilter.blockHash === block.hash || isWithin ? [...(right as object[]), { ...log, ...place }] : right
  }
}

async function witnessesOf(shop: Pick<Shop, 'states'>) {
  const [state] = await shop.states()
  return { ...state?.witnesses, said: state?.troubles.includes('witnesses') }
}

describe('on an EVM chain', () => {
  test.each(ways)('one node completes nothing that it makes up while the other %s', async (how) => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine()
    makeUp(shop, payment)
    shop.mine()
    shop.mine()
    shop.silence(1, how)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
    shop.silence(1, null)
    shop.node.distortion = null
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', amountReceived: '0.000000' })
  })

  test.each(ways)('one node completes nothing of missed blocks while the other %s', async (how) => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine()
    makeUp(shop, payment)
    for (let block = 0; block < 200; block++) shop.mine()
    await shop.watch()
    expect(await shop.states()).toMatchObject([{ lag: { missed: expect.toSatisfy((missed) => missed > 100) } }])
    shop.silence(1, how)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created', transactions: [] })
  })

  test.each(ways)('a payment waits in processing while one of two nodes %s, which is said at once', async (how) => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 2, said: false })
    shop.silence(1, how)
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    await shop.watch()
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 1, said: true })
    const trouble = (await shop.states())[0]?.trouble
    expect(trouble).toContain('1 node answers where 2 must show what is final (witnesses)')
    expect(trouble).toContain(`127.0.0.1:2: ${silences[how]().message}`)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
    shop.silence(1, null)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 2, said: false })
    expect((await shop.states())[0]?.trouble).toBeNull()
  })

  test.each(ways)('one of three nodes that %s holds up nothing, two do', async (how) => {
    const shop = await openShop(3)
    shop.silence(1, how)
    const [first, second] = [await shop.create({ expiresIn: 100_000 }), await shop.create({ expiresIn: 100_000 })]
    shop.mine([createTransferFor(first)])
    shop.mine()
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(first)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 2, said: false })
    shop.silence(2, how)
    shop.mine([createTransferFor(second)])
    shop.mine()
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(second)).toMatchObject({ status: 'processing' })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 1, said: true })
  })

  test.each(ways)('two of four nodes complete payments while each of the other two %s', async (how) => {
    const shop = await openShop(4)
    for (const which of [2, 3]) shop.silence(which, how)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 2, said: false })
  })

  test.each(ways)('three witnesses are three voices: one of three nodes that %s holds up all', async (how) => {
    const shop = await openShop(3, 3)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.silence(2, how)
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
    shop.silence(2, null)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  })

  test.each(ways)('whoever chose one witness has payments completed while the other node %s', async (how) => {
    const shop = await openShop(2, 1)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.silence(1, how)
    shop.mine([createTransferFor(payment)])
    shop.mine()
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 1, present: 1, said: false })
  })

  test.each(ways)('reading does not begin while one of two nodes %s', async (how) => {
    const clock = new FakeClock()
    const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
    const mirror = node.mirror()
    mirror.distortion = () => Promise.reject(silences[how]())
    const shop = await testCheckout({ production: { networks: {} } }, { clock, node, mirrors: [mirror], unread: true })
    await expect(shop.watch()).rejects.toThrow('1 of the 2 that must agree (witnesses) can tell')
    expect((await shop.states())[0]?.troubles).toContain('witnesses')
  })

  test('what one node says of the time expires nothing', async () => {
    for (const count of [2, 3]) {
      const shop = await openShop(count)
      const payment = await shop.create({ expiresIn: 120 })
      shop.node.distortion = (method, [tag], answer) => {
        const block = answer() as { timestamp: string }
        if (method !== 'eth_getBlockByNumber' || tag !== 'latest') return block
        return { ...block, timestamp: `0x${(Number(block.timestamp) + 200).toString(16)}` }
      }
      for (let block = 0; block < 3; block++) {
        shop.mine()
        await shop.watch().catch(() => {})
      }
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
      shop.clock.advance(120_000)
      shop.mine()
      await shop.watch().catch(() => {})
      expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
    }
  })

  test.each(ways)('nothing expires by one node while the other %s', async (how) => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 60 })
    shop.silence(1, how)
    shop.clock.advance(120_000)
    shop.mine()
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    shop.silence(1, null)
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
  })
})

const PASSPHRASE = 'Scripted Stellar Network'
const WALLET = createScriptedAccount(1)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }

/** A shop on Stellar RPC and Horizon, with one ledger. */
async function openStellar(witnesses?: number) {
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const stellar = {
    ...{ networkPassphrase: PASSPHRASE, coins: { USDC } },
    ...{ rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] },
    ...(witnesses === undefined ? {} : { witnesses }),
  }
  const shop = await testCheckout(
    { sandbox: { networks: { stellar } }, production: { networks: {} } },
    { clock, ledger },
  )
  const create = (expiresIn = 100_000) => shop.create({ network: 'stellar', merchantWallet: WALLET, expiresIn })
  const close = (payments: Parameters<ScriptedLedger['close']>[1] = []) => {
    clock.advance(5_000)
    ledger.close(clock.now(), payments)
  }
  const payment = await create()
  close()
  await shop.settle()
  const paid = (one: Payment) => ({
    ...{ asset: USDC, from: createScriptedAccount(2), to: WALLET, memo: one.memo },
    stroops: BigInt(one.cryptoAmount.replace('.', '')) * 10n,
  })
  async function readLong(): Promise<void> {
    for (let round = 0; round < 12; round++) {
      close()
      await shop.watch().catch(() => {})
      await shop.reread().catch(() => {})
      clock.advance(10_000)
    }
  }
  return Object.assign(shop, { ledger, close, paid, payment, readLong, createOn: create })
}

describe('on Stellar', () => {
  test('one node completes nothing that it makes up while the other is down', async () => {
    const shop = await openStellar()
    const victim = await shop.createOn()
    shop.ledger.rpcFault.shows = (one) => ({ ...one, memo: one.memo === shop.payment.memo ? victim.memo : one.memo })
    shop.ledger.horizonFault.down = true
    shop.close([shop.paid(shop.payment)])
    await shop.readLong()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'processing', transactions: [{ status: 'seen' }] })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 1, said: true })
    shop.ledger.horizonFault.down = false
    shop.ledger.rpcFault.shows = (one) => one
    await shop.readLong()
    expect(await shop.retrieve(victim)).toMatchObject({ status: 'created' })
    expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 2, present: 2, said: false })
  })

  test.each(['horizonFault', 'rpcFault'] as const)(
    'a payment waits in processing while one of two is down: %s',
    async (fault) => {
      const shop = await openStellar()
      shop.ledger[fault].down = true
      shop.close([shop.paid(shop.payment)])
      await shop.readLong()
      expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'processing' })
      expect((await shop.states())[0]?.troubles).toContain('witnesses')
      shop.ledger[fault].down = false
      await shop.readLong()
      expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'completed' })
      expect((await shop.states())[0]?.trouble).toBeNull()
    },
  )

  test('missed ledgers are read by two, or wait', async () => {
    const shop = await openStellar()
    shop.close([shop.paid(shop.payment)])
    for (let count = 0; count < 300; count++) shop.close()
    await shop.watch()
    shop.ledger.horizonFault.down = true
    await shop.readLong()
    expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'created' })
    shop.ledger.horizonFault.down = false
    await shop.readLong()
    expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'completed' })
  })

  test('ledgers that only one node still has wait until a second one has them, and what to do is said', async () => {
    const shop = await openStellar()
    shop.close([shop.paid(shop.payment)])
    for (let count = 0; count < 300; count++) shop.close()
    shop.ledger.rpcFault.retention = 100
    await shop.readLong()
    expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'created' })
    expect((await shop.states())[0]?.trouble).toContain('configure one that has them, or set witnesses to 1')
  })

  test('whoever chose one witness has payments completed while the other node is down', async () => {
    const shop = await openStellar(1)
    shop.ledger.horizonFault.down = true
    shop.close([shop.paid(shop.payment)])
    await shop.readLong()
    expect(await shop.retrieve(shop.payment)).toMatchObject({ status: 'completed' })
    expect(await witnessesOf(shop)).toEqual({ needed: 1, present: 1, said: false })
  })

  test('nothing expires by one node while the other is down', async () => {
    const shop = await openStellar()
    const payment = await shop.createOn(60)
    shop.ledger.horizonFault.down = true
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    shop.ledger.horizonFault.down = false
    await shop.readLong()
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'expired' })
  })
})
