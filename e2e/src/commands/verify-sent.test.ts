import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type Checkout, type CheckoutConfig, createCheckout, type Payment, verifyPayments } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  createWallet,
  type Ethereum,
  pay,
  pollUntil,
} from '../support/harness.ts'
import { relayPayment } from '../support/relay-payment.ts'

let devnet: Ethereum
let checkout: Checkout
let config: CheckoutConfig
let refunded: string
let settled: string
let relayed: Payment

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 100 })
  const [gas, refunds] = ['GAS_KEY_OF_VERIFY', 'REFUND_KEY_OF_VERIFY'].map((name) => {
    process.env[name] = `0x${randomBytes(32).toString('hex')}`
    return new Wallet(process.env[name]).address
  })
  for (const address of [gas, refunds]) await devnet.faucet(address ?? '')
  const wallet = createWallet()
  const publicUrl = 'https://pay.example.com'
  const database = `sqlite:${join(createTemporaryFolder(), 'checkout.db')}`
  const first = createCheckout({ publicUrl, database, log: () => {}, ...createSandboxConfig(devnet) })
  await first.ready()
  const { id: merchant } = await first.merchant.retrieve()
  await first.stop()
  const network = {
    ...{ collection: 'deposit', minSweep: 1, gasKey: { env: 'GAS_KEY_OF_VERIFY' } },
    gasless: { maxFeePerPayment: 0.01, maxFeePerDay: 1 },
    refundKey: { env: 'REFUND_KEY_OF_VERIFY', merchant, wallets: [wallet], maxPerDay: 1_000 },
  }
  config = { publicUrl, database, ...createSandboxConfig(devnet, network) }
  checkout = createCheckout({ ...config, log: () => {} })
  await checkout.start()
  const { payments } = checkout.sandbox
  const order = {
    amount: 10,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: wallet,
  } as const
  const isCompleted = ({ status }: { status: string }) => status === 'completed'
  const payment = await payments.create(order)
  await pay(devnet, payment)
  await pollUntil(() => payments.retrieve(payment.id), isCompleted)
  relayed = await payments.create({ ...order, amount: 7 })
  await relayPayment({ checkout, devnet }, relayed)
  await pollUntil(() => payments.retrieve(relayed.id), isCompleted)
  const made = await checkout.sandbox.refunds.create({ paymentId: payment.id, destination: createWallet() })
  refunded = (await pollUntil(() => checkout.sandbox.refunds.retrieve(made.id), isCompleted)).id
  // The refund has a settlement of its own, as no deposit pays it.
  const [deposit] = await pollUntil(
    async () => (await checkout.sandbox.settlements.create()).data.filter(({ method }) => method === 'deposit'),
    (made) => made.length > 0,
    250,
  )
  settled = deposit?.id ?? ''
  await pollUntil(() => checkout.sandbox.settlements.retrieve(settled), isCompleted)
  const isEnded = (rows: readonly { state: string }[]) => rows.every(({ state }) => state === 'used')
  await pollUntil(() => checkout.context.db.selectFrom('relays').select('state').execute(), isEnded)
})

afterAll(async () => {
  await checkout.stop()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const verified = async () => {
  const period = { environment: 'sandbox', from: Date.now() - 86_400_000, to: Date.now() + 60_000 } as const
  return (await verifyPayments(checkout.context, config, period)).sent
}

const url = () => new URL(devnet.networks.ethereum.rpcUrl).origin

test('refunds, what settlements swept, and relays are derived again from the chain', async () => {
  expect(await verified()).toEqual({ refunds: 1, sweeps: 2, relays: 1, differences: [], unverified: [] })
})

test('a refund that is called failed and was paid, by a transaction of which only the nonce is known, is a difference', async () => {
  const { db, transact } = checkout.context
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', refunded).executeTakeFirstOrThrow()
  const send = await db.selectFrom('sends').selectAll().where('subject', '=', refunded).executeTakeFirstOrThrow()
  const transfer = await db
    .selectFrom('transfers')
    .selectAll()
    .where('refund_id', '=', refunded)
    .executeTakeFirstOrThrow()
  const hash = transfer.tx_hash
  const setTransfer = (columns: Partial<typeof transfer>) =>
    transact((tx) => tx.updateTable('transfers').set(columns).where('id', '=', transfer.id).execute())
  await setTransfer({ state: 'orphaned' })
  await transact(async (tx) => {
    await tx.updateTable('refunds').set({ completed_at: null, status: 'failed', failure: 'replaced' }).execute()
    const replaced = { state: 'replaced', hash: null, block_number: null } as const
    await tx.updateTable('sends').set(replaced).where('id', '=', send.id).execute()
  })
  const text = `is recorded as failed, and was paid to ${row.to_address}`
  const difference = { kind: 'refund', id: refunded, network: 'ethereum', url: url(), hash, text }
  expect((await verified()).differences).toEqual([difference])
  await transact(async (tx) => {
    await tx.updateTable('refunds').set(row).execute()
    await tx.updateTable('sends').set(send).where('id', '=', send.id).execute()
  })
  await setTransfer({ ...transfer, raw_amount: 1n })
  const other = `is recorded as completed, and does not move 1 to ${row.to_address}`
  expect((await verified()).differences).toEqual([{ ...difference, text: other }])
  await setTransfer(transfer)
  expect((await verified()).differences).toEqual([])
})

test('a settlement of another amount, and a relay that is called failed and was sent, are differences', async () => {
  const { db, transact } = checkout.context
  const rows = await db.selectFrom('sweeps').selectAll().execute()
  await transact((tx) => tx.updateTable('sweeps').set({ amount: 12_345_678n }).execute())
  const settlements = await verified()
  expect(settlements.differences).toHaveLength(2)
  expect(settlements.differences[0]).toMatchObject({
    ...{ kind: 'settlement', id: settled },
    text: expect.stringMatching(/^is recorded as 12.345678 from 0x[0-9a-f]{40}, and moves \d+\.\d{6} to 0x/),
  })
  // An empty deposit counts as paid out if someone else swept it to the wallet, but not if its coins were destroyed.
  await transact((tx) => tx.updateTable('sweeps').set({ state: 'empty' }).execute())
  const destroyed = await verified()
  expect(destroyed.differences.map(({ hash, text }) => [hash, text])).toEqual(
    settlements.differences.map(({ text }) => [null, text]),
  )
  for (const { address, amount } of rows) {
    await transact((tx) => tx.updateTable('sweeps').set({ amount }).where('address', '=', address).execute())
  }
  expect((await verified()).differences).toEqual([])
  await transact((tx) => tx.updateTable('sweeps').set({ state: 'swept' }).execute())
  for (const { address, amount } of rows) {
    await transact((tx) => tx.updateTable('sweeps').set({ amount }).where('address', '=', address).execute())
  }
  // The running checkout finds the transfer of a failed signature, unless that expired days ago.
  const failed = { state: 'failed', hash: null, valid_before: Math.floor(Date.now() / 1_000) - 2 * 86_400 } as const
  await transact((tx) => tx.updateTable('relays').set(failed).execute())
  expect((await verified()).differences).toMatchObject([
    { kind: 'relay', id: relayed.id, text: expect.stringContaining('is recorded as failed, and paid 0x') },
  ])
})
