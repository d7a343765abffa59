import { expect, test } from 'vitest'
import { FakeClock, ScriptedNode, TEST_CHAIN_ID, TEST_TOKEN } from '../testing/index.ts'
import { openSending } from '../testing/sending.ts'

const GWEI = 1_000_000_000n
const hex = (wei: bigint) => `0x${wei.toString(16)}`

/** Makes a node report this price of gas. */
function lie(node: ScriptedNode | undefined, base: bigint, priority: bigint): void {
  if (!node) throw new Error('there is no such node')
  node.distortion = (method, _, answer) =>
    method === 'eth_feeHistory' ? { baseFeePerGas: [hex(base), hex(base)], reward: [[hex(priority)]] } : answer()
}

async function open(count: number, network: object = {}) {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  const mirrors = Array.from({ length: count - 1 }, () => node.mirror())
  for (const mirror of mirrors) mirror.decimals.set(TEST_TOKEN, 6)
  const sending = await openSending(network, { clock, node, mirrors })
  return { ...sending, nodes: [node, ...mirrors], prices: () => node.transactions().map(({ gasPrice }) => gasPrice) }
}

test.each([0, 1, 2])('of three nodes one that lies about fees makes nobody pay them', async (index) => {
  const { shop, nodes, enqueue, finish, prices } = await open(3)
  lie(nodes[index], 290n * GWEI, 290n * GWEI)
  await enqueue('set_1')
  await finish()
  expect(prices()).toEqual([2n * GWEI])
  await shop.stop()
})

test('of two nodes that differ the lower fees are paid', async () => {
  const { shop, nodes, enqueue, finish, prices } = await open(2)
  lie(nodes[0], GWEI, 290n * GWEI)
  await enqueue('set_1')
  await finish()
  expect(prices()).toEqual([2n * GWEI])
  await shop.stop()
})

test.each([
  [{}, 10n],
  [{ maxPriorityFeePerGasGwei: 3 }, 3n],
])('one node that lies about the priority fee makes nobody pay more than its cap', async (network, most) => {
  const { shop, nodes, enqueue, send, finish, prices } = await open(1, network)
  lie(nodes[0], GWEI, 290n * GWEI)
  await enqueue('set_1')
  await finish()
  expect(prices()).toEqual([(most + 1n) * GWEI])
  await enqueue('set_2')
  for (let pass = 0; pass < 10; pass += 1) {
    await send()
    shop.clock.advance(60_000)
  }
  await finish()
  expect(prices().every((price) => price <= (2n * most + 1n) * GWEI)).toBe(true)
  await shop.stop()
})
