import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Checkout, createCheckout, type Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine, readBalance } from '@crypto-checkout/devnet/testing'
import { type CheckoutMiddleware, cryptoCheckout } from '@crypto-checkout/express'
import { ExactEvmScheme } from '@x402/evm'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Wallet } from 'ethers'
import express from 'express'
import { createProxyServer } from 'http-proxy-3'
import { evm, Mppx } from 'mppx/client'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createServerApp } from '../../../packages/server/src/serving/http-server.ts'
import { openMetrics } from '../../../packages/server/src/serving/metrics.ts'
import {
  ask,
  cleanUp,
  createDatabase,
  createSandboxConfig,
  createWallet,
  type Ethereum,
  getOrigin,
  openShop as openCoreShop,
  pollUntil,
} from '../support/harness.ts'
import { readSnippet, runSnippet } from '../support/run-snippet.ts'
import { encodeSignedCall } from '../support/signed-call.ts'

const KEY_ENV = 'PROGRAMS_TEST_KEY'

let devnet: Ethereum
let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 250 })
  process.env[KEY_ENV] = newKey()
  await devnet.faucet(new Wallet(process.env[KEY_ENV]).address)
})

afterEach(() => shop?.close())

afterAll(async () => {
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

function newKey(): `0x${string}` {
  return `0x${randomBytes(32).toString('hex')}`
}

/** A shop in an Express app, below a prefix, as its agents reach it. */
async function openShop(network: object = {}) {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = getOrigin(server)
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  const checkout: CheckoutMiddleware = cryptoCheckout({
    ...{ publicUrl: `${origin}/checkout`, database: await createDatabase(), log: () => {}, testPayer: devnet.payer },
    ...createSandboxConfig(devnet, { gasKey: { env: KEY_ENV }, gasless, ...network }),
  })
  app.use('/checkout', checkout)
  await pollUntil(
    () => checkout.networks(),
    ([one]) => one?.read != null,
  )
  const wallet = createWallet()
  const sandbox = checkout.sandbox
  const order = { currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: wallet } as const
  return {
    wallet,
    sandbox,
    create: (amount = 49.9) => sandbox.payments.create({ amount, ...order }),
    link: (amount: number) => sandbox.paymentLinks.create({ amount, title: 'Tea', ...order }),
    until: (id: string, status: Payment['status']) =>
      pollUntil(
        () => sandbox.payments.retrieve(id),
        (payment) => payment.status === status,
      ),
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await checkout.stop()
    },
  }
}

/** An account with 100 coins and nothing for gas. */
async function openPayer(key = newKey()) {
  const account = privateKeyToAccount(key)
  const gift = { network: 'ethereum', cryptocurrency: 'USDC', to: account.address, amount: 100_000_000n } as const
  await devnet.payer.send(gift)
  await mine(devnet.networks.ethereum)
  return account
}

type Account = Awaited<ReturnType<typeof openPayer>>

/** The stock client, with the one line that an agent needs for more than a dollar, or for a local chain. */
function openFetch(account: Account) {
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  client.setSpendControls(false)
  return wrapFetchWithPayment(fetch, client)
}

test('the unmodified @x402/fetch pays an order: exactly its price, once, without gas of its own', async () => {
  shop = await openShop()
  const account = await openPayer()
  const payment = await shop.create()
  const answer = await openFetch(account)(payment.url)
  expect(answer.status).toBe(200)
  const settled = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
  const { status, transactions } = (await answer.json()) as Payment
  expect(['processing', 'completed']).toContain(status)
  expect(settled).toMatchObject({ success: true, amount: '49900000', transaction: transactions[0]?.hash })
  const paid = await shop.until(payment.id, 'completed')
  expect(paid).toMatchObject({ exceptions: [], amountReceived: '49.900000', amountDue: '0.000000' })
  expect(await readBalance(devnet.networks.ethereum, shop.wallet)).toBe(49_900_000n)
  expect(await readBalance(devnet.networks.ethereum, account.address)).toBe(50_100_000n)
  expect(BigInt(String(await ask(devnet, 'eth_getBalance', [account.address, 'latest'])))).toBe(0n)
  expect(await (await openFetch(account)(payment.url)).json()).toMatchObject({ status: 'completed' })
  expect(await readBalance(devnet.networks.ethereum, shop.wallet)).toBe(49_900_000n)
})

test('the code of docs/agents.md pays an order', async () => {
  shop = await openShop()
  const key = newKey()
  await openPayer(key)
  const payment = await shop.create()
  vi.stubEnv('AGENT_KEY', key)
  vi.stubEnv('X402_URL', String(payment.x402Url))
  onTestFinished(() => void vi.unstubAllEnvs())
  // The document says so about local networks.
  const code = readSnippet('docs/agents.md', 0).replace("{ maxAmountPerPayment: '$100' }", 'false')
  const answer = await runSnippet(code, {}, 'answer')
  expect(answer).toMatchObject({ status: 200 })
  expect(await shop.until(payment.id, 'completed')).toMatchObject({ amountReceived: '49.900000' })
})

test('the unmodified mppx pays it as an x402 client, by POST too', async () => {
  shop = await openShop()
  for (const method of ['GET', 'POST']) {
    const payment = await shop.create(12.5)
    const client = Mppx.create({ methods: [evm({ account: await openPayer() })], polyfill: false })
    const answer = await client.fetch(payment.url, { method })
    expect([method, answer.status]).toEqual([method, 200])
    expect(await shop.until(payment.id, 'completed')).toMatchObject({ amountReceived: '12.500000', exceptions: [] })
  }
})

test('a payment link makes one payment for a program, which pays it', async () => {
  shop = await openShop()
  const link = await shop.link(3)
  const answer = await openFetch(await openPayer())(link.url, { method: 'POST' })
  expect(answer.status).toBe(200)
  const { data } = await shop.sandbox.payments.list({ paymentLink: link.id })
  expect(data).toHaveLength(1)
  expect(await shop.until(data[0]?.id ?? '', 'completed')).toMatchObject({ amountReceived: '3.000000' })
})

test('two programs that pay at once pay once, and neither gets a second offer', async () => {
  shop = await openShop({ collection: 'deposit' })
  const payment = await shop.create()
  const accounts = [await openPayer(), await openPayer()]
  const answers = await Promise.all(accounts.map((account) => openFetch(account)(payment.url)))
  const statuses = answers.map(({ status }) => status).sort()
  expect([
    [200, 200],
    [200, 409],
    [200, 202],
  ]).toContainEqual(statuses)
  await shop.until(payment.id, 'completed')
  expect(await readBalance(devnet.networks.ethereum, payment.address)).toBe(49_900_000n)
})

test('a program whose signature somebody else sends has paid all the same', async () => {
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  const other = await openCoreShop(devnet, { network: { gasKey: { env: KEY_ENV }, gasless } })
  onTestFinished(other.close)
  const payment = await other.create()
  const path = `/pay/${payment.id.slice(4)}`
  let calls = 0
  // From a different address each time, because requests per address are limited.
  const call = (checkout: Checkout, headers: Record<string, string> = {}) => {
    calls += 1
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const
    const address = `10.0.${calls >> 8}.${calls & 255}`
    return checkout.handle({ method: 'GET', path, query: '', headers, body, address })
  }
  const asked = await call(other.checkout)
  const required = JSON.parse(Buffer.from(asked?.headers['payment-required'] ?? '', 'base64').toString())
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(await openPayer()))
  client.setSpendControls(false)
  const payload = await client.createPaymentPayload(required)
  await other.close()
  // This checkout sends nothing: it accepts requests but was not started.
  const another = other.openAnother()
  const given = call(another, { 'payment-signature': Buffer.from(JSON.stringify(payload)).toString('base64') })
  await pollUntil(
    () => call(another),
    (answer) => answer?.status === 202,
  )
  await sendSigned(payload, required.accepts[0].asset)
  await other.reopen()
  expect((await given)?.status).toBe(200)
  await another.stop()
  const paid = await other.until(payment, ({ status }) => status === 'completed')
  expect(paid).toMatchObject({ exceptions: [], amountReceived: '10.000000' })
})

/** Sends what a program signed, from an account of a stranger. */
async function sendSigned({ payload }: { payload: Record<string, unknown> }, asset: string): Promise<void> {
  await ask(devnet, 'eth_sendTransaction', [
    { from: devnet.accounts.payer, to: asset, data: encodeSignedCall(payload) },
  ])
}

test('a program without enough coins is told, and nothing is sent', async () => {
  shop = await openShop()
  const payment = await shop.create(100.01)
  const answer = await openFetch(await openPayer())(payment.url)
  expect(answer.status).toBe(402)
  const { error } = JSON.parse(Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString())
  expect(error).toMatch(/^invalid_exact_evm_insufficient_balance: .*0\.010000 USDC/)
})

test('behind a proxy that removes a prefix, an order of production is paid at its public URL', async () => {
  const proxy = createProxyServer({ xfwd: true })
  const front = createServer((request, response) => {
    request.url = request.url?.replace(/^\/shop(?=\/)/, '') ?? '/'
    proxy.web(request, response, { target: getOrigin(server) })
  })
  const server = createServer()
  for (const one of [front, server]) await once(one.listen(0, '127.0.0.1'), 'listening')
  const gasless = { maxFeePerPayment: 0.01, maxFeePerDay: 0.1 }
  const { sandbox: production } = createSandboxConfig(devnet, { gasKey: { env: KEY_ENV }, gasless })
  const publicUrl = `${getOrigin(front)}/shop`
  const database = await createDatabase()
  const checkout = createCheckout({ publicUrl, database, production, log: () => {} })
  const operated = { checkout, metrics: openMetrics(database), isDraining: () => false }
  const log = { line: console.error }
  server.on('request', createServerApp({ operated, log, trustProxy: 'loopback', withMetrics: false }))
  await checkout.start()
  onTestFinished(async () => {
    for (const one of [front, server]) {
      one.closeAllConnections()
      one.close()
    }
    await checkout.stop()
  })
  const order = {
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    merchantWallet: createWallet(),
  } as const
  const payment = await checkout.payments.create({ amount: 7.5, ...order })
  expect(payment).toMatchObject({ livemode: true, x402Url: `${publicUrl}/pay/${payment.id.slice(4)}` })
  const asked = await fetch(payment.x402Url ?? '')
  const required = JSON.parse(Buffer.from(asked.headers.get('payment-required') ?? '', 'base64').toString())
  expect([asked.status, required.resource.url]).toEqual([402, payment.x402Url])
  const answer = await openFetch(await openPayer())(payment.x402Url ?? '')
  expect(answer.status).toBe(200)
  const paid = await pollUntil(
    () => checkout.payments.retrieve(payment.id),
    ({ status }) => status === 'completed',
  )
  expect(paid).toMatchObject({ amountReceived: '7.500000', exceptions: [] })
})

test('a program may pay from a page of another origin', async () => {
  shop = await openShop()
  const { url } = await shop.create()
  const headers = {
    origin: 'https://agent.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'access-control-expose-headers,payment-signature',
  }
  const { status, headers: allowed } = await fetch(url, { method: 'OPTIONS', headers })
  expect([status, allowed.get('access-control-allow-origin')]).toEqual([204, '*'])
  expect(allowed.get('access-control-allow-headers')?.toLowerCase()).toContain('payment-signature')
})
