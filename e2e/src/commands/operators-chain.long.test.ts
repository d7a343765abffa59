/** The operator's view of a chain, its nodes or its sending keys with problems. */
import { randomBytes } from 'node:crypto'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, type HostileProxy, mine, rewritten, startHostileProxy } from '@crypto-checkout/devnet/testing'
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, type Ethereum } from '../support/harness.ts'
import { type Operated, openOperated } from '../support/operated.ts'

let devnet: Ethereum
const proxies: HostileProxy[] = []
const where = 'environment="sandbox",network="ethereum"'

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  await mine(devnet.networks.ethereum, 5)
  for (const seed of [1, 2]) proxies.push(await startHostileProxy(devnet.networks.ethereum.rpcUrl, { seed }))
})

afterAll(async () => {
  for (const proxy of proxies) await proxy.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function open(network: object = {}) {
  const key = randomBytes(32).toString('hex')
  const { address } = new Wallet(`0x${key}`)
  await devnet.faucet(address)
  await mine(devnet.networks.ethereum)
  const site = await openOperated({ devnet, rpcUrls: proxies.map(({ url }) => url), gasKey: key, network })
  return { site, key, address }
}

async function headNumber(): Promise<number> {
  return Number(await callRpc(devnet.networks.ethereum, 'eth_blockNumber'))
}

async function caughtUp(site: Operated): Promise<void> {
  const head = await headNumber()
  await site.until(`checkout_chain_scanned_block{${where}}`, (value) => value === head)
}

async function close({ server }: Operated): Promise<void> {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
}

test('how deep a reorganisation was is shown', async () => {
  const { site } = await open()
  await caughtUp(site)
  await mine(devnet.networks.ethereum, 3)
  await caughtUp(site)
  await callRpc(devnet.networks.ethereum, 'anvil_reorg', [2, []])
  await mine(devnet.networks.ethereum)
  await site.until(`checkout_reorgs_total{${where}}`, (value) => value === 1)
  const deepAtMost = (blocks: number) => site.metric(`checkout_reorg_depth_blocks_bucket{${where},le="${blocks}"}`)
  expect([await deepAtMost(1), await deepAtMost(2)]).toEqual([0, 1])
  expect(await site.metric(`checkout_reorg_depth_blocks_sum{${where}}`)).toBe(2)
  await close(site)
})

test('nodes that contradict one another are counted, and a network that was halted says so by itself', async () => {
  const { site } = await open()
  await caughtUp(site)
  const trouble = (kind: string) => `checkout_chain_in_trouble{${where},kind="${kind}"}`
  expect(await site.metric(`checkout_rpc_disagreements_total{${where}}`)).toBeNull()
  const [first, second] = proxies
  second?.break(rewritten((await headNumber()) + 1))
  await mine(devnet.networks.ethereum, 5)
  await site.until(`checkout_rpc_disagreements_total{${where}}`, (value) => (value ?? 0) > 0)
  await site.until(trouble('reading'), (value) => value === 1)
  expect(await site.metric(trouble('halted'))).toBe(0)
  second?.mend()
  await caughtUp(site)
  await site.until(trouble('reading'), (value) => value === 0)
  const final = (await site.until(`checkout_chain_final_block{${where}}`, (value) => value !== null)) ?? 0
  for (const proxy of [first, second]) proxy?.break(rewritten(final))
  await mine(devnet.networks.ethereum, 5)
  await site.until(trouble('halted'), (value) => value === 1)
  for (const proxy of proxies) proxy.mend()
  await close(site)
})

test('what sending costs is shown, and when somebody else sends with the same key', async () => {
  const { site, key, address } = await open({ collection: 'deposit' })
  const of = `${where},address="${address}"`
  await site.complete(await site.create())
  // The key pays for the sweep of the payment's own address.
  await site.request('POST', '/sandbox/v1/settlements', {})
  await site.until(`checkout_nonce_gap{${of}}`, (value) => value === -1)
  expect(await site.metric(`checkout_sends_open{${of},state="signed"}`)).toBe(1)
  await mine(devnet.networks.ethereum, 5)
  await site.until(`checkout_sends_ended_total{${of},outcome="succeeded"}`, (value) => value === 1)
  const cost = await site.metric(`checkout_sends_cost_total{${of}}`)
  await site.until(`checkout_nonce_gap{${of}}`, (value) => value === 0)
  const provider = new JsonRpcProvider(devnet.networks.ethereum.rpcUrl)
  const balance = await provider.getBalance(address)
  const balanceMetrics =
    (await site.until(`checkout_gas_balance{${of}}`, (value) => value === Number(balance) / 1e18)) ?? 0
  expect(cost).toBeGreaterThan(0)
  expect((cost ?? 0) + balanceMetrics).toBeCloseTo(Math.ceil(balanceMetrics), 9)
  await new Wallet(`0x${key}`, provider).sendTransaction({ to: address })
  provider.destroy()
  await mine(devnet.networks.ethereum)
  await site.until(`checkout_nonce_gap{${of}}`, (value) => value === 1)
  await close(site)
})
