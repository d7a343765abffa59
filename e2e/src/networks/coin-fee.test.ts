/** A coin's own fee and its issuer's rights to take coins, on a real chain: USDT on Ethereum has both. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type Checkout,
  createCheckout,
  type Payment,
  type Refund,
  type Settlement,
  verifyPayments,
} from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance, tether } from '@crypto-checkout/devnet/testing'
import { JsonRpcProvider, Wallet } from 'ethers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  pollUntil,
} from '../support/harness.ts'

/** Blocks after which a mined transaction is final. */
const FINAL = 4
const REFUND_VARIABLE = 'REFUND_KEY_OF_A_TEST_OF_FEES'
const GAS_VARIABLE = 'GAS_KEY_OF_A_TEST_OF_FEES'

let devnet: Ethereum
let checkout: Checkout
/** The wallet whose payments the key refunds. */
const covered = createWallet()

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  for (const variable of [REFUND_VARIABLE, GAS_VARIABLE]) {
    const key = `0x${randomBytes(32).toString('hex')}`
    process.env[variable] = key
    await devnet.faucet(new Wallet(key).address)
  }
  await block()
  const publicUrl = 'https://pay.example.com'
  const common = { publicUrl, database: `sqlite:${join(createTemporaryFolder(), 'checkout.db')}`, log: () => {} }
  const first = createCheckout({ ...common, ...createSandboxConfig(devnet) })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  await first.stop()
  const refundKey = { env: REFUND_VARIABLE, merchant, wallets: [covered], maxPerDay: 1_000 }
  const keys = { refundKey, gasKey: { env: GAS_VARIABLE }, minSweep: 1 }
  checkout = createCheckout({ ...common, ...createSandboxConfig(devnet, { ...keys, collection: 'deposit' }) })
  await checkout.start()
})

afterEach(async () => {
  await tether.setFee(devnet.networks.ethereum, 0, 0)
  await block()
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  delete process.env[REFUND_VARIABLE]
  delete process.env[GAS_VARIABLE]
  expect(await cleanUp()).toEqual([])
})

const block = (count = 1) => mine(devnet.networks.ethereum, count)

/** The owner's balance in USDT's smallest unit. */
function heldBy(owner: string): Promise<bigint> {
  const { ethereum } = devnet.networks
  return readBalance(ethereum, owner, ethereum.coins.USDT.address)
}

/** 15 hundredths of a percent of each transfer. */
async function switchFeeOn(): Promise<void> {
  await tether.setFee(devnet.networks.ethereum, 15, 49)
  await block()
}

function unitsOf(amount: string | null): bigint {
  return BigInt((amount ?? '').replace('.', ''))
}

async function create(amount: number, merchantWallet = createWallet()): Promise<Payment> {
  const order = { amount, currency: 'USD', cryptocurrency: 'USDT', network: 'ethereum', merchantWallet } as const
  return checkout.sandbox.payments.create(order)
}

async function pay({ address }: Payment, amount: bigint): Promise<void> {
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDT', to: address, amount })
  await block(1 + FINAL)
}

async function paid(amount: number, merchantWallet?: string): Promise<Payment> {
  const payment = await create(amount, merchantWallet)
  await pay(payment, unitsOf(payment.cryptoAmount))
  return pollUntil(
    () => checkout.sandbox.payments.retrieve(payment.id),
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

/** Closes periods until one pays out to a wallet, then mines until that settlement has ended. */
async function settledTo(wallet: string): Promise<Settlement> {
  const { settlements } = checkout.sandbox
  const made = await pollUntil(
    async () => {
      await block()
      await settlements.create()
      const { data } = await settlements.list({ limit: 100 })
      return data.find(({ destination, status }) => destination.toLowerCase() === wallet && status === 'pending')
    },
    (one) => one !== undefined,
    250,
  )
  return pollUntil(
    async () => {
      await block()
      return settlements.retrieve(made?.id ?? '')
    },
    ({ status }) => status !== 'pending',
    250,
  )
}

/** The lines of a settlement's report, by column names. */
async function reportOf({ reportUrl }: Settlement): Promise<Record<string, string>[]> {
  const { pathname: path, search } = new URL(reportUrl)
  const common = { headers: {}, body: { kind: 'bytes', bytes: new Uint8Array() }, address: '127.0.0.1' } as const
  const answer = await checkout.handle({ ...common, method: 'GET', path, query: search.slice(1) })
  let text = ''
  for await (const row of answer?.stream ?? []) text += row
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((field, index) => [names[index] ?? '', field])))
}

test('a refund by the key is completed where the coin takes a fee, says what arrived, and is made once', async () => {
  const { refunds, payments } = checkout.sandbox
  const payment = await paid(20.01, covered)
  await switchFeeOn()
  const destination = createWallet()
  const refund = await refunds.create({ paymentId: payment.id, destination })
  const completed = await until(refund, 'completed')
  expect(completed).toMatchObject({ cryptoAmount: '20.010000', cryptoAmountArrived: '19.979985', failure: null })
  expect(await heldBy(destination)).toBe(19_979_985n)
  await expect(refunds.create({ paymentId: payment.id, destination })).rejects.toMatchObject({
    code: 'refund_exceeds_payment',
  })
  expect((await payments.retrieve(payment.id)).amountRefunded).toBe('20.010000')
})

test('a refund that the wallet signed is seen and completed where the coin takes a fee', async () => {
  const { refunds } = checkout.sandbox
  const { ethereum } = devnet.networks
  const wallet = createWallet()
  const payment = await paid(20.01, wallet)
  const destination = createWallet()
  const refund = await refunds.create({ paymentId: payment.id, destination })
  const { nextAction } = refund
  if (nextAction?.type !== 'sign' || !nextAction.call) throw new Error('there is nothing to sign')
  const { chainId: _, ...transaction } = nextAction.call
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDT', to: wallet, amount: 20_010_000n })
  await switchFeeOn()
  await callRpc(ethereum, 'anvil_setBalance', [transaction.from, '0xde0b6b3a7640000'])
  await callRpc(ethereum, 'anvil_impersonateAccount', [transaction.from])
  const hash = await callRpc(ethereum, 'eth_sendTransaction', [transaction])
  await until(refund, 'submitted')
  expect(await until(refund, 'completed')).toMatchObject({
    ...{ cryptoAmount: '20.010000', cryptoAmountArrived: '19.979985' },
    transaction: { hash, status: 'final' },
  })
  expect(await heldBy(destination)).toBe(19_979_985n)
})

test('what arrived is what a payer has paid where the coin takes a fee', async () => {
  const payment = await create(100)
  await switchFeeOn()
  await pay(payment, 100_000_000n)
  const received = await pollUntil(
    () => checkout.sandbox.payments.retrieve(payment.id),
    ({ transactions }) => transactions[0]?.status === 'final',
  )
  expect(received).toMatchObject({ amountReceived: '99.850000' })
  expect(await heldBy(payment.address)).toBe(99_850_000n)
})

test('a settlement says what arrived of a deposit, and the fee of the coin is not paid out in the next one', async () => {
  const wallet = createWallet()
  const payment = await paid(100.05, wallet)
  await switchFeeOn()
  const settlement = await settledTo(wallet)
  const arrived = await heldBy(wallet)
  expect(arrived).toBe(99_899_925n)
  expect(settlement).toMatchObject({ status: 'completed', amount: '99.899925', paymentCount: 1, failure: null })
  const lines = await reportOf(settlement)
  expect(lines.filter(({ sum }) => sum !== 'fees')).toMatchObject([
    { sum: 'deposits', kind: 'received', payment: payment.id, amount: '100.050000' },
    { sum: 'deposits', kind: 'swept', amount: '-100.050000', amount_arrived: '99.899925', coin_fee: '0.150075' },
    { sum: 'amount', kind: 'swept', payment: payment.id, amount: '99.899925' },
  ])
  expect((await checkout.sandbox.settlements.create()).data).toEqual([])
})

test('coins that the issuer destroyed on a deposit are in no settlement, and health and verify say so', async () => {
  const { ethereum } = devnet.networks
  const wallet = createWallet()
  const destroyed = await paid(70.07, wallet)
  await paid(71.03, wallet)
  await tether.blacklist(ethereum, destroyed.address)
  await block()
  await tether.destroyFunds(ethereum, destroyed.address)
  await block(1 + FINAL)
  const settlement = await settledTo(wallet)
  expect(await heldBy(wallet)).toBe(71_030_000n)
  expect(settlement).toMatchObject({ status: 'completed', amount: '71.030000', paymentCount: 1 })
  const text = `70.070000 USDT on the deposit of payment ${destroyed.id} are no longer there and were not paid out`
  const [network] = await checkout.networks()
  expect(network).toMatchObject({ troubles: ['lost_coins'], trouble: expect.stringContaining(text) })
  const period = { environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 60_000 } as const
  const { sent } = await verifyPayments(checkout.context, createSandboxConfig(devnet), period)
  const differences = sent.differences.filter(({ id }) => id === settlement.id)
  expect(differences).toMatchObject([{ kind: 'settlement', text: expect.stringContaining(text) }])
})

test('what somebody else swept before is booked from its transfer to the wallet', async () => {
  const wallet = createWallet()
  const payment = await paid(30.03, wallet)
  const other = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  await devnet.faucet(other.address)
  await block()
  const salts = [`0x${createHash('sha256').update(payment.id).digest('hex')}`]
  const [network] = checkout.context.networks
  const { sweeping } = network?.chain.transactor ?? {}
  const call = sweeping?.sweepCall({ recipient: wallet, token: devnet.networks.ethereum.coins.USDT.address, salts })
  const provider = new JsonRpcProvider(devnet.networks.ethereum.rpcUrl)
  await other.connect(provider).sendTransaction({ ...call })
  provider.destroy()
  await block(1 + FINAL)
  expect(await heldBy(wallet)).toBe(30_030_000n)
  const settlement = await settledTo(wallet)
  expect(settlement).toMatchObject({ status: 'completed', amount: '30.030000', paymentCount: 1 })
  expect(await heldBy(wallet)).toBe(30_030_000n)
})
