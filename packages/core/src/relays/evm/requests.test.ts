import { TypedDataEncoder } from 'ethers/hash'
import { afterEach, expect, test } from 'vitest'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, TEST_PAYER, TEST_TOKEN } from '../../testing/index.ts'
import { openRelaying } from '../../testing/relaying.ts'
import { encodeText } from '../../testing/scripted-node.ts'
import { readProblem } from '../../testing/shop.ts'

const GWEI = 1_000_000_000n

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function open(count = 1) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  for (const mirror of mirrors) mirror.decimals.set(TEST_TOKEN, 6)
  const opened = await openRelaying({}, { clock, node, mirrors })
  closing.push(opened.shop.stop)
  const coin = node.contracts.get(TEST_TOKEN.toLowerCase())
  if (coin) for (const mirror of mirrors) mirror.contracts.set(TEST_TOKEN.toLowerCase(), coin)
  return { ...opened, nodes: [node, ...mirrors] }
}

/** Collects the requests to nodes from now on. */
function listen(nodes: readonly ScriptedNode[]): string[] {
  const requests: string[] = []
  for (const node of nodes) {
    node.distortion = (method, _, answer) => {
      requests.push(method)
      return answer()
    }
  }
  return requests
}

test('who asks again what to sign asks no node for a few seconds', async () => {
  const { shop, nodes, ask } = await open()
  const payments = [await shop.create(), await shop.create()] as const
  expect((await ask(payments[0])).status).toBe(200)
  const requests = listen(nodes)
  expect((await ask(payments[0])).status).toBe(200)
  expect((await ask(payments[1], TEST_PAYER)).status).toBe(200)
  expect(requests).toEqual([])
  shop.clock.advance(10_000)
  expect((await ask(payments[0])).status).toBe(200)
  expect(requests.sort()).toEqual(['eth_feeHistory', 'eth_getBalance'])
})

test('many who ask at once ask the nodes once', async () => {
  const { shop, nodes, ask } = await open()
  const payment = await shop.create()
  const requests = listen(nodes)
  await Promise.all(Array.from({ length: 10 }, () => ask(payment)))
  expect(requests.length).toBeLessThanOrEqual(6)
})

test('to accept a signature takes one estimate, one balance and the code of the account', async () => {
  const { shop, nodes, ask, sign, post, payer } = await open()
  const payment = await shop.create()
  const signature = await sign((await ask(payment)).body)
  const requests = listen(nodes)
  expect(await post(payment, { from: payer.address, signature })).toMatchObject({ status: 200 })
  expect(requests).toEqual(['eth_estimateGas', 'eth_getCode', 'eth_call'])
})

test('what no account can have signed is refused before a node is asked', async () => {
  const { shop, nodes, post, payer } = await open()
  const payment = await shop.create()
  const requests = listen(nodes)
  for (const signature of ['0x00', `0x${'11'.repeat(63)}`]) {
    const answer = await post(payment, { from: payer.address, signature })
    expect(readProblem(answer)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'signature' })
  }
  expect(requests).toEqual([])
})

test('the balance and the state of an authorization explain a refusal, and are asked for nothing else', async () => {
  const { shop, nodes, usdc, ask, sign, post, payer } = await open()
  const payment = await shop.create()
  const signature = await sign((await ask(payment)).body)
  usdc.balances.set(payer.address.toLowerCase(), 1n)
  const requests = listen(nodes)
  const { body } = await post(payment, { from: payer.address, signature })
  expect(body.error).toMatchObject({ code: 'payer_funds_insufficient' })
  expect(requests).toEqual(['eth_estimateGas', 'eth_estimateGas', 'eth_call', 'eth_call'])
})

test("a token's new domain is signed after some minutes", async () => {
  const { shop, nodes, ask } = await open()
  const payment = await shop.create()
  await ask(payment)
  rename(nodes, 'New coin')
  expect((await ask(payment)).body.domain.name).toBe('USD Coin')
  shop.clock.advance(5 * 60_000)
  expect((await ask(payment)).body.domain.name).toBe('New coin')
})

test('a domain that one of several nodes makes up is not signed', async () => {
  for (const liar of [0, 1, 2]) {
    const { shop, nodes, ask } = await open(3)
    rename(nodes.slice(liar, liar + 1), 'Another coin')
    expect((await ask(await shop.create())).body.domain.name).toBe('USD Coin')
  }
  const { shop, nodes, ask } = await open(2)
  rename(nodes.slice(0, 1), 'Another coin')
  expect(readProblem(await ask(await shop.create()))).toMatchObject({ status: 503, code: 'network_unreachable' })
})

/** Makes nodes report another name of the coin, with the matching separator. */
function rename(nodes: readonly ScriptedNode[], name: string): void {
  const domain = { name, version: '2', chainId: TEST_CHAIN_ID, verifyingContract: TEST_TOKEN }
  for (const { contracts } of nodes) {
    const before = contracts.get(TEST_TOKEN.toLowerCase())
    contracts.set(TEST_TOKEN.toLowerCase(), (data, blocks) => {
      if (data === '0x06fdde03') return encodeText(name)
      return data === '0x3644e515' ? TypedDataEncoder.hashDomain(domain) : (before?.(data, blocks) ?? null)
    })
  }
}

test('gas that became too dear is noticed after a few seconds', async () => {
  const { shop, ask } = await open()
  const payment = await shop.create()
  expect((await ask(payment)).status).toBe(200)
  shop.node.pool.baseFee = 50n * GWEI
  shop.clock.advance(10_000)
  expect(readProblem(await ask(payment))).toMatchObject({ code: 'relay_unavailable' })
})
