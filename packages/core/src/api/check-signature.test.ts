import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RequestBody } from '../http/exchange.ts'
import { createApiKey } from '../merchants/api-keys.ts'
import { paymentInput } from '../testing/index.ts'
import { countRows, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop
let strict: Shop['key']

beforeAll(async () => {
  shop = await openShop()
  strict = await createApiKey(shop.checkout.context, { environment: 'sandbox', requireSignature: true })
})

const BODY = JSON.stringify(paymentInput)

/** The headers of a signed request, as the API's documentation describes them. */
function signed(parts: { secretKey?: string; timestamp?: string; method?: string; path?: string; body?: string } = {}) {
  const { timestamp = String(shop.clock.now()), method = 'POST', path = '/v1/payments', body = BODY } = parts
  const signature = createHmac('sha256', parts.secretKey ?? shop.key.secretKey)
    .update(`${timestamp}.${method}.${path}.${body}`)
    .digest('hex')
  return { 'x-service-timestamp': timestamp, 'x-service-signature': signature }
}

const create = (headers: Record<string, string>, key = shop.key, body = BODY) =>
  shop.request('POST', '/sandbox/v1/payments', { body, headers, key })

describe('a signature', () => {
  test('is checked wherever it is sent, over the exact bytes and the path from the version on', async () => {
    expect((await create(signed())).status).toBe(201)
    const spaced = JSON.stringify(paymentInput, null, 2)
    expect((await create(signed({ body: spaced }), shop.key, spaced)).status).toBe(201)
    const get = signed({ method: 'GET', body: '' })
    expect((await shop.request('GET', '/sandbox/v1/payments?limit=1', { headers: get })).status).toBe(200)
    const { id } = await shop.create()
    const path = `/v1/payments/${id}/cancel`
    const cancel = await shop.request('POST', `/sandbox${path}`, { headers: signed({ path, body: '' }) })
    expect(cancel.status).toBe(200)
    const production = await shop.makeKey('production')
    const live = signed({ secretKey: production.secretKey })
    expect((await shop.request('POST', '/v1/payments', { body: BODY, headers: live, key: production })).status).toBe(
      201,
    )
  })

  const wrong: [string, () => Record<string, string>][] = [
    ['another key', () => signed({ secretKey: 'sk_test_other' })],
    ['another method', () => signed({ method: 'PUT' })],
    ['the method in lower case', () => signed({ method: 'post' })],
    ['another path', () => signed({ path: '/v1/payments/x' })],
    ['the path with the environment', () => signed({ path: '/sandbox/v1/payments' })],
    ['the path with a query', () => signed({ path: '/v1/payments?' })],
    ['another body', () => signed({ body: BODY.replace('10', '11') })],
    ['white space in the body', () => signed({ body: `${BODY} ` })],
    ['no body', () => signed({ body: '' })],
    ['another time', () => ({ ...signed(), 'x-service-timestamp': String(shop.clock.now() + 1) })],
    [
      'upper-case digits',
      () => ({ ...signed(), 'x-service-signature': signed()['x-service-signature'].toUpperCase() }),
    ],
    ['a digit too few', () => ({ ...signed(), 'x-service-signature': signed()['x-service-signature'].slice(1) })],
    ['a digit too many', () => ({ ...signed(), 'x-service-signature': `${signed()['x-service-signature']}0` })],
    ['what is no hexadecimal number', () => ({ ...signed(), 'x-service-signature': 'z'.repeat(64) })],
    ['an empty signature', () => ({ ...signed(), 'x-service-signature': '' })],
    ['an empty time', () => ({ ...signed(), 'x-service-timestamp': '' })],
    ['a time that is none', () => signed({ timestamp: 'now' })],
    ['a negative time', () => signed({ timestamp: '-1' })],
    ['a time with a fraction', () => signed({ timestamp: `${shop.clock.now()}.5` })],
    ['a time with an exponent', () => signed({ timestamp: '1e12' })],
    ['only the time', () => ({ 'x-service-timestamp': signed()['x-service-timestamp'] })],
    ['only the signature', () => ({ 'x-service-signature': signed()['x-service-signature'] })],
  ]
  test.each(wrong)('over %s is refused, and nothing happens', async (_name, headersOf) => {
    const before = await countRows(shop)
    const problem = readProblem(await create(headersOf()))
    expect(problem).toMatchObject({ status: 401, type: 'authentication_error', code: 'invalid_signature', param: null })
    expect(await countRows(shop)).toEqual(before)
  })

  test('is refused once it is more than 300 seconds old, or of a time to come', async () => {
    const at = async (offset: number) => {
      const answer = await create(signed({ timestamp: String(shop.clock.now() + offset) }))
      return answer.status === 201 ? 201 : readProblem(answer).code
    }
    for (const sign of [1, -1]) {
      expect(await at(sign * 300_000)).toBe(201)
      expect(await at(sign * 300_001)).toBe('stale_timestamp')
    }
    expect(await at(-shop.clock.now())).toBe('stale_timestamp')
  })

  test('is asked for before a key that wants one is told anything else', async () => {
    expect(readProblem(await create({}, strict))).toMatchObject({ status: 401, code: 'invalid_signature' })
    expect(readProblem(await shop.request('GET', '/sandbox/v1/payments', { key: strict })).code).toBe(
      'invalid_signature',
    )
    expect((await create(signed({ secretKey: strict.secretKey }), strict)).status).toBe(201)
    const reader = await createApiKey(shop.checkout.context, {
      environment: 'sandbox',
      requireSignature: true,
      scopes: ['payments:read'],
    })
    expect(readProblem(await create({}, reader)).code).toBe('invalid_signature')
    expect(readProblem(await create(signed({ secretKey: reader.secretKey }), reader)).code).toBe('insufficient_scope')
  })

  test('of a repeated header is refused', async () => {
    const answer = await handle(
      { kind: 'bytes', bytes: Buffer.from(BODY) },
      {
        ...signed(),
        'x-service-timestamp': [signed()['x-service-timestamp'], '1'],
      },
    )
    expect(readProblem(answer).code).toBe('invalid_signature')
  })

  test('over a body that the host made again says what to do', async () => {
    const body = { kind: 'reencoded', bytes: Buffer.from(BODY) } as const
    expect((await handle(body, signed())).status).toBe(201)
    const refused = readProblem(await handle(body, signed({ body: `${BODY}\n` })))
    expect(refused.code).toBe('invalid_signature')
    expect(refused.message).toContain('before express.json()')
  })

  test('over a body that was too large is not what is wrong with it', async () => {
    expect(readProblem(await handle({ kind: 'too_large' }, signed())).code).toBe('body_too_large')
  })
})

async function handle(body: RequestBody, headers: Record<string, string | string[]>) {
  const { publicKey, secretKey } = shop.key
  const answer = await shop.checkout.handle({
    method: 'POST',
    path: '/sandbox/v1/payments',
    query: '',
    address: '192.0.2.1',
    headers: {
      authorization: `Bearer ${publicKey}`,
      'x-api-secret': secretKey,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  return { status: answer?.status ?? 0, headers: answer?.headers ?? {}, body: JSON.parse(String(answer?.body)) }
}
