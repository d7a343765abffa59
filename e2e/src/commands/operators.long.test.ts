import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Refund, WebhookWithSecret } from '@crypto-checkout/core'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp, createWallet, type Ethereum, pay, pollUntil } from '../support/harness.ts'
import { openOperated } from '../support/operated.ts'

const WEBHOOK_PORT_THAT_REFUSES = 9

let devnet: Ethereum
/** Stands for a provider's node, with a key in its URL. */
let provider: Server
let providerFails = false
const rpcKey = randomBytes(16).toString('hex')
const gasKey = randomBytes(32).toString('hex')

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  await devnet.faucet(new Wallet(`0x${gasKey}`).address)
  await mine(devnet.networks.ethereum)
  provider = createServer(async (request, response) => {
    const body = await text(request)
    if (providerFails || !request.url?.includes(rpcKey)) {
      response.writeHead(500).end(`no such key: ${request.url}`)
      return
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(devnet.networks.ethereum.rpcUrl, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
})

afterAll(async () => {
  provider.closeAllConnections()
  await new Promise((resolve) => provider.close(resolve))
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

const providerHost = () => `127.0.0.1:${(provider.address() as AddressInfo).port}`

function open(config: object = {}) {
  return openOperated({ devnet, rpcUrls: [`http://${providerHost()}/v3/${rpcKey}?token=${rpcKey}`], gasKey, config })
}

test('what happens is counted: payments, requests, nodes, webhooks, transactions, and that the books add up', async () => {
  const site = await open()
  const where = 'environment="sandbox",network="ethereum"'
  const payment = await site.create({ 'idempotency-key': 'first' })
  await site.create({ 'idempotency-key': 'first' })
  await site.create({ 'idempotency-key': 'first', 'x-api-secret': 'sk_test_wrong' })
  await site.request('POST', '/sandbox/v1/webhooks', { url: `http://127.0.0.1:${WEBHOOK_PORT_THAT_REFUSES}/` })
  await site.complete(payment)
  await pay(devnet, payment, 4_321n)
  await mine(devnet.networks.ethereum, 5)
  await site.until(`checkout_transfers_unattributed_total{${where},reason="unknown_amount"}`, (value) => value === 1)
  await site.until('checkout_webhook_attempts_total{outcome="failed"}', (value) => (value ?? 0) > 0)
  await site.until(
    `checkout_gas_balance{${where},address="${new Wallet(`0x${gasKey}`).address}"}`,
    (value) => (value ?? 0) > 0,
  )
  await site.until('checkout_ledger_checked_timestamp_seconds', (value) => (value ?? 0) > 0)
  for (const to of ['created', 'processing', 'completed']) {
    expect(await site.metric(`checkout_payment_transitions_total{${where},coin="USDC",to="${to}"}`)).toBe(1)
  }
  const route = '/sandbox/v1/payments'
  const requests = (status: number) =>
    site.metric(`checkout_http_request_duration_seconds_count{route="${route}",method="POST",status="${status}"}`)
  expect([await requests(201), await requests(401)]).toEqual([2, 1])
  expect(await site.metric('checkout_idempotency_replays_total')).toBe(1)
  expect(await site.metric('checkout_auth_failures_total{reason="invalid_api_key"}')).toBe(1)
  expect(
    await site.metric(`checkout_rpc_requests_total{host="${providerHost()}",method="eth_getLogs",outcome="ok"}`),
  ).toBeGreaterThan(0)
  expect(await site.metric(`checkout_chain_head_block{${where}}`)).toBeGreaterThan(5)
  expect(await site.metric(`checkout_malformed_logs_total{${where},host="${providerHost()}"}`)).toBe(0)
  expect(await site.metric('checkout_wal_bytes')).toBeGreaterThan(0)
  expect(await site.metric('checkout_db_commit_seconds_count')).toBeGreaterThan(3)
  expect(await site.metric('checkout_ledger_imbalance')).toBe(0)
  expect(await site.metric('checkout_webhook_oldest_pending_seconds')).toBeGreaterThan(0)
  // Of the payment created before the webhook, only later events are delivered.
  expect(await site.metric('checkout_webhook_pending')).toBeGreaterThan(1)
  for (const series of [
    'checkout_db_waiting',
    'checkout_db_connections{state="idle"}',
    'checkout_lease_held{lease="settle and prune"}',
  ]) {
    expect(await site.metric(series)).toBeNull()
  }
  const all = await (await fetch(site.metricsUrl)).text()
  expect(all).toContain('nodejs_eventloop_lag_seconds')
  for (const secret of [rpcKey, gasKey, site.keys.publicKey, payment.id, 'mer_']) expect(all).not.toContain(secret)
  // Metrics are on their own port only.
  expect((await fetch(`${site.server.url}/metrics`)).status).toBe(404)
  expect((await fetch(new URL('/readyz', site.metricsUrl))).status).toBe(200)
  site.server.signal('SIGTERM')
  expect(await site.server.ended).toBe(0)
})

test('as JSON each request is a line with its id, each event one with its payment, and no secret is in any of them', async () => {
  const site = await open({ logFormat: 'json' })
  const payment = await site.create()
  const webhook = await site.request<WebhookWithSecret>('POST', '/sandbox/v1/webhooks', {
    url: `http://127.0.0.1:${WEBHOOK_PORT_THAT_REFUSES}/hook`,
  })
  await site.complete(payment)
  const refund = await site.request<Refund>('POST', '/sandbox/v1/refunds', { paymentId: payment.id })
  const token = refund.nextAction?.url?.split('/').at(-1) ?? ''
  expect(token).toHaveLength(43)
  const page = await fetch(`${site.server.url}/refund/${token}`)
  const signature = `0x${randomBytes(65).toString('hex')}`
  const other = await site.create()
  await site.request('POST', `/pay/${other.id.slice(4)}/authorizations`, { from: createWallet(), signature })
  const wrong = `sk_test_${randomBytes(32).toString('hex')}`
  await site.request('GET', `/sandbox/v1/payments/${payment.id}?secret=${wrong}`, undefined, { 'x-api-secret': wrong })
  await fetch(`${site.server.url}/nowhere/${wrong}`)
  // A node that fails and repeats the key in its answer.
  providerFails = true
  await pollUntil(
    () => site.server.stdout,
    (output) => output.includes('"msg":"watch sandbox ethereum: '),
  )
  providerFails = false
  site.server.signal('SIGTERM')
  expect(await site.server.ended).toBe(0)

  expect(site.server.stderr).toBe('')
  const lines = site.server.stdout.trimEnd().split('\n')
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const requests = logged.filter(({ msg }) => msg === 'request')
  const named = ['code', 'level', 'method', 'ms', 'msg', 'paymentId', 'requestId', 'route', 'status', 'time']
  const ofEvents = ['deliveryId', 'environment', 'network', 'outcome']
  expect([...new Set(logged.flatMap(Object.keys))].sort()).toEqual([...named, ...ofEvents].sort())
  for (const { requestId } of requests) expect(requestId).toMatch(/^req_/)
  const where = { environment: 'sandbox', network: 'ethereum' }
  for (const msg of ['payment.created', 'payment.processing', 'payment.completed', 'refund.created']) {
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', msg, ...where, paymentId: payment.id }))
  }
  const failed = { level: 'warn', msg: 'webhook', outcome: 'failed', deliveryId: expect.any(String) }
  expect(logged).toContainEqual(expect.objectContaining({ ...failed, paymentId: payment.id }))
  expect(requests).toContainEqual(
    expect.objectContaining({
      ...{ level: 'info', method: 'POST', route: '/sandbox/v1/payments', status: 201, code: null },
      ...{ paymentId: payment.id, requestId: expect.stringMatching(/^req_/), ms: expect.any(Number) },
    }),
  )
  expect(requests).toContainEqual(
    expect.objectContaining({
      ...{ route: '/refund/{token}', status: 200, requestId: page.headers.get('x-request-id') },
    }),
  )
  expect(requests).toContainEqual(
    expect.objectContaining({ route: '/sandbox/v1/payments/{id}', status: 401, code: 'invalid_api_key' }),
  )
  expect(requests).toContainEqual(expect.objectContaining({ route: '/pay/{id}/authorizations', paymentId: other.id }))
  const secrets = [site.keys.secretKey, site.keys.publicKey, webhook.secret, gasKey, rpcKey, token, signature, wrong]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(16)
    expect(site.server.stdout.toLowerCase()).not.toContain(secret.replace(/^0x|^whsec_/, '').toLowerCase())
  }
})
