import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paymentInput } from '@crypto-checkout/core/testing'
import { expect, test } from 'vitest'
import { computeRetryDelayMs, parseRetryAfterMs } from './failures.ts'
import { CheckoutApiError, ConnectionError } from './index.ts'
import { type Fault, openCheckout } from './testing/checkout-server.ts'

async function failure(operation: Promise<unknown>): Promise<unknown> {
  return operation.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
}

function refused(status: number, code: string, headers: Record<string, string> = {}): Fault {
  const error = { type: 'api_error', code, message: 'later', param: null, requestId: 'req_1' }
  return { status, headers, body: JSON.stringify({ error }) }
}

const html: Fault = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
const passing: [string, Fault][] = [
  ['a connection cut before it arrived', 'cut before'],
  ['a connection cut after it was carried out', 'cut after'],
  ['a connection cut within the answer', 'cut within the answer'],
  ['an answer that never came', 'unheard'],
  ['429', refused(429, 'rate_limited', { 'retry-after': '0' })],
  ['500', refused(500, 'internal_error')],
  ['503', refused(503, 'network_unreachable')],
  ['the page of a proxy', html],
  ['an earlier try that is still being worked on', refused(400, 'idempotency_in_progress')],
]

test.each(passing)('a POST has its effect once, after %s', async (_, fault) => {
  const { client, shop, faults, seen } = await openCheckout()
  const { payments } = client({ timeoutMs: 2_000, sign: true })
  faults.push(fault)
  const made = await payments.create(paymentInput)
  expect(await shop.checkout.sandbox.payments.list()).toMatchObject({ data: [made], totalCount: 1 })
  expect(seen.map(({ line }) => line)).toEqual(Array(2).fill('POST /sandbox/v1/payments'))
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
  expect(seen[1]?.body).toBe(seen[0]?.body)
  await payments.create(paymentInput)
  expect(seen[2]?.headers['idempotency-key']).not.toBe(keys[0])
})

test('a GET is sent again as well, and it ends after as many tries as was said', async () => {
  const { client, faults, seen } = await openCheckout()
  faults.push('cut before', html)
  expect(await client().payments.list()).toMatchObject({ totalCount: 0 })
  expect(seen).toHaveLength(3)
  faults.push('cut before', 'cut before', 'cut before')
  expect(await failure(client({ retries: 1 }).payments.list())).toMatchObject({ code: 'interrupted' })
  expect(seen).toHaveLength(5)
  expect(await failure(client({ retries: 0 }).payments.list())).toBeInstanceOf(ConnectionError)
  expect(seen).toHaveLength(6)
})

test('the same idempotencyKey is the same request, whoever sends it', async () => {
  const { client, shop } = await openCheckout()
  const one = await client().payments.create(paymentInput, { idempotencyKey: 'order 1' })
  const two = await client().payments.create(paymentInput, { idempotencyKey: 'order 1' })
  expect(two).toEqual(one)
  expect(await shop.checkout.sandbox.payments.list()).toMatchObject({ totalCount: 1 })
  for (const idempotencyKey of ['', 'ö', 'x'.repeat(256)])
    expect(await failure(client().payments.create(paymentInput, { idempotencyKey }))).toBeInstanceOf(TypeError)
})

test('a payment on a network that was not read yet is asked for again, and made once it was read', async () => {
  const { client, shop, seen } = await openCheckout({}, { unread: true })
  const made = client().payments.create(paymentInput)
  await expect.poll(() => seen.length).toBe(1)
  await shop.watch()
  expect(await made).toMatchObject({ status: 'created' })
  expect(seen.length).toBeGreaterThan(1)
  expect(await shop.checkout.sandbox.payments.list()).toMatchObject({ totalCount: 1 })
})

test('PATCH and DELETE are sent again only where no connection was made', async () => {
  const { client, shop, faults, seen } = await openCheckout()
  const { webhooks } = client()
  const { id } = await shop.checkout.sandbox.webhooks.create({ url: 'https://shop.example.com/hook' })
  expect(await webhooks.update(id, { description: 'orders' })).toMatchObject({ description: 'orders' })
  for (const fault of ['cut after', html, refused(500, 'internal_error')] as const) {
    faults.push(fault, fault)
    expect(await failure(webhooks.update(id, { description: 'x' }))).toBeInstanceOf(Error)
    expect(await failure(webhooks.delete(id))).toBeInstanceOf(Error)
    expect(faults).toEqual([])
  }
  expect(seen).toHaveLength(7)
  let tries = 0
  const counted: typeof fetch = (...args) => {
    tries += 1
    return fetch(...args)
  }
  const away = client({ baseUrl: await deadUrl(), retries: 1, fetch: counted })
  const error = await failure(away.webhooks.delete(id))
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'unreachable' })
  expect(String(error)).toMatch(/^ConnectionError: DELETE \/webhooks\/wh_\w+: .* cannot be reached \(ECONNREFUSED\)\.$/)
  expect(tries).toBe(2)
})

/** A URL at which nothing listens any more. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}/v1`
}

test('the limit of the checkout is told with the time to wait, and more than a minute is not waited', async () => {
  const { client, faults, seen } = await openCheckout({ plans: { sandbox: 1 } })
  const { payments } = client({ retries: 0 })
  await payments.list()
  const limited = await failure(payments.list())
  expect(limited).toBeInstanceOf(CheckoutApiError)
  expect(limited).toMatchObject({ type: 'rate_limit_error', status: 429, retryAfterMs: 60_000 })
  faults.push({ status: 503, headers: { 'retry-after': '61' }, body: '' })
  expect(await failure(client().payments.list())).toMatchObject({ status: 503, retryAfterMs: 61_000 })
  expect(seen).toHaveLength(3)
})

test('a time-out is told, and what was done meanwhile stays done', async () => {
  const { client, shop, faults } = await openCheckout()
  faults.push('unheard')
  const error = await failure(client({ timeoutMs: 500, retries: 0 }).payments.create(paymentInput))
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'timeout' })
  expect(String(error)).toContain('no answer within 500 ms')
  expect(await shop.checkout.sandbox.payments.list()).toMatchObject({ totalCount: 1 })
})

test('a signal ends a request, the wait before the next, and what has not begun, with its reason', async () => {
  const { client, faults, seen } = await openCheckout()
  const { payments } = client()
  const reason = new Error('the visitor left')
  expect(await failure(payments.list({}, { signal: AbortSignal.abort(reason) }))).toBe(reason)
  expect(seen).toEqual([])
  const during = new AbortController()
  faults.push('unheard')
  const unheard = failure(payments.create(paymentInput, { signal: during.signal }))
  await expect.poll(() => seen.length).toBe(1)
  during.abort(reason)
  expect(await unheard).toBe(reason)
  const between = new AbortController()
  faults.push({ status: 503, headers: { 'retry-after': '59' }, body: '' })
  const answered: typeof fetch = async (...args) => {
    const response = await fetch(...args)
    setTimeout(() => between.abort(reason), 100)
    return response
  }
  expect(await failure(client({ fetch: answered }).payments.list({}, { signal: between.signal }))).toBe(reason)
  expect(seen).toHaveLength(2)
})

test('waits double, are spread, have an end, and come after what the answer asked for', () => {
  const first = [1, 2, 3, 4, 5, 6, 30].map((tries) => computeRetryDelayMs(tries, null, 0))
  expect(first).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000])
  expect(computeRetryDelayMs(1, null, 0.5)).toBe(375)
  expect(computeRetryDelayMs(1, 7_000, 0)).toBe(7_250)
  expect([computeRetryDelayMs(1, 60_000, 0), computeRetryDelayMs(1, 60_001, 0)]).toEqual([60_250, null])
  const now = Date.parse('2026-01-01T00:00:00Z')
  const headers = ['0', '120', 'Thu, 01 Jan 2026 00:00:05 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', 'soon', '', null]
  expect(headers.map((header) => parseRetryAfterMs(header, now))).toEqual([0, 120_000, 5_000, 0, null, null, null])
})
