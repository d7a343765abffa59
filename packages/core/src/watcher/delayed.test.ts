import type { Payment, PublicPayment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import {
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  type TestCheckout,
  testCheckout,
} from '../testing/index.ts'
import { createScriptedAccount } from '../testing/scripted-event.ts'
import { ScriptedLedger } from '../testing/scripted-ledger.ts'

const MINUTE_MS = 60_000
/** Payers are not told of missing witnesses for this long. */
const PATIENCE_MS = 15_000

/** Ways in which a node does not answer. */
const silences = {
  'answers 429': () => new NodeError('busy', 'the node answered 429', { retryAfterMs: 5_000 }),
  'is down': () => new NodeError('unreachable', 'connection refused'),
} as const
type Silence = keyof typeof silences

/** A shop that reads one chain through `count` nodes, of which the last can be silenced. */
async function openShop(count: number) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  const ethereum = {
    rpcUrls: Array.from({ length: count }, (_, index) => `http://127.0.0.1:${index + 1}`),
    chainId: TEST_CHAIN_ID,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
  }
  const options = { sandbox: { networks: { ethereum } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, node, mirrors })
  for (let block = 0; block < 5; block++) shop.mine()
  await shop.settle()
  const silence = (how: Silence | null) => {
    const last = mirrors.at(-1)
    if (last) last.distortion = how && (() => Promise.reject(silences[how]()))
  }
  return Object.assign(shop, { silence })
}

/** Reads the time of finality that a payer sees. */
async function readDelay(shop: TestCheckout, { id }: Payment) {
  const view: PublicPayment = (await shop.request('GET', `/pay/${id}/status`, { key: null })).body
  return { delayed: view.confirmationsDelayed, hasEstimate: Boolean(view.confirmations?.expectedAt) }
}

describe.each(Object.keys(silences) as Silence[])('while one of two nodes %s', (how) => {
  test('payers see no estimate, and that confirmations are delayed', async () => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 100_000 })
    shop.mine([createTransferFor(payment)])
    await shop.watch()
    expect(await readDelay(shop, payment)).toEqual({ delayed: false, hasEstimate: true })
    shop.silence(how)
    shop.mine()
    await shop.watch()
    expect(await readDelay(shop, payment)).toEqual({ delayed: false, hasEstimate: true })
    shop.clock.advance(PATIENCE_MS)
    expect(await readDelay(shop, payment)).toEqual({ delayed: true, hasEstimate: false })
    shop.silence(null)
    shop.clock.advance(MINUTE_MS)
    await shop.watch()
    await shop.watch()
    expect((await readDelay(shop, payment)).delayed).toBe(false)
  })

  test('a payment whose time is over is delayed too: it does not expire meanwhile', async () => {
    const shop = await openShop(2)
    const payment = await shop.create({ expiresIn: 60 })
    shop.silence(how)
    shop.clock.advance(2 * MINUTE_MS)
    shop.mine()
    await shop.watch().catch(() => {})
    shop.clock.advance(PATIENCE_MS)
    expect(await shop.retrieve(payment)).toMatchObject({ status: 'created' })
    expect(await readDelay(shop, payment)).toEqual({ delayed: true, hasEstimate: false })
  })
})

test('one of three nodes that is down delays nothing', async () => {
  const shop = await openShop(3)
  shop.silence('is down')
  const payment = await shop.create({ expiresIn: 100_000 })
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  expect(await readDelay(shop, payment)).toEqual({ delayed: false, hasEstimate: true })
})

test('confirmations are delayed while the network makes nothing final', async () => {
  const shop = await openShop(1)
  const payment = await shop.create({ expiresIn: 100_000 })
  const stood = shop.node.finalizedNumber
  shop.node.distortion = (_, [tag], answer) =>
    tag === 'finalized' ? shop.node.rpc('eth_getBlockByNumber', [`0x${stood.toString(16)}`, false]) : answer()
  shop.mine([createTransferFor(payment)])
  await shop.watch()
  expect((await readDelay(shop, payment)).delayed).toBe(false)
  for (let minute = 0; minute < 46; minute++) {
    shop.clock.advance(MINUTE_MS)
    shop.mine()
    await shop.watch()
  }
  expect(await readDelay(shop, payment)).toEqual({ delayed: true, hasEstimate: false })
})

test('on Stellar confirmations are delayed while one of two nodes is down', async () => {
  const clock = new FakeClock()
  const networkPassphrase = 'Scripted Stellar Network'
  const asset = { code: 'USDC', issuer: createScriptedAccount(3) }
  const ledger = new ScriptedLedger({ passphrase: networkPassphrase, startTime: clock.now(), assets: [asset] })
  const urls = { rpcUrls: ['http://127.0.0.1:8/rpc'], horizonUrls: ['http://127.0.0.1:8'] }
  const stellar = { networkPassphrase, coins: { USDC: asset }, ...urls }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  const shop = await testCheckout(options, { clock, ledger })
  const to = createScriptedAccount(1)
  const payment = await shop.create({ network: 'stellar', merchantWallet: to })
  ledger.close(clock.now())
  await shop.settle()
  ledger.horizonFault.down = true
  clock.advance(5_000)
  const stroops = BigInt(payment.cryptoAmount.replace('.', '')) * 10n
  ledger.close(clock.now(), [{ asset, from: createScriptedAccount(2), to, memo: payment.memo, stroops }])
  await shop.watch()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'processing' })
  shop.clock.advance(PATIENCE_MS)
  expect(await readDelay(shop, payment)).toEqual({ delayed: true, hasEstimate: false })
})
