import type { Payment, Settlement } from '@crypto-checkout/api-types'
import { ensureContracts } from '../settlements/factory.ts'
import {
  createTransferFor,
  FakeClock,
  ScriptedNode,
  TEST_CHAIN_ID,
  TEST_TOKEN,
  type TestParts,
  testCheckout,
} from './index.ts'
import { DAI } from './methods.ts'
import { scriptFactory } from './scripted-factory.ts'
import { sendTold } from './send-told.ts'

const KEY_ENV = 'TEST_SWEEPING_GAS_KEY'
/** A mined block is final this many blocks later. */
const FINAL_AFTER = 3

/** A test checkout whose payments have addresses of their own, on a chain that can sweep them. */
export async function openSweeping(network: object = {}, parts: TestParts = {}) {
  process.env[KEY_ENV] = `0x${'5d'.repeat(32)}`
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 } }
  const common = { chainId: TEST_CHAIN_ID, coins, collection: 'deposit' as const, minSweep: 1, pollMs: 1_000 }
  const ethereum = { rpcUrls: ['http://127.0.0.1:1'], ...common, gasKey: { env: KEY_ENV }, ...network }
  const sandbox = { networks: { ethereum } }
  const shop = await testCheckout({ sandbox, production: { networks: {} }, plans: { sandbox: 100_000 } }, parts)
  const contract = scriptFactory(shop.node)
  await shop.watch()
  const networkOf = () => {
    const found = shop.checkout.context.network('sandbox', 'ethereum')
    if (!found) throw new Error('the test checkout has no network')
    return found
  }
  const send = () => sendTold(shop)
  const opened = {
    shop,
    ...contract,
    send,
    lookAfterFactory: () => ensureContracts(shop.checkout.context, networkOf()),
    /** Mines blocks until everything offered now is final, read and decided. */
    async finish(): Promise<string> {
      for (let block = 0; block <= FINAL_AFTER; block++) {
        await send()
        shop.mine()
        await shop.settle()
      }
      return send()
    },
    /** Pays these amounts, in millionths, and makes them final. Returns the payments. */
    async paid(amounts: readonly bigint[]): Promise<Payment[]> {
      const payments = []
      for (const _ of amounts) payments.push(await shop.create())
      await opened.arrive(payments.map((payment, index) => [payment, amounts[index] ?? 0n]))
      return Promise.all(payments.map((payment) => shop.retrieve(payment)))
    },
    async arrive(arrivals: readonly (readonly [Payment, bigint])[]): Promise<void> {
      shop.mine(arrivals.map(([payment, amount]) => createTransferFor(payment, amount)))
      for (let block = 0; block < FINAL_AFTER; block++) shop.mine()
      await shop.settle()
    },
    /** Closes the period now. */
    async close(): Promise<Settlement[]> {
      shop.clock.advance(1)
      return [...(await shop.checkout.sandbox.settlements.create()).data]
    },
    settlement: (id: string) => shop.checkout.sandbox.settlements.retrieve(id),
    /** The types of the settlements' events, oldest first. */
    async listSettlementEvents(): Promise<string[]> {
      const { data } = await shop.checkout.sandbox.events.list({ limit: 100 })
      const types = data.map((event) => event.type).filter((type) => type.startsWith('settlement.'))
      return types.reverse()
    },
    /** Counts the sweeps of each deposit on the chain. */
    timesSwept(payments: readonly Payment[]): number[] {
      const moved = shop.node.transfers().map(({ from }) => from.toLowerCase())
      return payments.map(({ address }) => moved.filter((from) => from === address.toLowerCase()).length)
    },
  }
  return opened
}

export type TestSweeping = Awaited<ReturnType<typeof openSweeping>>

/** The same with the contract deployed. */
export async function openReady(network: object = {}, parts: TestParts = {}): Promise<TestSweeping> {
  const opened = await openSweeping(network, parts)
  await opened.lookAfterFactory()
  await opened.finish()
  await opened.lookAfterFactory()
  return opened
}

/** The same with USDC and DAI. */
export async function openReadyForTwoCoins(): Promise<TestSweeping> {
  const clock = new FakeClock()
  const node = new ScriptedNode({ chainId: TEST_CHAIN_ID, startTime: clock.now() })
  node.decimals.set(DAI, 18)
  const coins = { USDC: { address: TEST_TOKEN, decimals: 6 }, DAI: { address: DAI, decimals: 18 } }
  return await openReady({ coins }, { clock, node })
}
