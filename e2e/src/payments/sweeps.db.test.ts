import { randomBytes } from 'node:crypto'
import { type Checkout, createCheckout, type Payment, type Settlement } from '@crypto-checkout/core'
import { isQuickRun } from '@crypto-checkout/core/testing'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createDatabase, createWallet, pollUntil } from '../support/harness.ts'

/** Blocks after which a mined transaction is final. */
const FINAL = 4
const VARIABLE = 'GAS_KEY_OF_A_TEST_OF_SWEEPS'

let devnet: Devnet<'polygon'>
let checkout: Checkout

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['polygon'], blockTimeMs: 0 })
  const key = `0x${randomBytes(32).toString('hex')}`
  process.env[VARIABLE] = key
  await devnet.faucet(new Wallet(key).address)
  await block()
  const { rpcUrl, chainId, coins } = devnet.networks.polygon
  const network = { rpcUrls: [rpcUrl], chainId, coins, pollMs: 50, gasKey: { env: VARIABLE } }
  checkout = createCheckout({
    publicUrl: 'https://pay.example.com',
    database: await createDatabase(),
    log: () => {},
    sandbox: { networks: { polygon: { ...network, collection: 'deposit' } } },
  })
  await checkout.start()
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  delete process.env[VARIABLE]
  expect(await cleanUp()).toEqual([])
})

const block = (count = 1) => mine(devnet.networks.polygon, count)

async function payPart({ address }: Payment, amount: bigint): Promise<void> {
  await devnet.payer.send({ network: 'polygon', cryptocurrency: 'USDC', to: address, amount })
  await block()
}

/** Closes the period and returns its settlement. Retries until the contract's deployment is final. */
async function close(): Promise<Settlement> {
  const [made] = await pollUntil(
    async () => {
      await block()
      return (await checkout.sandbox.settlements.create()).data
    },
    (all) => all.length > 0,
    250,
  )
  if (!made) throw new Error('nothing was settled')
  return made
}

/** Mines until the settlement has ended. */
function ended({ id }: Settlement): Promise<Settlement> {
  return pollUntil(
    async () => {
      await block()
      return checkout.sandbox.settlements.retrieve(id)
    },
    ({ status }) => status !== 'pending',
    250,
  )
}

test('two payments that were paid in parts are swept in one transaction, in USDC, to the wallet', async () => {
  const { payments, events } = checkout.sandbox
  const merchantWallet = createWallet()
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon', merchantWallet } as const
  const [first, second] = [await payments.create(order), await payments.create(order)]
  for (const payment of [first, second]) {
    expect(payment.cryptoAmount).toBe('10.000000')
    await payPart(payment, 4_000_000n)
    await payPart(payment, payment === first ? 6_000_000n : 7_000_000n)
  }
  await block(FINAL)
  for (const payment of [first, second]) {
    await pollUntil(
      () => payments.retrieve(payment.id),
      ({ status }) => status === 'completed',
    )
  }
  const done = await ended(await close())
  expect(done).toMatchObject({ status: 'completed', amount: '21.000000', paymentCount: 2, feeCurrency: 'POL' })
  expect(done.transactions).toHaveLength(1)
  expect(Number(done.feeAmount)).toBeGreaterThan(0)
  expect(await readBalance(devnet.networks.polygon, merchantWallet)).toBe(21_000_000n)
  for (const { address } of [first, second]) expect(await readBalance(devnet.networks.polygon, address)).toBe(0n)
  const eventTypes = (await events.list({ limit: 100 })).data.map(({ type }) => type)
  expect(eventTypes.filter((type) => type.startsWith('settlement.'))).toEqual([
    'settlement.completed',
    'settlement.created',
  ])
  expect(eventTypes).not.toContain('transfer.unattributed')
})

/** Calls Circle's contract by selector, with the key that manages its list of blocked accounts. */
async function askCircle(selector: '0xf9f92be4' | '0x1a895266', account: string): Promise<void> {
  const { polygon } = devnet.networks
  const usdc = polygon.coins.USDC.address
  // blacklister()
  const callResult = String(await callRpc(polygon, 'eth_call', [{ to: usdc, data: '0xbd102430' }, 'latest']))
  const from = `0x${callResult.slice(26)}`
  await callRpc(polygon, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
  await callRpc(polygon, 'anvil_impersonateAccount', [from])
  await callRpc(polygon, 'eth_sendTransaction', [
    { from, to: usdc, data: `${selector}${account.slice(2).padStart(64, '0')}` },
  ])
  await block()
}

// Work that is put off waits for 15 seconds.
test.skipIf(isQuickRun())(
  'to a wallet that Circle blocks nothing is sent and no gas is paid, until it blocks it no longer',
  async () => {
    const { payments, settlements } = checkout.sandbox
    const merchantWallet = createWallet()
    const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon', merchantWallet } as const
    const payment = await payments.create(order)
    await payPart(payment, 10_000_000n)
    await block(FINAL)
    await pollUntil(
      () => payments.retrieve(payment.id),
      ({ status }) => status === 'completed',
    )
    const { address } = new Wallet(process.env[VARIABLE] ?? '')
    const sent = () => callRpc(devnet.networks.polygon, 'eth_getTransactionCount', [address, 'pending'])
    const before = await sent()
    // blacklist(address)
    await askCircle('0xf9f92be4', merchantWallet)
    const settlement = await close()
    await pollUntil(
      () => checkout.networks(),
      (all) =>
        all.some(({ trouble }) => trouble?.includes(`refuses what is to be sent for settlement ${settlement.id}`)),
    )
    expect([(await settlements.retrieve(settlement.id)).status, await sent()]).toEqual(['pending', before])
    // unBlacklist(address)
    await askCircle('0x1a895266', merchantWallet)
    expect(await ended(settlement)).toMatchObject({ status: 'completed', amount: '10.000000' })
    expect(await readBalance(devnet.networks.polygon, merchantWallet)).toBe(10_000_000n)
  },
)
