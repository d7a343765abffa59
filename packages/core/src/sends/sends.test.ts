import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TEST_CHAIN_ID, TEST_TOKEN, type TestCheckout, type TestParts, testCheckout } from '../testing.ts'
import { cancelSend } from './cancel.ts'
import { enqueueSend } from './enqueue.ts'
import { sendsOf } from './of-subject.ts'
import type { OutcomeHandlers, SendOutcome } from './outcome.ts'

const KEY_ENV = 'TEST_SENDS_GAS_KEY'

beforeAll(() => {
  process.env[KEY_ENV] = `0x${'4c'.repeat(32)}`
})
afterAll(() => {
  delete process.env[KEY_ENV]
})

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** What was told, by subject. */
type Told = { subject: string; kind: SendOutcome['kind'] }[]

function listener(told: Told): OutcomeHandlers {
  return {
    settlement: async (_, __, { subject }, { kind }) => {
      told.push({ subject, kind })
    },
  }
}

async function openShop(network: object = {}, parts: TestParts = {}) {
  const rpcUrls = ['http://127.0.0.1:1', ...(parts.mirrors ?? []).map((_, index) => `http://127.0.0.1:${index + 2}`)]
  const ethereum = {
    ...{ rpcUrls, chainId: TEST_CHAIN_ID, coins: { USDC: { address: TEST_TOKEN, decimals: 6 } } },
    ...{ gasKey: { env: KEY_ENV }, pollMs: 1_000, ...network },
  }
  const shop = await testCheckout({ sandbox: { networks: { ethereum } }, production: { networks: {} } }, parts)
  closing.push(shop.stop)
  await shop.watch()
  const told: Told = []
  return { ...shop, shop, told, ...sendingWith(shop, told) }
}

function sendingWith(shop: TestCheckout, told: Told) {
  const network = shop.checkout.context.network('sandbox', 'ethereum')!
  const gas = network.sending!.gas!
  const enqueue = (subject: string, over: Partial<Parameters<typeof enqueueSend>[2]> = {}) =>
    shop.checkout.context.transact((tx) =>
      enqueueSend(shop.checkout.context, tx, {
        ...{ network, signer: gas.address, purpose: 'settlement', subject, to: TEST_TOKEN, data: dataOf(subject) },
        ...over,
      }),
    )
  /** A pass; answers what the operator is told. */
  const send = () => shop.send(listener(told)).catch((error: Error) => error.message)
  /** Blocks until all that is mined is final, read and decided. */
  const finish = async () => {
    for (let block = 0; block < 4; block++) {
      await send()
      shop.mine()
      await shop.watch()
    }
    return send()
  }
  const stateOf = async (subject: string) => (await sendsOf(shop.storage.db, 'settlement', subject))[0]
  return { network, gas, enqueue, send, finish, stateOf }
}

function dataOf(subject: string): string {
  return `0x${Buffer.from(subject).toString('hex')}`
}

test('what is not signed yet can be cancelled, and is never sent', async () => {
  const { shop, enqueue, finish, stateOf, told } = await openShop()
  const { transact } = shop.checkout.context
  const id = await enqueue('set_1')
  expect(await transact((tx) => cancelSend(shop.checkout.context, tx, id))).toBe(true)
  const other = await enqueue('set_2')
  await finish()
  expect(await transact((tx) => cancelSend(shop.checkout.context, tx, other))).toBe(false)
  expect(await stateOf('set_1')).toMatchObject({ state: 'abandoned', nonce: null, hash: null })
  expect(told).toEqual([{ subject: 'set_2', kind: 'succeeded' }])
  expect(shop.node.transactions()).toHaveLength(1)
})

test('what is enqueued is mined once, and its outcome told once when it is final', async () => {
  const { shop, enqueue, send, stateOf, told } = await openShop()
  await enqueue('set_1')
  await enqueue('set_2')
  expect(await stateOf('set_1')).toMatchObject({ state: 'queued', nonce: null, hash: null })
  await send()
  const signed = await stateOf('set_1')
  expect(signed).toMatchObject({ state: 'signed', nonce: 0, endedAt: null })
  shop.mine()
  await shop.watch()
  await send()
  expect(told).toEqual([])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.watch()
  await send()
  await send()
  expect(told).toEqual([
    { subject: 'set_1', kind: 'succeeded' },
    { subject: 'set_2', kind: 'succeeded' },
  ])
  expect(await stateOf('set_1')).toMatchObject({ state: 'succeeded', hash: signed?.hash })
  expect(shop.node.transactions().map(({ nonce, data }) => [nonce, data])).toEqual([
    [0, dataOf('set_1')],
    [1, dataOf('set_2')],
  ])
})
