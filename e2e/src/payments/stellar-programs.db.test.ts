import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import https from 'node:https'
import type { Payment } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { type CheckoutMiddleware, cryptoCheckout } from '@crypto-checkout/express'
import { closeLedger } from '@crypto-checkout/stellar-devnet/testing'
import { Keypair } from '@stellar/stellar-sdk'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createEd25519Signer, ExactStellarScheme } from '@x402/stellar'
import express from 'express'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cleanUp, createDatabase, getOrigin, pollUntil } from '../support/harness.ts'
import { readSnippet, runSnippet } from '../support/run-snippet.ts'
import {
  createAccount,
  createHorizon,
  createStellarConfig,
  MERCHANT,
  readSequence,
  type Stellar,
  serveSecurely,
  USDC,
} from '../support/stellar-harness.ts'

/** The stock client knows the two public networks only, so the local one bears the name of one. */
vi.hoisted(() => {
  process.env.STELLAR_DEVNET_PASSPHRASE = 'Test SDF Network ; September 2015'
  // Another file of this worker may have loaded the ledger under its own name.
  vi.resetModules()
})

const KEY_ENV = 'STELLAR_PROGRAMS_TEST_KEY'
const X402 = { feeKey: { env: KEY_ENV }, maxFeePerPayment: 0.1, maxFeePerDay: 10 }

let devnet: Stellar
let secure: Awaited<ReturnType<typeof serveSecurely>>
let shop: Awaited<ReturnType<typeof openShop>>

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 250 })
  const feeAccount = Keypair.random()
  process.env[KEY_ENV] = feeAccount.secret()
  await devnet.faucet(feeAccount.publicKey())
  secure = await serveSecurely(devnet)
  https.globalAgent.options.ca = [secure.cert]
})

afterEach(() => shop?.close())

afterAll(async () => {
  secure.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
  https.globalAgent.options.ca = undefined
  delete process.env.STELLAR_DEVNET_PASSPHRASE
  vi.resetModules()
})

async function openShop() {
  const app = express()
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const checkout: CheckoutMiddleware = cryptoCheckout({
    ...{ publicUrl: `${getOrigin(server)}/checkout`, database: await createDatabase(), log: () => {} },
    ...createStellarConfig(devnet, { x402: X402 }),
  })
  app.use('/checkout', checkout)
  await pollUntil(
    () => checkout.networks(),
    ([one]) => one?.read != null,
  )
  const { sandbox } = checkout
  const order = { currency: 'USD', cryptocurrency: 'USDC', network: 'stellar', merchantWallet: MERCHANT } as const
  return {
    sandbox,
    create: (amount = 49.9) => sandbox.payments.create({ amount, ...order, reference: randomUUID() }),
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

/** An account with 100 coins. */
async function openPayer(): Promise<Keypair> {
  const key = await createAccount(devnet, [USDC])
  await devnet.payer.send({ network: 'stellar', cryptocurrency: 'USDC', to: key.publicKey(), amount: 100_000_000n })
  await closeLedger(devnet.networks.stellar)
  return key
}

/** The stock client, with a node of its own, and the one line that an agent needs for more than a dollar. */
function openFetch(payer: Keypair) {
  const scheme = new ExactStellarScheme(createEd25519Signer(payer.secret()), { url: secure.rpcUrl })
  const client = new x402Client().register('stellar:*', scheme)
  client.setSpendControls(false)
  return wrapFetchWithPayment(fetch, client)
}

async function readBalance(account: string): Promise<string | undefined> {
  const { balances } = await createHorizon(devnet).loadAccount(account)
  return balances.find((line) => 'asset_code' in line && line.asset_code === 'USDC')?.balance
}

test('the unmodified @x402/fetch and @x402/stellar pay an order: exactly its price, once, without a fee of their own', async () => {
  shop = await openShop()
  const payer = await openPayer()
  const { sequence } = { sequence: await readSequence(devnet, payer.publicKey()) }
  const payment = await shop.create()
  const answer = await openFetch(payer)(payment.url)
  expect(answer.status).toBe(200)
  const settled = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '')
  const { status, transactions } = (await answer.json()) as Payment
  expect(['processing', 'completed']).toContain(status)
  expect(settled).toMatchObject({ success: true, network: 'stellar:testnet', amount: '499000000' })
  expect(settled).toMatchObject({ payer: payer.publicKey(), transaction: transactions[0]?.hash })
  expect(await shop.until(payment.id, 'completed')).toMatchObject({ exceptions: [], amountReceived: '49.900000' })
  expect(await readBalance(payer.publicKey())).toBe('50.1000000')
  // Its account has sent nothing.
  expect(await readSequence(devnet, payer.publicKey())).toBe(sequence)
  expect(await (await openFetch(payer)(payment.url)).json()).toMatchObject({ status: 'completed' })
  expect(await readBalance(payer.publicKey())).toBe('50.1000000')
})

test('the code of docs/agents.md pays an order', async () => {
  shop = await openShop()
  const payer = await openPayer()
  vi.stubEnv('AGENT_SECRET', payer.secret())
  onTestFinished(() => void vi.unstubAllEnvs())
  const code = readSnippet('docs/agents.md', 1)
    .replace('stellar:pubnet', 'stellar:testnet')
    .replace('https://stellar-rpc.example.com', secure.rpcUrl)
  const client = new x402Client()
  client.setSpendControls(false)
  await runSnippet(code, { client }, 'client')
  const payment = await shop.create()
  expect((await wrapFetchWithPayment(fetch, client)(payment.x402Url ?? '')).status).toBe(200)
  expect(await shop.until(payment.id, 'completed')).toMatchObject({ amountReceived: '49.900000' })
})

test('several at once each pay their own order', async () => {
  shop = await openShop()
  const payers = [await openPayer(), await openPayer(), await openPayer()]
  const payments = [await shop.create(1), await shop.create(1), await shop.create(1)]
  const answers = await Promise.all(payers.map((payer, index) => openFetch(payer)(payments[index]?.url ?? '')))
  for (const { status } of answers) expect([200, 202]).toContain(status)
  for (const { id } of payments) {
    expect(await shop.until(id, 'completed')).toMatchObject({ exceptions: [], amountReceived: '1.000000' })
  }
  for (const payer of payers) expect(await readBalance(payer.publicKey())).toBe('99.0000000')
})
