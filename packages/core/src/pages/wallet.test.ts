import { describe, expect, test } from 'vitest'
import type { CheckoutOptions } from '../app/checkout.ts'
import { evmNetworkNames, networks } from '../domain/catalog/networks.ts'
import { asBrowser, ScriptedNode, TEST_TOKEN, testCheckout } from '../testing/index.ts'
import { readProblem } from '../testing/shop.ts'

const PROJECT = '0123456789abcdef0123456789abcdef'
const START = Date.parse('2026-01-01T00:00:00Z')
const KEYED = 'https://polygon.example.com/v2/SECRET-KEY'
const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
const OTHER = 'http://127.0.0.1:1'
const polygon = { rpcUrls: [KEYED, OTHER] }

/** A shop with a local Ethereum and a public Polygon in the sandbox, and a payment on one of them. */
async function open(network: 'ethereum' | 'polygon' = 'ethereum', options: Partial<CheckoutOptions> = {}) {
  const ethereum = { rpcUrls: ['http://127.0.0.1:8545'], chainId: 31_337, coins }
  const chainId = options.sandbox?.networks?.polygon?.chainId ?? 80_002
  const node = new ScriptedNode({ chainId, startTime: START })
  const shop = await testCheckout(
    {
      sandbox: { networks: { ethereum, polygon } },
      production: { networks: {} },
      ...options,
    },
    { others: { [KEYED]: node, [OTHER]: node } },
  )
  const { id } = await shop.create({ network })
  const read = (path: string) => shop.request('GET', `/pay/${id.slice(4)}${path}`, { key: null, headers: asBrowser })
  const connectable = async () =>
    /connect-src ([^;]*);/.exec((await read('')).headers['content-security-policy'] ?? '')?.[1]
  return { ...shop, id, read, connectable }
}

describe('what a wallet is told of the chain', () => {
  test('is what it takes to add a public one, and never an RPC URL of the operator', async () => {
    const { read } = await open('polygon')
    const answer = await read('/wallet')
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } })
    expect(answer.body).toEqual({
      chain: {
        id: 80_002,
        name: 'Polygon Amoy',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: [expect.stringMatching(/^https:/), expect.stringMatching(/^https:/)],
        explorerUrl: 'https://amoy.polygonscan.com',
        hasValue: false,
      },
      coinType: 966,
      walletConnectProjectId: null,
      gasless: null,
    })
    expect(JSON.stringify(answer.body)).not.toContain('example.com')
  })

  test('is the local node where the network is a local one', async () => {
    const { read } = await open()
    expect((await read('/wallet')).body.chain).toEqual({
      id: 31_337,
      name: 'Local Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: ['http://127.0.0.1:8545'],
      explorerUrl: null,
      hasValue: false,
    })
  })

  test('is no node at all where the checkout knows only the operator’s', async () => {
    const own = { networks: { polygon: { rpcUrls: [KEYED], chainId: 4_242, coins } } }
    const { read } = await open('polygon', { sandbox: own })
    expect((await read('/wallet')).body.chain).toMatchObject({ id: 4_242, name: 'Polygon (4242)', rpcUrls: [] })
  })

  test('says that coins have a value, also where the sandbox is on a main chain', async () => {
    const own = { networks: { polygon: { rpcUrls: [KEYED], chainId: 137, coins } } }
    const { read } = await open('polygon', { sandbox: own })
    expect((await read('/wallet')).body.chain).toMatchObject({ id: 137, hasValue: true })
  })

  test('is asked without keys, by any site, and sixty times a minute', async () => {
    const shop = await open()
    const preflight = await shop.request('OPTIONS', `/pay/${shop.id}/wallet`, { key: null })
    expect(preflight).toMatchObject({ status: 204, headers: { 'access-control-allow-methods': 'GET, OPTIONS' } })
    for (const id of ['nothing', 'pay_00000000000000000000000000'])
      expect(readProblem(await shop.request('GET', `/pay/${id}/wallet`, { key: null }))).toMatchObject({ status: 404 })
    const refused = await shop.request('POST', `/pay/${shop.id}/wallet`, { key: null })
    expect(readProblem(refused)).toMatchObject({ code: 'unknown_endpoint' })
    for (let requests = 0; requests < 60; requests++) expect((await shop.read('/wallet')).status).toBe(200)
    expect((await shop.read('/wallet')).status).toBe(429)
  })
})

describe('a project at WalletConnect', () => {
  test('is told to the page, and opens its policy for the relay and the public nodes of the chain alone', async () => {
    const shop = await open('polygon', { walletConnectProjectId: PROJECT })
    expect((await shop.read('/wallet')).body.walletConnectProjectId).toBe(PROJECT)
    const origins = networks.sandbox.polygon?.wallet.rpcUrls.join(' ')
    expect(await shop.connectable()).toBe(`'self' wss://relay.walletconnect.org ${origins}`)
    const missing = await shop.request('GET', '/pay/nothing', { key: null, headers: asBrowser })
    expect(missing.headers['content-security-policy']).toContain("connect-src 'self';")
  })

  test('is needed for any of that', async () => {
    expect(await (await open('polygon')).connectable()).toBe("'self'")
  })

  test.each(['', 'with space', "x'; script-src *", 'UPPER', 'x'.repeat(65)])('is not %j', async (id) => {
    await expect(testCheckout({ walletConnectProjectId: id })).rejects.toThrow('walletConnectProjectId')
  })
})

test('every EVM network of the catalogue has public nodes over https that carry no key', () => {
  const facts = Object.values(networks).flatMap((all) => evmNetworkNames.map((name) => all[name]))
  expect(facts.length).toBeGreaterThan(9)
  for (const { wallet } of facts) {
    expect(wallet.rpcUrls.length).toBeGreaterThan(1)
    for (const url of wallet.rpcUrls) expect(url).toMatch(/^https:\/\/[a-z0-9.-]+$/)
  }
})
