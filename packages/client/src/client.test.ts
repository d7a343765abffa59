import { createApiKey, type TestPayer } from '@crypto-checkout/core'
import { paymentInput } from '@crypto-checkout/core/testing'
import { expect, expectTypeOf, test } from 'vitest'
import { endpoints } from './endpoints.generated.ts'
import { CheckoutApiError, type Event, type List, type Listing, type Payment } from './index.ts'
import { openCheckout } from './testing/checkout-server.ts'

/** The error with which an operation was refused. */
async function refusal(operation: Promise<unknown>): Promise<CheckoutApiError> {
  const error = await operation.catch((error: unknown) => error)
  if (error instanceof CheckoutApiError) return error
  throw new Error('it was not refused', { cause: error })
}

type Described = {
  readonly operationId: string
  readonly parameters: readonly { readonly in?: string }[]
  readonly requestBody?: object
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, object>> }>>
}

/** Operations whose names do not start like their routes. */
const otherNames: Readonly<Record<string, string>> = {
  deliveries: 'listWebhookDeliveries',
  entries: 'listSettlementEntries',
  ofPayment: 'listPaymentDeliveries',
  rotateDefaultSecret: 'rotateWebhookSecret',
}

test('the client has every route of the API, and takes what it takes', async () => {
  const { shop } = await openCheckout()
  // Programs pay at a payment's own address, without a key.
  const { '/pay/{id}': _pays, ...paths } = (await shop.request('GET', '/openapi.json')).body.paths
  const documented = Object.entries(paths as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters, requestBody, responses, security }]) => {
      // The client has keys.
      if (security?.length === 0) return []
      // Streams have no method in the client: `events.list` with `after` follows events too.
      if (responses[200]?.content['text/event-stream']) return []
      const takesQuery = parameters.some((parameter) => parameter.in === 'query')
      return `${method.toUpperCase()} ${path} ${requestBody ? 'body' : takesQuery ? 'query' : null}`
    }),
  )
  const known = Object.values(endpoints)
    .flatMap((operations) => Object.values(operations))
    .map(({ method, path, takes }) => `${method} ${path} ${takes}`)
  expect(documented.length).toBeGreaterThan(5)
  expect(known.toSorted()).toEqual(documented.toSorted())
  for (const [resource, operations] of Object.entries(endpoints)) {
    for (const [name, { method, path }] of Object.entries(operations)) {
      const { operationId } = paths[path][method.toLowerCase()] as Described
      expect(operationId, `${resource}.${name}`).toMatch(new RegExp(`^${otherNames[name] ?? name}`))
    }
  }
})

test('operations answer what they answer in process', async () => {
  const { client, shop } = await openCheckout()
  const { payments, events } = client()
  const made = await payments.create({ ...paymentInput, metadata: { name: 'Zoë' } })
  expectTypeOf(made).toEqualTypeOf<Payment>()
  expect(made).toEqual(await shop.retrieve(made))
  expect(await payments.retrieve(made.id)).toEqual(made)
  expect(await payments.cancel(made.id)).toMatchObject({ id: made.id, status: 'cancelled' })
  expect(await payments.list({ status: 'cancelled', limit: 5 })).toEqual(await shop.checkout.sandbox.payments.list())
  expect(await payments.list({ status: 'created' })).toMatchObject({ data: [], totalCount: 0 })
  const [event] = (await events.list()).data
  expect(await events.retrieve(String(event?.id))).toEqual(event)
})

test('what JSON would change is refused before anything is sent', async () => {
  const { client, shop } = await openCheckout()
  const { payments, webhooks } = client()
  const withOrder = (number: unknown) => payments.create({ ...paymentInput, metadata: { order: { number } } })
  const path = /^metadata\.order\.number .*send it as text/
  for (const number of [1n, 9_007_199_254_740_992]) await expect(withOrder(number)).rejects.toThrow(path)
  await expect(withOrder(Number.NaN)).rejects.toThrow(TypeError)
  await expect(webhooks.create({ url: 1n as unknown as string })).rejects.toThrow(/^url is a bigint/)
  expect(await shop.checkout.sandbox.payments.list()).toMatchObject({ totalCount: 0 })
})

test('the helpers for tests pay and expire, where the sandbox is local', async () => {
  const sent: string[] = []
  const send: TestPayer['send'] = async ({ amount, to }) => {
    sent.push(`${amount} to ${to}`)
    return `0x${'1'.repeat(64)}`
  }
  const { client } = await openCheckout({ testPayer: { send, sendAndTakeBack: send } })
  const { payments, testHelpers } = client()
  const { id, address } = await payments.create(paymentInput)
  expect(await testHelpers.pay(id, { amount: '3.5' })).toMatchObject({ id })
  expect(sent).toEqual([`3500000 to ${address}`])
  expect(await testHelpers.expire(id)).toMatchObject({ id })
  expect(await refusal(testHelpers.pay(id, { scenario: 'twice' }))).toMatchObject({ param: 'scenario' })
})

test('an operation takes id and input, and a list of one resource goes from page to page as well', async () => {
  const { client, seen } = await openCheckout()
  const { webhooks, deliveries } = client()
  const { id, secret } = await webhooks.create({ url: 'https://shop.example.com/hook' })
  expect(secret).toMatch(/^whsec_/)
  const pinged = [await webhooks.ping(id), await webhooks.ping(id)].map((delivery) => delivery.id)
  seen.length = 0
  const listed: string[] = []
  for await (const delivery of webhooks.deliveries(id, { state: 'pending', limit: 1 })) listed.push(delivery.id)
  expect(listed).toEqual(pinged.toReversed())
  expect(seen.map(({ line }) => line)).toEqual([
    `GET /sandbox/v1/webhooks/${id}/deliveries?state=pending&limit=1`,
    `GET /sandbox/v1/webhooks/${id}/deliveries?state=pending&limit=1&starting_after=${pinged[1]}`,
  ])
  expect(await deliveries.retrieve(String(pinged[0]))).toMatchObject({ id: pinged[0], webhook: id, attempts: [] })
  expect(await webhooks.resendFailed(id, { since: '2026-01-01T00:00:00Z' })).toEqual({
    object: 'resent',
    deliveries: 0,
  })
  expect(await webhooks.delete(id)).toEqual({ id, object: 'webhook', deleted: true })
})

test('a list is its page when awaited, and all its items, page after page, in for await', async () => {
  const { client, shop, seen } = await openCheckout()
  const { payments, events } = client()
  for (let amount = 1; amount <= 7; amount += 1) await shop.create({ amount })
  const listed = payments.list({ limit: 3 })
  expectTypeOf(listed).toEqualTypeOf<Listing<Payment>>()
  expectTypeOf(await listed).toEqualTypeOf<List<Payment>>()
  expect(await listed).toMatchObject({ hasMore: true, totalCount: 7 })
  const amounts: number[] = []
  for await (const payment of listed) amounts.push(payment.amount)
  expect(amounts).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(seen.map(({ line }) => line.replace(/pay_\w+/, 'pay_'))).toEqual([
    'GET /sandbox/v1/payments?limit=3',
    ...Array(2).fill('GET /sandbox/v1/payments?limit=3&starting_after=pay_'),
  ])
  const sequences: number[] = []
  for await (const event of events.list({ after: 2, limit: 2 })) {
    expectTypeOf(event).toEqualTypeOf<Event>()
    sequences.push(event.sequence)
  }
  expect(sequences).toEqual([3, 4, 5, 6, 7])
})

test('a key that wants signatures takes what is signed, with and without a body or a query', async () => {
  const { client, shop } = await openCheckout()
  const strict = await createApiKey(shop.checkout.context, { environment: 'sandbox', requireSignature: true })
  const keys = { publicKey: strict.publicKey, secretKey: strict.secretKey }
  expect(await refusal(client(keys).payments.list())).toMatchObject({ code: 'invalid_signature', status: 401 })
  const { payments } = client({ ...keys, sign: true })
  const { id } = await payments.create({ ...paymentInput, metadata: { name: 'Zoë' } })
  expect(await payments.cancel(id)).toMatchObject({ status: 'cancelled' })
  expect(await payments.list({ limit: 1, created_gte: '2026-01-01T00:00:00+01:00' })).toMatchObject({ totalCount: 1 })
})

test('a refusal has type, code, parameter, request id and status, and is not sent again', async () => {
  const { client, seen } = await openCheckout()
  const { payments } = client()
  const wrong = await refusal(payments.create({ ...paymentInput, amount: -1 }))
  expect(wrong).toMatchObject({
    name: 'CheckoutApiError',
    type: 'invalid_request_error',
    code: 'invalid_parameter',
    param: 'amount',
    requestId: expect.stringMatching(/^req_\w{26}$/),
    status: 400,
    retryAfterMs: null,
  })
  expect(wrong.message).toMatch(/^POST \/payments: amount must be positive/)
  expect(await refusal(payments.retrieve('pay_1'))).toMatchObject({ code: 'resource_missing', status: 404 })
  expect(seen).toHaveLength(2)
})

test('what is no id is never made a path', async () => {
  const { client, seen } = await openCheckout()
  for (const id of ['', '..', '../events', 'a/b', 'a?b', '%2e%2e', undefined as unknown as string, 'x'.repeat(65)])
    await expect(client().payments.retrieve(id)).rejects.toThrow(TypeError)
  expect(seen).toEqual([])
})

test('what answers in place of the checkout is told apart, and never repeated', async () => {
  const { client, faults, shop } = await openCheckout()
  const headers = { 'content-type': 'text/html', 'x-request-id': 'proxy-1' }
  for (const status of [200, 403, 502]) {
    faults.push({ status, headers, body: `<h1>Welcome</h1>${shop.key.secretKey}` })
    const refused = await refusal(client({ retries: 0 }).payments.list())
    expect(refused).toMatchObject({ type: 'api_error', code: 'unexpected_answer', status, requestId: 'proxy-1' })
    expect(refused.message).toContain('check baseUrl')
  }
  for (const body of ['', '[]', 'null', '{"error":null}', '{"error":"no"}']) {
    faults.push({ status: 400, body })
    expect(await refusal(client().payments.list())).toMatchObject({ code: 'unexpected_answer', requestId: null })
  }
})

test('no redirect is followed: it would be sent the keys', async () => {
  const { client, faults, origin, seen } = await openCheckout()
  faults.push({ status: 307, headers: { location: `${origin}/sandbox/v1/events` }, body: '' })
  expect(await refusal(client().payments.list())).toMatchObject({ code: 'unexpected_answer', status: 307 })
  expect(seen).toHaveLength(1)
})

test('no message and no client shows a secret', async () => {
  const { client, faults, shop, baseUrl } = await openCheckout()
  const { publicKey, secretKey } = shop.key
  const error = { type: 'api_error', code: 'x', message: `you sent ${secretKey}`, param: secretKey, requestId: 'r' }
  faults.push({ status: 400, body: JSON.stringify({ error }) })
  const shown = await refusal(client().payments.list())
  expect(shown.message).toBe('GET /payments: you sent sk_...')
  expect(JSON.stringify({ ...shown, message: shown.message, stack: shown.stack })).not.toContain(secretKey)
  expect(JSON.stringify(client()) + String(Object.values(client().payments))).not.toContain(secretKey)
  for (const wrong of [
    { publicKey: secretKey, secretKey: publicKey },
    { publicKey, secretKey: `${secretKey}\n` },
    { baseUrl: `http://${secretKey}@127.0.0.1/v1` },
  ]) {
    const thrown = (() => {
      try {
        return client(wrong)
      } catch (error) {
        return error
      }
    })()
    expect(thrown).toBeInstanceOf(TypeError)
    expect(String(thrown)).not.toContain(secretKey)
  }
  for (const wrong of ['', 'x', 'ftp://x/v1', `${baseUrl}/`, `${baseUrl}?a=/v1`, baseUrl.slice(0, -1)])
    expect(() => client({ baseUrl: wrong })).toThrow('ends in /v1')
  for (const wrong of [{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { retries: -1 }, { retries: 1.5 }, { retries: 11 }])
    expect(() => client(wrong)).toThrow(TypeError)
})

test('each change names a type, also without a body, because frameworks refuse those without one', async () => {
  const { client, seen } = await openCheckout()
  const { payments } = client()
  const { id } = await payments.create(paymentInput)
  await payments.cancel(id)
  await payments.retrieve(id)
  expect(seen.map(({ headers }) => headers['content-type'])).toEqual([
    'application/json',
    'application/json',
    undefined,
  ])
})
