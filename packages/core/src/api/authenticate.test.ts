import { describe, expect, test } from 'vitest'
import { hasScope, scopes } from '../domain/catalog/scopes.ts'
import { createApiKey, revokeApiKey } from '../merchants/api-keys.ts'
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
  test.each(namedRoutes)('%s is open to its scope and the writing one, to no other', async (_name, route) => {
    const shop = await openShop()
    const body = createBody(route)
    for (const scope of scopes) {
      const key = await shop.makeKey('sandbox', [scope])
      const answer = await shop.request(route.method, formatTarget(route), { key, ...(body ? { body } : {}) })
      const granted = scope === route.scope || scope === route.scope.replace(':read', ':write')
      expect([scope, answer.status !== 403]).toEqual([scope, granted])
      if (granted) continue
      expect(readProblem(answer)).toMatchObject({ type: 'permission_error', code: 'insufficient_scope' })
      expect(answer.body.error.message).toContain(route.scope)
    }
    const none = await shop.makeKey('sandbox', [])
    expect(
      (await shop.request(route.method, formatTarget(route), { key: none, ...(body ? { body } : {}) })).status,
    ).toBe(403)
  })

  test('what changes something needs a writing scope', () => {
    for (const [name, route] of namedRoutes) {
      expect([name, route.scope.endsWith(':write')]).toEqual([name, route.method !== 'GET'])
    }
  })

  test('a writing scope includes its reading one, never the other way round', () => {
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
