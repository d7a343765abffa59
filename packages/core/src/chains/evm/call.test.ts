import { expect, test } from 'vitest'
import { createNetworkHealth } from '../../networks/health.ts'
import { ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN, testCheckout } from '../../testing/index.ts'
import { createCheckCoinsJob } from '../../workers/network-readings.ts'
import { NodeError } from '../node-error.ts'
import type { Rpc } from '../rpc.ts'
import { call } from './call.ts'
import { readDecimals } from './erc20.ts'
import { readFeed } from './prices.ts'

const refusing =
  (message: string, rpcCode: number | null = null): Rpc =>
  async () => {
    throw new NodeError('refused', `eth_call: ${message}`, { rpcCode })
  }

test.each([
  ['execution reverted', 3],
  ['custom error 0x1f2a2005', 3],
  ['execution reverted', -32000],
  ['VM Exception while processing transaction: revert', null],
])('a contract that answers "%s" (%s) has no answer', async (message, rpcCode) => {
  const rpc = refusing(message, rpcCode)
  expect(await call(rpc, TEST_TOKEN, '0x')).toBeNull()
  expect(await readDecimals(rpc, TEST_TOKEN)).toBeNull()
  await expect(readFeed(rpc, TEST_TOKEN)).rejects.not.toBeInstanceOf(NodeError)
})

test.each([
  ['header not found', -32000],
  ['the method eth_call does not exist', -32601],
  ['project is disabled', null],
])('a node that answers "%s" (%s) has said nothing about the contract', async (message, rpcCode) => {
  const rpc = refusing(message, rpcCode)
  for (const request of [call(rpc, TEST_TOKEN, '0x'), readDecimals(rpc, TEST_TOKEN), readFeed(rpc, TEST_TOKEN)]) {
    await expect(request).rejects.toBeInstanceOf(NodeError)
  }
})

test.each([null, 7, {}, '', 'x', '0x0', '<html>'])(
  'an answer of %j is no bytes: another node is asked',
  async (answer) => {
    await expect(readDecimals(async () => answer, TEST_TOKEN)).rejects.toMatchObject({ kind: 'malformed' })
  },
)

test.each(['0x', '0x06', `0x${'f'.repeat(64)}`, `0x${'6'.padStart(128, '0')}`])(
  'a contract that answers %s is no token',
  async (answer) => {
    expect(await readDecimals(async () => answer, TEST_TOKEN)).toBeNull()
  },
)

test('a coin is not withdrawn because a node refuses to call contracts: the next node is asked', async () => {
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: 0 })
  const mirror = node.mirror()
  mirror.decimals.set(TEST_TOKEN, 6)
  const shop = await testCheckout({ production: { networks: {} } }, { node, mirrors: [mirror] })
  const [network] = shop.checkout.context.networks
  if (!network) throw new Error('there is a network')
  const health = createNetworkHealth(shop.clock)
  const job = createCheckCoinsJob(network, health)
  let refusals = 0
  const refuses = (method: string, _: unknown, answer: () => unknown) => {
    if (method !== 'eth_call') return answer()
    refusals += 1
    throw new NodeError('refused', 'eth_call: header not found', { rpcCode: -32000 })
  }
  node.distortion = refuses
  await job.run()
  expect(refusals).toBe(1)
  expect(health.coin(network, 'USDC')).toEqual({ coin: 'USDC', trouble: null })
  mirror.distortion = refuses
  await expect(job.run()).rejects.toThrow('header not found')
  expect(health.coin(network, 'USDC')).toEqual({ coin: 'USDC', trouble: null })
})
