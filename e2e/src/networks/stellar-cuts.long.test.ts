import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Payment } from '@crypto-checkout/core'
import { createHttpRpc } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { createRandom } from '@crypto-checkout/devnet/testing'
import { closeLedger } from '@crypto-checkout/stellar-devnet/testing'
import { Memo } from '@stellar/stellar-sdk'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../support/cutting-proxy.ts'
import { cleanUp, pollUntil } from '../support/harness.ts'
import {
  buildPayment,
  createMuxedAddress,
  openStellarShop,
  type Stellar,
  type StellarShop,
  send,
} from '../support/stellar-harness.ts'

let devnet: Stellar
const open: { stop(): Promise<void> }[] = []

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
})

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

/** Nodes rest for seconds up to minutes after a failure. Here the rests are this many times shorter. */
const HASTE = 50
/** Slightly more than the size of most answers here, so that some arrive whole. */
const MOST_BYTES = 2_000
const ROUNDS = 25

const round = fc.record({
  /** For each back end, how many of ten answers are cut. */
  rpc: fc.integer({ min: 0, max: 10 }),
  horizon: fc.integer({ min: 0, max: 10 }),
  pay: fc.constantFrom('text', 'id', 'muxed', 'parts', 'together', 'nothing'),
  restart: fc.boolean(),
  pauseMs: fc.integer({ min: 0, max: 150 }),
})
type Round = typeof round extends fc.Arbitrary<infer T> ? T : never

async function openCutShop(): Promise<{ shop: StellarShop; rpc: CuttingProxy; horizon: CuttingProxy }> {
  const { rpcUrl, horizonUrl } = devnet.networks.stellar
  const [rpc, horizon] = [await startCuttingProxy(rpcUrl), await startCuttingProxy(horizonUrl)]
  open.push(rpc, horizon)
  const world = { now: Date.now, elapsed: () => performance.now() * HASTE, random: (below: number) => randomInt(below) }
  const shop = await openStellarShop(devnet, {
    network: { rpcUrls: [rpc.url], horizonUrls: [horizon.url] },
    parts: { world, connectRpc: (url) => createHttpRpc(url, { timeoutMs: 1_000 }) },
  })
  open.push({ stop: shop.close })
  return { shop, rpc, horizon }
}

/** Pays payments of 10 in full, in one of the possible ways. */
async function pay(how: Round['pay'], one: Payment, other: Payment): Promise<void> {
  const [memo, second] = [one.memo ?? '', other.memo ?? '']
  if (how === 'text') await send(devnet, [buildPayment('10')], { memo: Memo.text(memo) })
  if (how === 'id') await send(devnet, [buildPayment('10')], { memo: Memo.id(memo) })
  if (how === 'muxed') await send(devnet, [buildPayment('10', createMuxedAddress(memo))])
  if (how === 'parts')
    for (const part of ['3', '7']) await send(devnet, [buildPayment(part)], { memo: Memo.text(memo) })
  if (how === 'together')
    await send(devnet, [buildPayment('10', createMuxedAddress(memo)), buildPayment('10', createMuxedAddress(second))])
}

const transfersOf = (how: Round['pay']): [number, number] => [
  Number(how !== 'nothing') + Number(how === 'parts'),
  Number(how === 'together'),
]

test.each([1, 2, 3])(
  'whichever answer is cut after whichever byte, every payment is counted once (seed %i)',
  async (seed) => {
    const { shop, rpc, horizon } = await openCutShop()
    await shop.caughtUp()
    const chance = createRandom(seed)
    const cutOf = (tenths: number) => () => (chance() * 10 < tenths ? Math.floor(chance() * MOST_BYTES) : null)
    const wanted = new Map<string, number>()
    const rounds = fc.sample(round, { seed, numRuns: ROUNDS })
    for (const step of rounds) {
      const [one, other] = [await shop.create(), await shop.create()]
      rpc.cut = cutOf(step.rpc)
      horizon.cut = cutOf(step.horizon)
      await pay(step.pay, one, other)
      const [first, second] = transfersOf(step.pay)
      wanted.set(one.id, first).set(other.id, second)
      await sleep(step.pauseMs)
      if (!step.restart) continue
      await shop.close()
      await shop.reopen()
    }
    for (const proxy of [rpc, horizon]) proxy.cut = () => null
    await closeLedger(devnet.networks.stellar)
    for (const [id, transfers] of wanted) {
      const { status, amountReceived, exceptions, transactions } = await pollUntil(
        () => shop.get({ id }),
        (found) => found.status === 'completed' || transfers === 0,
      )
      const isPaid = transfers > 0
      expect({ status, amountReceived, exceptions, final: transactions.map((one) => one.status) }).toEqual({
        status: isPaid ? 'completed' : 'created',
        amountReceived: isPaid ? '10.000000' : '0.000000',
        exceptions: transfers > 1 ? ['multiple'] : [],
        final: Array(transfers).fill('final'),
      })
    }
    await shop.caughtUp()
    expect(await shop.unattributed()).toEqual([])
    // The number of cuts depends on how often the nodes are queried in these rounds.
    expect([rpc.cuts > 0, horizon.cuts > 0]).toEqual([true, true])
  },
)
