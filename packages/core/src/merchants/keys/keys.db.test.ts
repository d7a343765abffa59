import { describe, expect, test } from 'vitest'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import { paymentInput, TEST_PAYER, TEST_WALLET } from '../../testing/index.ts'
import { addMerchant, countRows, openShop, readProblem } from '../../testing/shop.ts'
import { createKeyUsesJob } from '../../workers/key-uses.ts'

const KEYS = '/sandbox/v1/keys'
const LIST = '/sandbox/v1/payments?limit=1'
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Shop = Awaited<ReturnType<typeof openShop>>
type Pair = Shop['key']

const create = (shop: Shop, body: object = { name: 'Till' }, key: Pair = shop.key) =>
  shop.request('POST', KEYS, { body, key })
const rotate = (shop: Shop, id: string, body: object = {}, key: Pair = shop.key) =>
  shop.request('POST', `${KEYS}/${id}/rotate`, { body, key })
const revoke = (shop: Shop, id: string, key: Pair = shop.key) => shop.request('DELETE', `${KEYS}/${id}`, { key })

/** Tells whether a pair is accepted, once what servers remember is forgotten. */
async function works(shop: Shop, key: Pair): Promise<boolean> {
  shop.clock.advance(1_000)
  const answer = await shop.request('GET', LIST, { key })
  if (answer.status !== 200) expect(readProblem(answer).code).toBe('invalid_api_key')
  return answer.status === 200
}

describe('a key made over the API', () => {
  test('works at once, with the rights that it was given, and its secret is in no other answer', async () => {
    const shop = await openShop()
    const { status, body } = await create(shop, { name: 'Till', scopes: ['payments:read', 'payments:read'] })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^key_/),
      object: 'api_key',
      name: 'Till',
      publicKey: expect.stringMatching(/^pk_test_[\w-]{43}$/),
      secretKey: expect.stringMatching(/^sk_test_[\w-]{43}$/),
      scopes: ['payments:read'],
      requireSignature: false,
      wallets: 'any',
      status: 'active',
      rotationDue: false,
      createdBy: shop.key.id,
      livemode: false,
      createdAt: new Date(shop.clock.now()).toISOString(),
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    })
    expect((await shop.request('GET', LIST, { key: body })).status).toBe(200)
    expect((await shop.request('POST', '/sandbox/v1/payments', { key: body, body: {} })).status).toBe(403)
    const { secretKey, ...shown } = body
    expect((await shop.request('GET', `${KEYS}/${body.id}`)).body).toEqual(shown)
    expect((await shop.request('GET', KEYS)).body.data[0]).toEqual(shown)
    const made = await create(shop, { name: 'All' })
    expect(made.body).toMatchObject({ scopes: null })
    expect((await create(shop, { name: 'By the new one' }, made.body)).body.createdBy).toBe(made.body.id)
  })

  test('may be one that must sign', async () => {
    const shop = await openShop()
    const { body } = await create(shop, { name: 'Signs', requireSignature: true })
    expect(readProblem(await shop.request('GET', LIST, { key: body })).code).toBe('invalid_signature')
  })

  test('gets no right that its maker lacks, by creation or by rotation', async () => {
    const shop = await openShop()
    const scopes: Scope[] = ['keys:write', 'payments:write', 'events:read']
    const maker = await shop.makeKey('sandbox', scopes)
    const stronger = await shop.makeKey('sandbox', ['refunds:write'])
    const before = await countRows(shop)
    const wanted: [Scope[] | undefined, Scope][] = [
      [undefined, 'payment_links:read'],
      [['refunds:write'], 'refunds:write'],
      [['payments:read', 'events:read', 'webhooks:read'], 'webhooks:read'],
    ]
    for (const [scopes, scope] of wanted) {
      const answer = await create(shop, { name: 'More', ...(scopes && { scopes }) }, maker)
      expect(readProblem(answer)).toMatchObject({ status: 403, code: 'insufficient_scope', param: 'scopes', scope })
    }
    for (const { id } of [shop.key, stronger])
      expect(readProblem(await rotate(shop, id, {}, maker))).toMatchObject({ code: 'insufficient_scope' })
    expect(await countRows(shop)).toEqual(before)
    for (const wanted of [['payments:read'], ['payments:write', 'events:read'], scopes])
      expect((await create(shop, { name: 'Less', scopes: wanted }, maker)).status).toBe(201)
    const weaker = await shop.makeKey('sandbox', ['payments:read'])
    expect((await rotate(shop, weaker.id, {}, maker)).body.scopes).toEqual(['payments:read'])
  })

  test('is one of at most a hundred that work', async () => {
    const shop = await openShop()
    const made: Pair[] = []
    for (let count = 1; count < 100; count++) made.push((await create(shop)).body)
    const [first, second] = made
    if (!first || !second) throw new Error('no key was made')
    const full = { status: 400, code: 'quota_exceeded' }
    expect(readProblem(await create(shop))).toMatchObject(full)
    expect(readProblem(await rotate(shop, first.id))).toMatchObject(full)
    expect((await rotate(shop, first.id, { expireOldIn: 0 })).status).toBe(201)
    expect((await revoke(shop, second.id)).status).toBe(200)
    expect((await create(shop)).status).toBe(201)
    expect(await shop.makeKey('sandbox')).toMatchObject({ scopes: null })
  })
})

describe('rotation', () => {
  test('makes a pair with the same rights; the old one works for a day more', async () => {
    const shop = await openShop()
    const old = (await create(shop, { name: 'Shop', scopes: ['payments:read'] })).body
    shop.clock.advance(1_000)
    const { status, body } = await rotate(shop, old.id)
    expect([status, body]).toMatchObject([201, { name: 'Shop', scopes: ['payments:read'], status: 'active' }])
    expect([body.id, body.publicKey, body.secretKey]).not.toContain(old.id)
    const expiresAt = new Date(shop.clock.now() + DAY_MS).toISOString()
    expect((await shop.request('GET', `${KEYS}/${old.id}`)).body).toMatchObject({ expiresAt, status: 'active' })
    expect([await works(shop, old), await works(shop, body)]).toEqual([true, true])
    shop.clock.advance(DAY_MS - 4_000)
    expect(await works(shop, old)).toBe(true)
    expect([await works(shop, old), await works(shop, body)]).toEqual([false, true])
    expect((await shop.request('GET', `${KEYS}/${old.id}`)).body.status).toBe('expired')
  })

  test('ends the old pair when it is told to', async () => {
    const shop = await openShop()
    for (const [expireOldIn, lasts] of [
      [0, 0],
      [60, 60],
      [2_592_000, 2_592_000],
    ] as const) {
      const old = (await create(shop)).body
      await rotate(shop, old.id, { expireOldIn })
      if (lasts > 0) {
        shop.clock.advance(lasts * 1_000 - 2_000)
        expect([lasts, await works(shop, old)]).toEqual([lasts, true])
      }
      expect([lasts, await works(shop, old)]).toEqual([lasts, false])
    }
    for (const expireOldIn of [-1, 2_592_001, 1.5])
      expect(readProblem(await rotate(shop, shop.key.id, { expireOldIn })).param).toBe('expireOldIn')
  })

  test('of what was rotated, revoked or has expired is refused', async () => {
    const shop = await openShop()
    const [rotated, revoked, expired] = [
      (await create(shop)).body,
      (await create(shop)).body,
      (await create(shop)).body,
    ]
    await rotate(shop, rotated.id)
    await revoke(shop, revoked.id)
    await rotate(shop, expired.id, { expireOldIn: 0 })
    for (const { id } of [rotated, revoked, expired])
      expect(readProblem(await rotate(shop, id))).toMatchObject({ status: 400, code: 'invalid_state' })
  })

  test('of the key of the request leaves time to ask again', async () => {
    const shop = await openShop()
    const refused = readProblem(await rotate(shop, shop.key.id, { expireOldIn: 59 }))
    expect(refused).toMatchObject({ code: 'invalid_parameter', param: 'expireOldIn' })
    const headers = { 'idempotency-key': 'rotation' }
    const call = { body: { expireOldIn: 60 }, headers }
    const first = await shop.request('POST', `${KEYS}/${shop.key.id}/rotate`, call)
    shop.clock.advance(30_000)
    const again = await shop.request('POST', `${KEYS}/${shop.key.id}/rotate`, call)
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await works(shop, first.body)).toBe(true)
  })

  test('is due after 90 days', async () => {
    const shop = await openShop()
    const { id } = (await create(shop)).body
    const isDue = async () => (await shop.request('GET', `${KEYS}/${id}`)).body.rotationDue
    shop.clock.advance(90 * DAY_MS - 1)
    expect(await isDue()).toBe(false)
    shop.clock.advance(1)
    expect(await isDue()).toBe(true)
    const next = (await rotate(shop, id)).body
    expect([next.rotationDue, await isDue()]).toEqual([false, false])
  })
})

describe('revoking', () => {
  test('ends a key within a second, once and for all', async () => {
    const shop = await openShop()
    const key = (await create(shop)).body
    expect(await works(shop, key)).toBe(true)
    const revoked = (await revoke(shop, key.id)).body
    expect(revoked).toMatchObject({ status: 'revoked', revokedAt: new Date(shop.clock.now()).toISOString() })
    expect(await works(shop, key)).toBe(false)
    expect((await revoke(shop, key.id)).body).toEqual(revoked)
  })

  test('of the key of the request is refused', async () => {
    const shop = await openShop()
    expect(readProblem(await revoke(shop, shop.key.id))).toMatchObject({ status: 400, code: 'invalid_state' })
    expect(await works(shop, shop.key)).toBe(true)
  })
})

test('a list has the keys of one merchant in one environment, by status, newest first', async () => {
  const shop = await openShop()
  const other = await addMerchant(shop)
  await shop.makeKey('production')
  const [one, two, three] = [(await create(shop)).body.id, (await create(shop)).body.id, (await create(shop)).body.id]
  await revoke(shop, two)
  await rotate(shop, three, { expireOldIn: 0 })
  const list = async (query: string, key = shop.key) => {
    const { body } = await shop.request('GET', `${KEYS}${query}`, { key })
    return [body.data.map(({ id }: Pair) => id), body.totalCount]
  }
  const [[fourth]] = await list('?limit=1')
  expect(await list('')).toEqual([[fourth, three, two, one, shop.key.id], 5])
  expect(await list(`?limit=2&starting_after=${three}`)).toEqual([[two, one], 5])
  expect(await list('?status=active')).toEqual([[fourth, one, shop.key.id], 3])
  expect(await list(`?status=active&starting_after=${three}`)).toEqual([[one, shop.key.id], 3])
  expect(await list('?status=revoked')).toEqual([[two], 1])
  expect(await list('?status=expired')).toEqual([[three], 1])
  expect(await list('', other.sandbox)).toEqual([[other.sandbox.id], 1])
})

describe('the answer with a secret', () => {
  const call = (key: string, body: object = { name: 'Till' }) => ({ body, headers: { 'idempotency-key': key } })

  test('is repeated, and the database does not have the secret meanwhile', async () => {
    const shop = await openShop()
    const first = await shop.request('POST', KEYS, call('one'))
    const again = await shop.request('POST', KEYS, call('one'))
    expect([again.status, again.headers['idempotent-replayed'], again.body]).toEqual([201, 'true', first.body])
    const { db } = shop.checkout.context
    const stored = await db.selectFrom('idempotency').select('body').execute()
    expect(stored).toHaveLength(1)
    const dump = JSON.stringify([stored, await db.selectFrom('api_keys').selectAll().execute()])
    expect(dump).not.toContain(first.body.secretKey)
    expect(dump).not.toContain(Buffer.from(first.body.secretKey).toString('base64').slice(4, 40))
    expect((await shop.request('GET', KEYS)).body.totalCount).toBe(2)
  })

  test('is not repeated to another key of the merchant', async () => {
    const shop = await openShop()
    const other = await shop.makeKey('sandbox')
    await shop.request('POST', KEYS, call('one'))
    const refused = await shop.request('POST', KEYS, { ...call('one'), key: other })
    expect(readProblem(refused)).toMatchObject({ status: 400, code: 'idempotency_mismatch' })
  })
})

describe('the last use of a key', () => {
  const lastUses = async (shop: Shop) => {
    await createKeyUsesJob(shop.checkout.context).run()
    const { data } = (await shop.request('GET', `${KEYS}?limit=100`)).body
    return new Map<string, string | null>(
      data.map((key: { id: string; lastUsedAt: string | null }) => [key.id, key.lastUsedAt]),
    )
  }

  test('is known to the minute, and only of a right pair that works', async () => {
    const shop = await openShop()
    const [used, unused] = [await shop.makeKey('sandbox'), await shop.makeKey('sandbox')]
    const minute = shop.clock.now()
    shop.clock.advance(MINUTE_MS - 1)
    await shop.request('GET', LIST, { key: used })
    await shop.request('GET', LIST, { key: { ...unused, secretKey: 'sk_test_x' } })
    const uses = await lastUses(shop)
    expect([uses.get(used.id), uses.get(unused.id)]).toEqual([new Date(minute).toISOString(), null])
    shop.clock.advance(1)
    await revoke(shop, used.id)
    expect(await works(shop, used)).toBe(false)
    expect((await lastUses(shop)).get(used.id)).toBe(new Date(minute).toISOString())
  })

  test('is written once a minute, however often the key is used, and survives a failed write', async () => {
    const shop = await openShop()
    const { context } = shop.checkout
    const writes: string[] = []
    const counted = createKeyUsesJob({
      keyUses: context.keyUses,
      transact: (work, urgency) => {
        writes.push(urgency ?? '')
        if (writes.length === 1) throw new Error('the disk is full')
        return context.transact(work, urgency)
      },
    })
    await shop.request('GET', LIST)
    await expect((async () => counted.run())()).rejects.toThrow('full')
    for (let request = 0; request < 5; request++) {
      await shop.request('GET', LIST)
      await counted.run()
    }
    expect(writes).toEqual(['background', 'background'])
    shop.clock.advance(MINUTE_MS)
    await shop.request('GET', LIST)
    await counted.run()
    expect(writes).toHaveLength(3)
  })

  test('never goes back when another server notes an earlier minute later', async () => {
    const shop = await openShop()
    const { context } = shop.checkout
    const now = shop.clock.now()
    for (const at of [now + MINUTE_MS, now]) {
      context.keyUses.note(shop.key.id, at)
      await createKeyUsesJob(context).run()
    }
    const { data } = (await shop.request('GET', KEYS)).body
    expect(data[0].lastUsedAt).toBe(new Date(now + MINUTE_MS).toISOString())
  })
})

describe('a key that is limited to the wallets of the settings', () => {
  const limited = { name: 'Robot', wallets: 'settings' }
  const refused = { status: 403, code: 'insufficient_scope', param: 'merchantWallet' }

  test.each([
    ['payments', '/sandbox/v1/payments', paymentInput],
    ['payment links', '/sandbox/v1/payment_links', { ...paymentInput, title: 'Coffee' }],
  ])('makes %s to no other wallet, as the default or as an alternative', async (_name, target, input) => {
    const shop = await openShop()
    const key = (await create(shop, { ...limited, scopes: ['payments:write', 'payment_links:write'] })).body
    const send = (wallets: object) => shop.request('POST', target, { key, body: { ...input, ...wallets } })
    expect(readProblem(await send({ merchantWallet: TEST_WALLET }))).toMatchObject(refused)
    await shop.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET } })
    const other = { ...{ cryptocurrency: 'DAI', network: 'ethereum' }, merchantWallet: TEST_PAYER }
    expect(readProblem(await send({ merchantWallet: TEST_PAYER }))).toMatchObject(refused)
    expect(readProblem(await send({ alternatives: [other] }))).toMatchObject(refused)
    expect(await send({ merchantWallet: TEST_WALLET.toLowerCase() })).toMatchObject({ status: 201 })
    expect(await shop.request('POST', target, { body: { ...input, merchantWallet: TEST_PAYER } })).toMatchObject({
      status: 201,
    })
  })

  test('cannot widen itself: by the settings, another key, a rotation, or a person', async () => {
    const shop = await openShop({ dashboard: true })
    const { body: key } = await create(shop, limited)
    expect(key).toMatchObject({ scopes: null, wallets: 'settings' })
    const all = await shop.makeKey('production')
    const live = (await shop.request('POST', '/v1/keys', { key: all, body: limited })).body
    const before = await countRows(shop)
    const invite = (role: string) =>
      shop.request('POST', '/v1/invitations', { key: live, body: { email: 'carl@example.com', role } })
    const update = (body: object) => shop.request('PATCH', '/sandbox/v1/merchant/settings', { key, body })
    const refusals = [
      ['wallets', await update({ wallets: { ethereum: TEST_PAYER } })],
      ['wallets', await create(shop, { name: 'Wide', wallets: 'any' }, key)],
      ['wallets', await rotate(shop, shop.key.id, {}, key)],
      ['role', await invite('manager')],
    ] as const
    for (const [param, answer] of refusals)
      expect(readProblem(answer)).toMatchObject({ status: 403, code: 'insufficient_scope', param })
    expect(await countRows(shop)).toEqual(before)
    expect((await update({ settlementCurrency: 'USDC' })).status).toBe(200)
    expect((await invite('cashier')).status).toBe(201)
    expect((await create(shop, { name: 'Like it' }, key)).body).toMatchObject({ wallets: 'settings' })
    expect((await rotate(shop, key.id, {}, key)).body).toMatchObject({ wallets: 'settings' })
  })
})
