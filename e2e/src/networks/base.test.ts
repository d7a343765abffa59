import { randomBytes } from 'node:crypto'
import { type Checkout, type CheckoutConfig, createCheckout, type Payment } from '@crypto-checkout/core'
import { asBrowser } from '@crypto-checkout/core/testing'
import { type Devnet, startDevnet } from '@crypto-checkout/devnet'
import { callRpc, mine, readBalance } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cleanUp, createDatabase, createWallet, pollUntil, toMillionths } from '../support/harness.ts'

const KEY_ENV = 'GAS_KEY_ON_BASE'
/** Base Sepolia's. So all that the catalogue knows of the chain is used, except its coins. */
const CHAIN_ID = 84_532

let devnet: Devnet<'base'>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['base'], chainIds: { base: CHAIN_ID }, blockTimeMs: 0 })
  process.env[KEY_ENV] = `0x${randomBytes(32).toString('hex')}`
  await devnet.faucet(new Wallet(process.env[KEY_ENV]).address)
  await mine(devnet.networks.base)
})

afterAll(async () => {
  await devnet.stop()
  delete process.env[KEY_ENV]
  expect(await cleanUp()).toEqual([])
})

type Base = NonNullable<NonNullable<NonNullable<CheckoutConfig['sandbox']>['networks']>['base']>

async function open(more: Partial<Base> = {}): Promise<Checkout> {
  const { rpcUrl, coins } = devnet.networks.base
  const { USDC } = coins
  const checkout = createCheckout({
    publicUrl: 'https://pay.example.com',
    database: await createDatabase(),
    log: () => {},
    sandbox: { networks: { base: { rpcUrls: [rpcUrl], coins: { USDC }, pollMs: 50, ...more } } },
  })
  onTestFinished(() => checkout.stop())
  await checkout.start()
  return checkout
}

const merchantWallet = createWallet()
const order = { amount: 10, currency: 'USD', cryptocurrency: 'USDC', network: 'base', merchantWallet } as const

let requests = 0

/** From a different address each time, because requests per address are limited. */
async function request(checkout: Checkout, method: string, path: string, query = '', body?: object) {
  requests += 1
  const answer = await checkout.handle({
    ...{ method, path, query, address: `10.0.0.${requests}` },
    headers: body ? { 'content-type': 'application/json' } : {},
    body: { kind: 'bytes', bytes: Buffer.from(body ? JSON.stringify(body) : '') },
  })
  return { status: answer?.status, headers: answer?.headers ?? {}, body: JSON.parse(String(answer?.body)) }
}

function untilStatus(checkout: Checkout, { id }: Payment, status: Payment['status']): Promise<Payment> {
  return pollUntil(
    () => checkout.sandbox.payments.retrieve(id),
    (payment) => payment.status === status,
  )
}

/** Mines until the payment is completed. */
async function mineUntilCompleted(checkout: Checkout, { id }: Payment): Promise<Payment> {
  const mineAndAsk = async () => {
    await mine(devnet.networks.base)
    return checkout.sandbox.payments.retrieve(id)
  }
  return pollUntil(mineAndAsk, ({ status }) => status === 'completed', 250)
}

/** Mines a block and waits until it was read. */
async function mineAndRead(checkout: Checkout): Promise<{ number: number }> {
  await mine(devnet.networks.base)
  const number = Number(await callRpc(devnet.networks.base, 'eth_blockNumber', []))
  await pollUntil(
    () => checkout.networks(),
    ([network]) => (network?.read ?? -1) >= number,
  )
  return { number }
}

async function pay(payment: Payment): Promise<string> {
  const amount = toMillionths(payment.amountDue)
  const hash = await devnet.payer.send({ network: 'base', cryptocurrency: 'USDC', to: payment.address, amount })
  await mine(devnet.networks.base)
  return hash
}

test('a payment on Base is processing until the node calls its block final', async () => {
  const checkout = await open()
  const payment = await checkout.sandbox.payments.create(order)
  expect(payment.paymentUri).toContain(`@${CHAIN_ID}/transfer`)
  const hash = await pay(payment)
  const seen = await untilStatus(checkout, payment, 'processing')
  const explorerUrl = `https://sepolia.basescan.org/tx/${hash}`
  expect(seen).toMatchObject({ transactions: [{ status: 'seen', explorerUrl }] })
  // `finalized` is two blocks behind the newest.
  const { number } = await mineAndRead(checkout)
  expect(await checkout.sandbox.payments.retrieve(payment.id)).toMatchObject({ status: 'processing' })
  await mine(devnet.networks.base)
  const completed = await untilStatus(checkout, payment, 'completed')
  expect(completed).toMatchObject({ exceptions: [], transactions: [{ status: 'final', hash, block: number - 1 }] })
})

test('its page names it, and tells wallets its chain', async () => {
  const checkout = await open()
  const payment = await checkout.sandbox.payments.create(order)
  const path = `/pay/${payment.id.slice(4)}`
  const page = await checkout.handle({
    ...{ method: 'GET', path, query: '', headers: asBrowser, address: '127.0.0.1' },
    body: { kind: 'bytes', bytes: Buffer.from('') },
  })
  expect(String(page?.body)).toContain('<svg color="#0052ff" aria-hidden="true"></svg>Base</p>')
  expect((await request(checkout, 'GET', `${path}/status`)).body).toMatchObject({ networkTitle: 'Base' })
  expect((await request(checkout, 'GET', `${path}/wallet`)).body).toMatchObject({
    chain: { id: CHAIN_ID, name: 'Base Sepolia', nativeCurrency: { symbol: 'ETH' }, hasValue: false },
    coinType: 8453,
  })
})

test('a payer on Base signs for USDC, without gas, and programs are told the network as x402 names it', async () => {
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  const checkout = await open({ gasKey: { env: KEY_ENV }, nativeUsd: 3_000, gasless })
  const payer = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  await devnet.payer.send({ network: 'base', cryptocurrency: 'USDC', to: payer.address, amount: 50_000_000n })
  await mine(devnet.networks.base)
  const payment = await checkout.sandbox.payments.create(order)
  const path = `/pay/${payment.id.slice(4)}`
  const offer = await request(checkout, 'GET', path)
  const required = JSON.parse(Buffer.from(String(offer.headers['payment-required']), 'base64').toString())
  expect([offer.status, required.accepts[0].network]).toEqual([402, `eip155:${CHAIN_ID}`])
  const { body: data } = await request(checkout, 'GET', `${path}/authorization`, `from=${payer.address}`)
  const contract = devnet.networks.base.coins.USDC.address.toLowerCase()
  expect(data.domain).toMatchObject({ version: '2', verifyingContract: contract })
  const { EIP712Domain: _, ...types } = data.types
  const signature = await payer.signTypedData(data.domain, types, data.message)
  const signed = { from: payer.address, signature }
  expect(await request(checkout, 'POST', `${path}/authorizations`, '', signed)).toMatchObject({ status: 200 })
  await mineUntilCompleted(checkout, payment)
  const due = toMillionths(payment.amountDue)
  expect(await readBalance(devnet.networks.base, payer.address)).toBe(50_000_000n - due)
})

test('with "safe" a payment completes before its block is final', async () => {
  const checkout = await open({ finality: 'safe' })
  const payment = await checkout.sandbox.payments.create(order)
  await pay(payment)
  await untilStatus(checkout, payment, 'processing')
  // `safe` is one block behind the newest.
  await mine(devnet.networks.base)
  await untilStatus(checkout, payment, 'completed')
})
