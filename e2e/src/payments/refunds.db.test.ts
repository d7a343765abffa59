import { randomBytes } from 'node:crypto'
import { type Checkout, createCheckout, type Refund } from '@crypto-checkout/core'
import { isQuickRun } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createDatabase,
  createSandboxConfig,
  createWallet,
  type Ethereum,
  pay,
  pollUntil,
} from '../support/harness.ts'

/** Blocks after which a mined transaction is final. */
const FINAL = 4
const VARIABLE = 'REFUND_KEY_OF_A_TEST'

let devnet: Ethereum
let checkout: Checkout
/** The merchant's wallet whose payments the key refunds. */
const covered = createWallet()
let signer = ''

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  const key = `0x${randomBytes(32).toString('hex')}`
  process.env[VARIABLE] = key
  signer = new Wallet(key).address
  await devnet.faucet(signer)
  await block()
  const publicUrl = 'https://pay.example.com'
  const common = { publicUrl, database: await createDatabase(), log: () => {} }
  const first = createCheckout({ ...common, ...createSandboxConfig(devnet) })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  await first.stop()
  const refundKey = { env: VARIABLE, merchant, wallets: [covered], maxPerDay: 100 }
  checkout = createCheckout({ ...common, ...createSandboxConfig(devnet, { refundKey, nativeUsd: 4_000 }) })
  await checkout.start()
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const block = (count = 1) => mine(devnet.networks.ethereum, count)

async function paid(merchantWallet: string) {
  const { payments } = checkout.sandbox
  const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet } as const
  const payment = await payments.create(order)
  await pay(devnet, payment)
  await block(1 + FINAL)
  return pollUntil(
    () => payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
}

/** Mines until a refund has the wanted status. */
function until(refund: Refund, status: Refund['status']): Promise<Refund> {
  return pollUntil(
    async () => {
      await block()
      return checkout.sandbox.refunds.retrieve(refund.id)
    },
    (now) => now.status === status,
    250,
  )
}

test('a refund that a key pays arrives in USDC, and is completed', async () => {
  const payment = await paid(covered)
  const destination = createWallet()
  const refund = await checkout.sandbox.refunds.create({ paymentId: payment.id, destination })
  expect(refund).toMatchObject({ status: 'pending', nextAction: null })
  const completed = await until(refund, 'completed')
  expect(completed.transaction).toMatchObject({ from: signer.toLowerCase(), status: 'final' })
  expect(await readBalance(devnet.networks.ethereum, destination)).toBe(BigInt(payment.cryptoAmount.replace('.', '')))
  expect((await checkout.sandbox.payments.retrieve(payment.id)).amountRefunded).toBe(payment.cryptoAmount)
})

// Work that is put off waits for 15 seconds.
test.skipIf(isQuickRun())('a refund whose gas would be worth more than it waits until gas is cheaper', async () => {
  const payment = await paid(covered)
  const { ethereum } = devnet.networks
  const setBaseFee = async (gwei: bigint) => {
    await callRpc(ethereum, 'anvil_setNextBlockBaseFeePerGas', [`0x${(gwei * 1_000_000_000n).toString(16)}`])
    await block()
  }
  // 60,000 gas then cost 40 USD and more.
  await setBaseFee(200n)
  const destination = createWallet()
  const refund = await checkout.sandbox.refunds.create({ paymentId: payment.id, destination })
  const [waiting] = await pollUntil(
    () => checkout.networks(),
    ([network]) => (network?.sending?.[0]?.troubles.length ?? 0) > 0,
  )
  expect(waiting?.sending?.[0]).toMatchObject({ queued: 1, signed: 0, troubles: [{ kind: 'fee_above_value' }] })
  expect(waiting?.trouble).toContain(`gas for refund ${refund.id} costs more than the coins that it moves are worth`)
  await setBaseFee(1n)
  await until(refund, 'completed')
  expect(await readBalance(ethereum, destination)).toBe(BigInt(payment.cryptoAmount.replace('.', '')))
})

test('a refund that the merchant’s wallet signs as it is told arrives, is seen, and is completed', async () => {
  const wallet = createWallet()
  const payment = await paid(wallet)
  const destination = createWallet()
  const refund = await checkout.sandbox.refunds.create({ paymentId: payment.id, amount: 4, destination })
  const { nextAction } = refund
  if (nextAction?.type !== 'sign' || !nextAction.call) throw new Error('there is nothing to sign')
  const { chainId, ...transaction } = nextAction.call
  expect(chainId).toBe(devnet.networks.ethereum.chainId)
  const { ethereum } = devnet.networks
  await callRpc(ethereum, 'anvil_setBalance', [transaction.from, '0xde0b6b3a7640000'])
  await callRpc(ethereum, 'anvil_impersonateAccount', [transaction.from])
  const hash = await callRpc(ethereum, 'eth_sendTransaction', [transaction])
  await until(refund, 'submitted')
  const completed = await until(refund, 'completed')
  expect(completed.transaction).toMatchObject({ hash, from: wallet.toLowerCase(), status: 'final' })
  expect(await readBalance(ethereum, destination)).toBe(4_000_000n)
})

test('an account that Circle blocks is refused by what its contract says', async () => {
  const payment = await paid(createWallet())
  const { ethereum } = devnet.networks
  const usdc = ethereum.coins.USDC.address
  const destination = createWallet()
  // blacklister() and blacklist(address)
  const domainSeparator = String(await callRpc(ethereum, 'eth_call', [{ to: usdc, data: '0xbd102430' }, 'latest']))
  const blacklister = `0x${domainSeparator.slice(26)}`
  await callRpc(ethereum, 'anvil_setBalance', [blacklister, '0xde0b6b3a7640000'])
  await callRpc(ethereum, 'anvil_impersonateAccount', [blacklister])
  const data = `0xf9f92be4${destination.slice(2).padStart(64, '0')}`
  await callRpc(ethereum, 'eth_sendTransaction', [{ from: blacklister, to: usdc, data }])
  await block()
  const { refunds } = checkout.sandbox
  await expect(refunds.create({ paymentId: payment.id, destination })).rejects.toMatchObject({
    code: 'wallet_cannot_receive',
    param: 'destination',
  })
  expect(await refunds.create({ paymentId: payment.id, destination: createWallet() })).toMatchObject({
    status: 'pending',
  })
})
