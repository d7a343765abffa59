import type { NetworkStatus } from '@crypto-checkout/api-types'
import { expect, onTestFinished, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { createTransferFor, TEST_CHAIN_ID, TEST_TOKEN } from '../testing/index.ts'
import { addPerson } from '../testing/people.ts'
import { openShop, readProblem } from '../testing/shop.ts'

const PATH = '/sandbox/v1/network_status'

type Shop = Awaited<ReturnType<typeof openShop>>

async function fetchStatus(shop: Shop): Promise<NetworkStatus> {
  const { body } = await shop.request('GET', PATH)
  expect(body).toMatchObject({ object: 'network_statuses', livemode: false })
  expect(body.networks).toHaveLength(1)
  return body.networks[0]
}

test('a network in order says how far it was read, what it offers, and what its payments are recognised by', async () => {
  const shop = await openShop()
  shop.mine([createTransferFor(await shop.create())])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  const [state] = await shop.states()
  const status = await fetchStatus(shop)
  expect(status).toEqual({
    network: 'ethereum',
    networkTitle: 'Ethereum',
    healthy: true,
    problems: [],
    lastBlock: { number: state?.read, time: state?.readTime },
    finalBlock: state?.final,
    lag: { seconds: 0, blocks: 0, missedBlocks: 0 },
    nodes: { configured: 1, answering: 1 },
    witnesses: { required: 1, seen: 1 },
    recognition: 'amount',
    coins: [{ cryptocurrency: 'USDC', offered: true, reason: null }],
    gasAccounts: [],
    priceFeeds: [],
  })
  expect(status.lastBlock?.number).toBeGreaterThan(3)
  expect(await shop.checkout.sandbox.networkStatus.retrieve()).toMatchObject({ networks: [status] })
})

test('a network in trouble says so in words that name no node', async () => {
  const shop = await openShop({ production: { networks: {} } })
  shop.node.distortion = () => {
    throw new NodeError('unreachable', 'http://127.0.0.1:1 does not answer')
  }
  await expect(shop.watch()).rejects.toThrow()
  shop.clock.advance(60_000)
  const { body } = await shop.request('GET', PATH)
  const [status] = body.networks
  expect(status).toMatchObject({
    healthy: false,
    problems: expect.arrayContaining([{ code: 'reading', message: expect.stringContaining('cannot be read') }]),
    nodes: { configured: 1, answering: 0 },
    lag: { seconds: 60 },
  })
  expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|http/)
})

test('a network that was never read offers nothing', async () => {
  const shop = await openShop({}, { unread: true })
  expect(await fetchStatus(shop)).toMatchObject({
    ...{ healthy: false, problems: [{ code: 'not_read' }], lastBlock: null, finalBlock: null },
    coins: [{ cryptocurrency: 'USDC', offered: false, reason: 'network_not_read' }],
  })
})

test.each([
  ['ethereum', 'ETH'],
  ['polygon', 'POL'],
])('on %s, the balance of an account that pays for transactions is in %s', async (name, currency) => {
  onTestFinished(() => void delete process.env.TEST_STATUS_GAS_KEY)
  process.env.TEST_STATUS_GAS_KEY = `0x${'4d'.repeat(32)}`
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const network = {
    rpcUrls: ['http://127.0.0.1:1'],
    chainId: TEST_CHAIN_ID,
    coins,
    gasKey: { env: 'TEST_STATUS_GAS_KEY' },
  }
  const shop = await openShop({ sandbox: { networks: { [name]: network } } })
  const address = expect.stringMatching(/^0x[0-9a-fA-F]{40}$/)
  expect((await fetchStatus(shop)).gasAccounts).toEqual([{ address, balance: null, currency, low: false }])
})

test('each environment has its own networks', async () => {
  const shop = await openShop({ production: { networks: {} } })
  const key = await shop.makeKey('production')
  const { body } = await shop.request('GET', '/v1/network_status', { key })
  expect(body).toEqual({ object: 'network_statuses', networks: [], livemode: true })
  expect((await fetchStatus(shop)).network).toBe('ethereum')
})

test.each([
  ['owner', 200],
  ['manager', 200],
  ['support', 403],
  ['accountant', 200],
  ['cashier', 403],
] as const)('%s: %i', async (role, status) => {
  const shop = await openShop({ dashboard: true })
  const person = await addPerson(shop, { role })
  const answer = await person.browser.send('GET', PATH)
  expect(answer.status).toBe(status)
  if (status === 403) expect(readProblem(answer).code).toBe('insufficient_scope')
})
