import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { type HostileProxy, heldBack, mine, startHostileProxy } from '@crypto-checkout/devnet/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, cleanUp, openShop, pay, pollUntil, toMillionths } from '../support/harness.ts'
import { FINAL, openHostileShop, readFinalBlock } from '../support/hostile-harness.ts'

/** These tests detect waiting by the order of events, never by times. */
let devnet: Devnet
const proxies: HostileProxy[] = []
let opened: { close(): Promise<void> }

/** Blocks after each missed payment. Anvil slows down as the number of blocks grows. */
const MISSED = 700

beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 0 })
})
afterEach(() => opened.close())
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function throughProxy(name: 'ethereum' | 'polygon') {
  const { rpcUrl, chainId, coins } = devnet.networks[name]
  const proxy = await startHostileProxy(rpcUrl)
  proxies.push(proxy)
  return { proxy, network: { rpcUrls: [proxy.url], chainId, coins, pollMs: 50 } }
}

test('a network whose node does not answer delays neither the other network nor the API', async () => {
  const [stuck, healthy] = [await throughProxy('ethereum'), await throughProxy('polygon')]
  const networks = { ethereum: stuck.network, polygon: healthy.network }
  const shop = await openShop(devnet, { config: { sandbox: { networks } } })
  opened = shop
  const first = await shop.create()
  await pollUntil(shop.checkout.networks, (states) => states.every(({ read }) => read !== null))
  const gate = heldBack()
  stuck.proxy.break(gate)
  await pollUntil(
    () => gate.waiting,
    (waiting) => waiting > 0,
  )
  const [held, free] = [await shop.create(), await shop.create({ network: 'polygon' })]
  for (const payment of [first, held]) await pay(devnet, payment)
  const { address: to, cryptoAmount } = free
  await devnet.payer.send({ network: 'polygon', cryptocurrency: 'USDC', to, amount: toMillionths(cryptoAmount) })
  for (const network of Object.values(devnet.networks)) await mine(network, 1 + FINAL)
  await shop.until(free, ({ status }) => status === 'completed')
  expect(gate.waiting).toBeGreaterThan(0)
  for (const payment of [first, held]) expect((await shop.get(payment)).status).toBe('created')
  stuck.proxy.mend()
  for (const payment of [first, held]) await shop.until(payment, ({ status }) => status === 'completed')
  const completed = (await shop.events()).filter(({ type }) => type === 'payment.completed')
  expect(completed[0]?.data.object.id).toBe(free.id)
  expect(completed).toHaveLength(3)
})

test('after a long absence a new payment is completed before what was missed has been read', async () => {
  const world = await openHostileShop(devnet, { timeoutMs: 10_000 })
  opened = world
  const missed = [await world.create(), await world.create(), await world.create()]
  await world.shop.caughtUp()
  await world.shop.close()
  for (const payment of missed) {
    await world.pay(payment)
    await ask(devnet, 'anvil_mine', [MISSED])
  }
  const final = await readFinalBlock(devnet)
  const gate = heldBack()
  const isBacklog = (method: string, [filter]: readonly unknown[]) =>
    method === 'eth_getLogs' && Number((filter as { fromBlock?: string }).fromBlock) < final
  for (const proxy of [world.a, world.b]) proxy.break(gate, { where: isBacklog })
  await world.shop.reopen()
  await pollUntil(
    () => gate.waiting,
    (waiting) => waiting > 0,
  )
  const fresh = await world.create()
  await world.pay(fresh)
  await world.mine(1 + FINAL)
  await world.shop.until(fresh, ({ status }) => status === 'completed')
  expect(gate.waiting).toBeGreaterThan(0)
  expect((await world.state())?.lag.missed).toBeGreaterThanOrEqual(3 * MISSED)
  for (const payment of missed) expect((await world.shop.get(payment)).status).toBe('created')
  gate.open()
  await world.expectAllRight()
  await pollUntil(world.state, (state) => state?.lag.missed === 0)
  const completed = (await world.shop.events()).filter(({ type }) => type === 'payment.completed')
  expect(completed[0]?.data.object.id).toBe(fresh.id)
})
