import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckoutConfig, createCheckout } from '@crypto-checkout/core'
import { expect, test } from 'vitest'
import { createServerApp, drain, listen } from './http-server.ts'
import { openMetrics } from './metrics.ts'

const DATABASE = 'sqlite::memory:'

/** A server in this process that tests can break. */
async function openServer(withMetrics = true, { trustProxy, ...config }: CheckoutConfig = {}) {
  const lines: string[] = []
  let draining = false
  const checkout = createCheckout({ publicUrl: 'http://127.0.0.1', database: DATABASE, log: () => {}, ...config })
  await checkout.sandbox.payments.list()
  const operated = { checkout, metrics: openMetrics(DATABASE), isDraining: () => draining }
  const log = { line: (line: string) => lines.push(line) }
  const app = createServerApp({ operated, log, trustProxy, withMetrics })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    ...{ checkout, lines, url },
    drain: () => (draining = true),
    /** Sends headers that fetch cannot send. */
    ask: (path: string, headers: IncomingHttpHeaders) =>
      new Promise<number>((resolve, reject) => {
        get(`${url}${path}`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        }).on('error', reject)
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('what goes wrong inside is logged and not shown, and readiness tells of a database that is gone', async () => {
  const { checkout, lines, url, close } = await openServer()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  await checkout.stop()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const page = await fetch(`${url}/pay/${'0'.repeat(26)}`)
  const id = page.headers.get('x-request-id')
  const text = `Something went wrong here: try again, and tell us the request id ${id}.\n`
  expect([page.status, await page.text()]).toEqual([500, text])
  expect(lines).toEqual([expect.stringMatching(`^request ${id} failed: Error`)])
  expect(id).toMatch(/^req_/)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'the database does not answer' }])
  await close()
})

test('idle connections are kept for longer than load balancers keep them', async () => {
  const { server, port } = await listen(0, '127.0.0.1')
  server.on('request', (_request, response) => response.end())
  const { headers } = await fetch(`http://127.0.0.1:${port}`)
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
  await drain(server)
})

test('how networks stand, and which hosts their nodes are on, is for this machine', async () => {
  const { checkout, url, close } = await openServer()
  const answer = async (headers: Record<string, string> = {}) => (await fetch(`${url}/readyz`, { headers })).json()
  expect(await answer()).toEqual({ status: 'ready', networks: [], feeds: [] })
  expect(await answer({ 'x-forwarded-for': '127.0.0.1' })).toEqual({ status: 'ready' })
  await checkout.stop()
  await close()
  const open = await openServer(false)
  expect(await (await fetch(`${open.url}/readyz`)).json()).toEqual({ status: 'ready' })
  await open.checkout.stop()
  await open.close()
})

test('who forwards requests without being trusted is told to the operator once', async () => {
  const { ask, checkout, lines, url, close } = await openServer()
  const { host } = new URL(url)
  expect(await ask('/sandbox/v1/payments', { host })).toBe(401)
  expect(lines).toEqual([])
  for (let times = 0; times < 2; times++) {
    expect(await ask('/sandbox/v1/payments', { host, 'x-forwarded-for': '192.0.2.7' })).toBe(401)
  }
  expect(lines).toEqual([expect.stringContaining('trustProxy')])
  await checkout.stop()
  await close()
})

test.each([
  ['nobody is trusted', false, 429],
  ['no proxy is trusted', 0, 429],
  ['the last proxy is trusted', 1, 401],
  ['a named proxy is trusted', 'loopback, 192.0.2.0/24', 401],
  ['named proxies are trusted', ['127.0.0.1', '::1'], 401],
  ['everybody is trusted', true, 401],
] as const)('where %s, guesses of other payers count apart or not', async (_name, trustProxy, status) => {
  const { ask, checkout, close } = await openServer(false, {
    trustProxy: Array.isArray(trustProxy) ? [...trustProxy] : trustProxy,
  } as CheckoutConfig)
  const guess = (from: string) => {
    const keys = { authorization: 'Bearer pk_test_x', 'x-api-secret': 'sk_test_x' }
    return ask('/sandbox/v1/payments', { ...keys, 'x-forwarded-for': from })
  }
  const answers = await Promise.all(Array.from({ length: 61 }, () => guess('203.0.113.1')))
  expect(answers.filter((one) => one === 429)).toHaveLength(1)
  expect(await guess('203.0.113.2')).toBe(status)
  await checkout.stop()
  await close()
})

test('HEAD has the length of the text and none of it, and other paths are not found', async () => {
  const { checkout, url, close } = await openServer()
  const head = await fetch(`${url}/healthz?probe`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '15', ''])
  const missing = await fetch(`${url}/payments`)
  expect([missing.status, await missing.text()]).toEqual([404, 'Not found. The API is below /v1 and /sandbox/v1.\n'])
  expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(404)
  await checkout.stop()
  await close()
})

test('a server whose networks were never read is not ready, and one without networks is', async () => {
  const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
  const network = { rpcUrls: ['http://127.0.0.1:2'], chainId: 31_337, coins }
  for (const [networks, status] of [
    [{ ethereum: network }, 503],
    [{}, 200],
  ] as const) {
    const { checkout, url, close } = await openServer(true, { sandbox: { networks } })
    expect((await fetch(`${url}/readyz`)).status).toBe(status)
    await checkout.stop()
    await close()
  }
})

test('a server that drains is not ready, and answers what is asked of it still', async () => {
  const { checkout, drain, url, close } = await openServer()
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  drain()
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'draining' }])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect((await fetch(`${url}/sandbox/v1/payments`)).status).toBe(401)
  await checkout.stop()
  await close()
})

test('metrics are there while the database is not, without what would be read from it', async () => {
  const { checkout, url, close } = await openServer()
  const lines = async () => (await (await fetch(`${url}/metrics`)).text()).split('\n')
  expect(await lines()).toEqual(expect.arrayContaining(['checkout_db_up 1', 'checkout_webhook_pending 0']))
  await checkout.stop()
  const left = await lines()
  expect(left).toContain('checkout_db_up 0')
  expect(left.filter((line) => line.startsWith('checkout_webhook_pending'))).toEqual([])
  expect(left.some((line) => line.startsWith('nodejs_eventloop_lag_seconds '))).toBe(true)
  await close()
})

test('metrics are for this machine: what a proxy forwards, or another site’s name brings, finds none', async () => {
  const { checkout, ask, url, close } = await openServer()
  const { host } = new URL(url)
  expect(await ask('/metrics', { host })).toBe(200)
  expect(await ask('/metrics', { host: 'localhost:1' })).toBe(200)
  expect(await ask('/metrics', { host, 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  expect(await ask('/metrics', { host, forwarded: 'for=127.0.0.1' })).toBe(404)
  expect(await ask('/metrics', { host: 'pay.example.com' })).toBe(404)
  expect(await ask('/metrics', { host: '127.0.0.1.example.com' })).toBe(404)
  await checkout.stop()
  await close()
})

test('a server that is reached under a public name has no metrics on its own port', async () => {
  const { checkout, ask, url, close } = await openServer(false)
  expect(await ask('/metrics', { host: new URL(url).host })).toBe(404)
  await checkout.stop()
  await close()
})
