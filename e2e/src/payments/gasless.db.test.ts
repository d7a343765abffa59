import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout, Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import { ExactEvmScheme } from '@x402/evm'
import { x402Client } from '@x402/fetch'
import { Wallet } from 'ethers'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask, cleanUp, type Ethereum, openShop, pay, pollUntil, type Shop, toMillionths } from '../support/harness.ts'
import { encodeSignedCall } from '../support/signed-call.ts'

const KEY_ENV = 'GASLESS_TEST_KEY'

let devnet: Ethereum
let shop: Shop

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  process.env[KEY_ENV] = `0x${randomBytes(32).toString('hex')}`
  await devnet.faucet(new Wallet(process.env[KEY_ENV]).address)
  await mine(devnet.networks.ethereum)
})

afterEach(async () => {
  await shop.close()
})

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function open() {
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  shop = await openShop(devnet, { network: { gasKey: { env: KEY_ENV }, gasless } })
  return shop
}

/** An account with coins and nothing for gas. */
async function openPayer(): Promise<Wallet> {
  const payer = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  const gift = { network: 'ethereum', cryptocurrency: 'USDC', to: payer.address, amount: 50_000_000n } as const
  await devnet.payer.send(gift)
  await mine(devnet.networks.ethereum)
  return payer
}

let requests = 0

/** From a different address each time, because requests per address are limited. */
async function request(method: string, path: string, query = '', body?: object, checkout = shop.checkout) {
  requests += 1
  const answer = await checkout.handle({
    ...{ method, path, query, address: `10.0.${requests >> 8}.${requests & 255}` },
    headers: body ? { 'content-type': 'application/json' } : {},
    body: { kind: 'bytes', bytes: Buffer.from(body ? JSON.stringify(body) : '') },
  })
  return { status: answer?.status, body: JSON.parse(Buffer.from(answer?.body ?? '').toString()) }
}

/** Mines until the payment is completed. */
function untilCompleted(payment: Pick<Payment, 'id'>): Promise<Payment> {
  const getOrMine = async () => {
    const found = await shop.get(payment)
    if (found.status !== 'completed') await mine(devnet.networks.ethereum)
    return found
  }
  return pollUntil(getOrMine, ({ status }) => status === 'completed', 100)
}

test('a payer without gas signs for Circle’s USDC, and the payment completes', async () => {
  await open()
  const payer = await openPayer()
  const payment = await shop.create()
  const path = `/pay/${payment.id.slice(4)}`
  const { body: data } = await request('GET', `${path}/authorization`, `from=${payer.address}`)
  const { EIP712Domain: _, ...types } = data.types
  const signature = await payer.signTypedData(data.domain, types, data.message)
  const signedTerms = { from: payer.address, signature }
  expect(await request('POST', `${path}/authorizations`, '', signedTerms)).toMatchObject({
    status: 200,
    body: { object: 'authorization', status: 'pending', amount: payment.amountDue },
  })
  const due = toMillionths(payment.amountDue)
  const completed = await untilCompleted(payment)
  expect(completed).toMatchObject({ exceptions: [], transactions: [{ from: payer.address.toLowerCase() }] })
  expect(await readBalance(devnet.networks.ethereum, payer.address)).toBe(50_000_000n - due)
  expect(await readBalance(devnet.networks.ethereum, payment.address)).toBe(due)
  expect(BigInt(String(await ask(devnet, 'eth_getBalance', [payer.address, 'latest'])))).toBe(0n)
  expect(await shop.listEventTypes(payment)).toEqual(['payment.created', 'payment.processing', 'payment.completed'])
})

test('what waits for gas is withdrawn when the payment is paid in another way meanwhile', async () => {
  await open()
  const payer = await openPayer()
  const payment = await shop.create()
  const path = `/pay/${payment.id.slice(4)}`
  const { body: data } = await request('GET', `${path}/authorization`, `from=${payer.address}`)
  const { EIP712Domain: _, ...types } = data.types
  const signedTerms = { from: payer.address, signature: await payer.signTypedData(data.domain, types, data.message) }
  await shop.close()
  // This checkout sends nothing: it accepts requests but was not started.
  const another = shop.openAnother()
  expect(await request('POST', `${path}/authorizations`, '', signedTerms, another)).toMatchObject({ status: 200 })
  await another.stop()
  const { address } = new Wallet(process.env[KEY_ENV] ?? '')
  const before = await ask(devnet, 'eth_getBalance', [address, 'latest'])
  await ask(devnet, 'anvil_setBalance', [address, '0x1'])
  await pay(devnet, payment)
  await shop.reopen()
  await untilCompleted(payment)
  const stored = () => request('POST', `${path}/authorizations`, '', signedTerms)
  await pollUntil(stored, ({ body }) => body.status === 'failed')
  await ask(devnet, 'anvil_setBalance', [address, before])
  expect(await shop.get(payment)).toMatchObject({ status: 'completed', exceptions: [] })
  expect(await readBalance(devnet.networks.ethereum, payer.address)).toBe(50_000_000n)
})

test('what strangers send of a program is paid after a reorganisation too, by another transaction', async () => {
  await open()
  const account = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`)
  const gift = { network: 'ethereum', cryptocurrency: 'USDC', to: account.address, amount: 50_000_000n } as const
  await devnet.payer.send(gift)
  await mine(devnet.networks.ethereum)
  const payment = await shop.create()
  const visit = (checkout: Checkout, headers: Record<string, string> = {}) => {
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const
    const path = `/pay/${payment.id.slice(4)}`
    requests += 1
    const address = `10.0.${requests >> 8}.${requests & 255}`
    return checkout.handle({ method: 'GET', path, query: '', headers, body, address })
  }
  const asked = await visit(shop.checkout)
  const required = JSON.parse(Buffer.from(asked?.headers['payment-required'] ?? '', 'base64').toString())
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account)).setSpendControls(false)
  const payload = await client.createPaymentPayload(required)
  await shop.close()
  // This checkout sends nothing: it accepts requests but was not started.
  const another = shop.openAnother()
  const given = visit(another, { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') })
  await pollUntil(
    () => visit(another),
    (answer) => answer?.status === 202,
  )
  const { address } = new Wallet(process.env[KEY_ENV] ?? '')
  const before = await ask(devnet, 'eth_getBalance', [address, 'latest'])
  // The shop's own transactions stay unsigned, and are withdrawn when the payment was paid.
  await ask(devnet, 'anvil_setBalance', [address, '0x1'])
  await shop.reopen()
  const data = encodeSignedCall(payload.payload)
  const strangers = [devnet.accounts.payer, new Wallet(`0x${randomBytes(32).toString('hex')}`).address]
  for (const from of strangers) {
    await ask(devnet, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
    await ask(devnet, 'anvil_impersonateAccount', [from])
    const hash = await ask(devnet, 'eth_sendTransaction', [{ from, to: required.accepts[0].asset, data }])
    await mine(devnet.networks.ethereum)
    const paid = await shop.until(payment, ({ transactions }) => transactions.some((one) => one.hash === hash))
    expect(paid).toMatchObject({ status: 'processing', exceptions: [] })
    // Some polls, in which the shop's own transaction is withdrawn.
    await sleep(500)
    if (from === strangers[0]) await devnet.payer.reorganise('ethereum', 1)
  }
  expect(await untilCompleted(payment)).toMatchObject({ exceptions: [], amountReceived: '10.000000' })
  expect(await readBalance(devnet.networks.ethereum, payment.address)).toBe(10_000_000n)
  await ask(devnet, 'anvil_setBalance', [address, before])
  expect((await given)?.status).toBe(200)
  await another.stop()
})

/** Bytecode that returns 0x1626ba7e for any call. */
const SAYS_YES = '0x631626ba7e60e01b5f5260205ff3'
/** Bytecode that stops at once. */
const SAYS_NOTHING = '0x00'

test('a contract’s signature is what it says itself, and Circle’s USDC asks it too', async () => {
  await open()
  const { address } = await openPayer()
  await ask(devnet, 'anvil_setCode', [address, SAYS_YES])
  const payment = await shop.create()
  const signedTerms = { from: address, signature: `0x${'51'.repeat(70)}` }
  const path = `/pay/${payment.id.slice(4)}/authorizations`
  expect(await request('POST', path, '', signedTerms)).toMatchObject({ status: 200, body: { status: 'pending' } })
  expect(await untilCompleted(payment)).toMatchObject({ transactions: [{ from: address.toLowerCase() }] })
})

test('a delegated account whose code knows no signatures is refused before anything is sent', async () => {
  await open()
  const payer = await openPayer()
  const payment = await shop.create()
  const path = `/pay/${payment.id.slice(4)}`
  const { body: data } = await request('GET', `${path}/authorization`, `from=${payer.address}`)
  const { EIP712Domain: _, ...types } = data.types
  const signature = await payer.signTypedData(data.domain, types, data.message)
  await ask(devnet, 'anvil_setCode', [payer.address, SAYS_NOTHING])
  const answer = await request('POST', `${path}/authorizations`, '', { from: payer.address, signature })
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'transaction_refused' } } })
})

test.each(['USDT', 'DAI'] as const)('%s cannot be paid without gas, which is said', async (cryptocurrency) => {
  await open()
  const payment = await shop.create({ cryptocurrency })
  const answer = await request(
    'GET',
    `/pay/${payment.id.slice(4)}/authorization`,
    `from=${new Wallet(`0x${'1'.repeat(64)}`).address}`,
  )
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'unsupported_asset' } } })
})
