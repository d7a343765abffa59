import { createHmac } from 'node:crypto'
import { scopes } from '@crypto-checkout/api-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasScope } from '../domain/catalog/entitlements.ts'
import type { RequestBody } from '../http/exchange.ts'
import { createApiKey } from '../merchants/keys/create.ts'
import { revokeApiKey } from '../merchants/keys/revoke.ts'
import { paymentInput } from '../testing/index.ts'
import {
  addMerchant,
  countRows,
  createBody,
  formatTarget,
  namedRoutes,
  openShop,
  readProblem,
} from '../testing/shop.ts'

const LIST = '/sandbox/v1/payments'

describe('keys', () => {
  test('are needed, both of them, and a refusal never tells which half was wrong', async () => {
    const shop = await openShop()
    const other = await shop.makeKey('sandbox')
    const { publicKey, secretKey } = shop.key
    const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
    const secret = (text: string) => ({ 'x-api-secret': text })
    const missing = { status: 401, type: 'authentication_error', code: 'missing_api_key', param: null }
    const wrong = { status: 401, type: 'authentication_error', code: 'invalid_api_key', param: null }
    const table: [Record<string, string>, object][] = [
      [{}, missing],
      [bearer(publicKey), missing],
      [secret(secretKey), missing],
      [{ ...bearer(''), ...secret(secretKey) }, missing],
      [{ ...bearer(publicKey), ...secret('') }, missing],
      [{ authorization: publicKey, ...secret(secretKey) }, missing],
      [{ authorization: `Basic ${publicKey}`, ...secret(secretKey) }, missing],
      [{ ...bearer(`${publicKey} x`), ...secret(secretKey) }, missing],
      [{ ...bearer('x'.repeat(10_000)), ...secret(secretKey) }, missing],
      [{ ...bearer(`${publicKey}x`), ...secret(secretKey) }, wrong],
      [{ ...bearer(publicKey), ...secret(`${secretKey}x`) }, wrong],
      [{ ...bearer(publicKey), ...secret(secretKey.slice(0, -1)) }, wrong],
      [{ ...bearer(publicKey), ...secret('x'.repeat(10_000)) }, wrong],
      [{ ...bearer(publicKey), ...secret(other.secretKey) }, wrong],
      [{ ...bearer(other.publicKey), ...secret(secretKey) }, wrong],
      [{ ...bearer(secretKey), ...secret(publicKey) }, wrong],
      [{ ...bearer(publicKey), ...secret(publicKey) }, wrong],
      [{ ...bearer(secretKey), ...secret(secretKey) }, wrong],
      [{ ...bearer("' or 1=1--".replaceAll(' ', '')), ...secret('x') }, wrong],
    ]
    const messages = new Set<string>()
    for (const [headers, expected] of table) {
      const problem = readProblem(await shop.request('GET', LIST, { key: null, headers }))
      expect([headers, problem]).toMatchObject([headers, expected])
      if (problem.code === 'invalid_api_key') messages.add(problem.message)
      expect(problem.message).not.toContain(secretKey)
      expect(problem.message).not.toContain(other.secretKey)
    }
    expect(messages.size).toBe(1)
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      const headers = { authorization: `${scheme} ${publicKey}`, ...secret(secretKey) }
      expect((await shop.request('GET', LIST, { key: null, headers })).status).toBe(200)
    }
  })

  test.each(namedRoutes)('are needed by %s', async (_name, route) => {
    const shop = await openShop()
    const before = await countRows(shop)
    const body = createBody(route)
    const answer = await shop.request(route.method, formatTarget(route), { key: null, ...(body ? { body } : {}) })
    expect(readProblem(answer).code).toBe('missing_api_key')
    expect(await countRows(shop)).toEqual(before)
  })

  test('that are revoked are refused within a second, and only they', async () => {
    const shop = await openShop()
    const other = await shop.makeKey('sandbox')
    expect((await shop.request('GET', LIST)).status).toBe(200)
    await revokeApiKey(shop.checkout.context, shop.key.id)
    shop.clock.advance(1_000)
    expect(readProblem(await shop.request('GET', LIST)).code).toBe('invalid_api_key')
    expect((await shop.request('GET', LIST, { key: other })).status).toBe(200)
  })

  test('that carry a label replace the last one with it', async () => {
    const shop = await openShop()
    const label = (name: string) =>
      createApiKey(shop.checkout.context, { environment: 'sandbox', label: name, scopes: ['payments:read'] })
    const first = await label('banner')
    const second = await label('banner')
    const status = async (key: typeof first) => (await shop.request('GET', LIST, { key })).status
    expect([await status(first), await status(second), await status(shop.key)]).toEqual([401, 200, 200])
  })

  test('of the other environment are told so only when the pair is right', async () => {
    const shop = await openShop()
    const production = await shop.makeKey('production')
    const codes = async (target: string, key: typeof production) =>
      readProblem(await shop.request('GET', target, { key })).code
    expect(await codes(LIST, production)).toBe('wrong_environment')
    expect(await codes('/v1/payments', shop.key)).toBe('wrong_environment')
    expect(await codes(LIST, { ...production, secretKey: shop.key.secretKey })).toBe('invalid_api_key')
    expect(await codes('/v1/payments', { ...shop.key, secretKey: 'x' })).toBe('invalid_api_key')
    expect((await shop.request('GET', '/v1/payments', { key: production })).status).toBe(200)
    await revokeApiKey(shop.checkout.context, production.id)
    shop.clock.advance(1_000)
    expect(await codes(LIST, production)).toBe('invalid_api_key')
  })

  test('are stored as hashes, and appear in no answer and no log', async () => {
    const shop = await openShop()
    const { secretKey } = shop.key
    const dump: unknown[] = []
    for (const table of Object.keys(await countRows(shop)))
      dump.push(
        await shop.checkout.context.db
          .selectFrom(table as 'payments')
          .selectAll()
          .execute(),
      )
    expect(JSON.stringify(dump)).toContain(shop.key.publicKey)
    expect(JSON.stringify(dump)).not.toContain(secretKey)
    const headers = { authorization: `Bearer ${secretKey}`, 'x-api-secret': secretKey }
    for (const call of [
      { target: LIST, headers },
      { target: `${LIST}/${secretKey}` },
      { target: `${LIST}?starting_after=${secretKey}` },
      { target: '/sandbox/v1/events?starting_after=sk_test_0' },
    ]) {
      const answer = await shop.request('GET', call.target, call)
      expect(JSON.stringify([answer.body, answer.headers])).not.toContain(secretKey)
    }
    await shop.stop()
    const broken = await shop.request('POST', LIST, { body: { secretKey }, headers: { 'idempotency-key': secretKey } })
    expect(broken.status).toBe(500)
    expect(shop.lines.join()).not.toContain(secretKey)
  })
})

describe('scopes', () => {
  const scoped = namedRoutes.filter(([, { scope }]) => scope !== null)

  test.each(scoped)('%s is open to its scope and the writing one, to no other', async (_name, route) => {
    const shop = await openShop()
    const body = createBody(route)
    for (const scope of scopes) {
      const key = await shop.makeKey('sandbox', [scope])
      const answer = await shop.request(route.method, formatTarget(route), { key, ...(body ? { body } : {}) })
      const granted = scope === route.scope || scope === route.scope?.replace(/:\w+$/, ':write')
      // Some verbs look further: nobody gives a role that may do more.
      const isRefused = answer.status === 403 && answer.body.error.message.startsWith('This key lacks the scope')
      expect([scope, !isRefused]).toEqual([scope, granted])
      if (granted) continue
      const refused = { type: 'permission_error', code: 'insufficient_scope', scope: route.scope }
      expect(readProblem(answer)).toMatchObject(refused)
      expect(answer.body.error.message).toContain(route.scope)
    }
    const none = await shop.makeKey('sandbox', [])
    expect(
      (await shop.request(route.method, formatTarget(route), { key: none, ...(body ? { body } : {}) })).status,
    ).toBe(403)
  })

  test('what changes something needs more than a reading scope', () => {
    for (const [name, route] of namedRoutes) {
      expect([name, route.scope?.endsWith(':read') ?? true]).toEqual([name, route.method === 'GET'])
    }
  })

  test('any key learns what it may do, and nothing of its secret', async () => {
    const shop = await openShop()
    const key = await shop.makeKey('sandbox', ['events:read'])
    const { status, body } = await shop.request('GET', '/sandbox/v1/key', { key })
    expect([status, body.publicKey, body.scopes]).toEqual([200, key.publicKey, ['events:read']])
    expect(JSON.stringify(body)).not.toContain(key.secretKey)
  })

  test('a writing scope includes the others of its resource, never the other way round', () => {
    expect(hasScope(['payments:write'], 'payments:create')).toBe(true)
    expect(hasScope(['payments:create'], 'payments:write')).toBe(false)
    expect(hasScope(['payments:create'], 'payments:read')).toBe(false)
    expect(hasScope(['payments:write'], 'payments:read')).toBe(true)
    expect(hasScope(['payments:read'], 'payments:write')).toBe(false)
    expect(hasScope(['payments:write'], 'transfers:read')).toBe(false)
    expect(hasScope(null, 'webhooks:write')).toBe(true)
    expect(hasScope([], 'payments:read')).toBe(false)
  })
})

describe('failed authentications', () => {
  const address = '198.51.100.7'

  test('are refused after sixty a minute from one address; right keys and other addresses are not', async () => {
    const shop = await openShop()
    const wrong = { ...shop.key, secretKey: 'sk_test_wrong' }
    const code = async (from: string) =>
      readProblem(await shop.request('GET', LIST, { key: wrong, address: from })).code
    for (let failures = 0; failures < 60; failures++) expect(await code(address)).toBe('invalid_api_key')
    const refused = await shop.request('GET', LIST, { key: wrong, address })
    expect(readProblem(refused)).toMatchObject({ status: 429, type: 'rate_limit_error', code: 'rate_limited' })
    expect(refused.headers['retry-after']).toBe('60')
    expect((await shop.request('GET', LIST, { address })).status).toBe(200)
    expect(await code('198.51.100.8')).toBe('invalid_api_key')
    shop.clock.advance(59_999)
    expect((await shop.request('GET', LIST, { key: wrong, address })).headers['retry-after']).toBe('1')
    shop.clock.advance(1)
    expect(await code(address)).toBe('invalid_api_key')
  })

  test('with another merchant in between count for their address all the same', async () => {
    const shop = await openShop()
    const other = await addMerchant(shop)
    for (let failures = 0; failures < 61; failures++) await shop.request('GET', LIST, { key: null, address })
    expect((await shop.request('GET', LIST, { key: null, address })).status).toBe(429)
    expect((await shop.request('GET', LIST, { key: other.sandbox, address })).status).toBe(200)
  })
})

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

  test('of a wrong time is told the unit and the server time, and that it is in seconds', async () => {
    const now = shop.clock.now()
    const messageAt = async (timestamp: number) => {
      const answer = await create(signed({ timestamp: String(timestamp) }))
      return readProblem(answer).message
    }
    const words = `X-Service-Timestamp must be in milliseconds, at most 300 seconds from the server's time, ${now}.`
    expect(await messageAt(now - 400_000)).toBe(words)
    expect(await messageAt(Math.floor(now / 1_000))).toBe(`${words} Yours is in seconds: multiply it by 1000.`)
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
