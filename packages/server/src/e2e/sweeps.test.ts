import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Checkout, createCheckout, type Payment } from '@crypto-checkout/core'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { balanceOf, mine } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, eventually, newWallet, temporaryFolder } from './harness.ts'

/** What is in a block now is final after so many more. */
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
    database: `sqlite:${join(temporaryFolder(), 'checkout.db')}`,
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

test('two payments that were paid in parts are swept in one transaction, in USDC, to the wallet', async () => {
  const { payments, settlements, events } = checkout.sandbox
  const merchantWallet = newWallet()
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'polygon', merchantWallet } as const
  const [first, second] = [await payments.create(order), await payments.create(order)]
  for (const payment of [first, second]) {
    expect(payment.cryptoAmount).toBe('10.000000')
    await payPart(payment, 4_000_000n)
    await payPart(payment, payment === first ? 6_000_000n : 7_000_000n)
  }
  await block(FINAL)
  for (const payment of [first, second]) {
    await eventually(
      () => payments.retrieve(payment.id),
      ({ status }) => status === 'completed',
    )
  }
  // The contract may not be there for good before: then nothing is settled yet.
  const settlement = await eventually(
    async () => {
      await block()
      const [made] = (await settlements.create()).data
      return made
    },
    (made) => made !== undefined,
    250,
  )
  const done = await eventually(
    async () => {
      await block()
      return settlements.retrieve(settlement?.id ?? '')
    },
    ({ status }) => status !== 'pending',
    250,
  )
  expect(done).toMatchObject({ status: 'completed', amount: '21.000000', paymentCount: 2, feeCurrency: 'POL' })
  expect(done.transactions).toHaveLength(1)
  expect(Number(done.feeAmount)).toBeGreaterThan(0)
  expect(await balanceOf(devnet.networks.polygon, merchantWallet)).toBe(21_000_000n)
  for (const { address } of [first, second]) expect(await balanceOf(devnet.networks.polygon, address)).toBe(0n)
  const told = (await events.list({ limit: 100 })).data.map(({ type }) => type)
  expect(told.filter((type) => type.startsWith('settlement.'))).toEqual(['settlement.completed', 'settlement.created'])
  expect(told).not.toContain('transfer.unattributed')
}, 120_000)
