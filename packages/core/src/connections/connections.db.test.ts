import { createHash } from 'node:crypto'
import type { AuditEntry } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { paymentInput, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { addPerson } from '../testing/people.ts'
import {
  addMerchant,
  connectionRequest,
  connectShop,
  countRows,
  openShop,
  readProblem,
  VERIFIER,
} from '../testing/shop.ts'
import { createKeyUsesJob } from '../workers/key-uses.ts'
import { createPruneJob } from '../workers/prune.ts'

const CONNECTIONS = '/sandbox/v1/connections'
const EXCHANGE = '/v1/connections/exchange'
const CODE_MS = 5 * 60_000
const DAY_MS = 86_400_000

type Shop = Awaited<ReturnType<typeof openShop>>
type Pair = { readonly publicKey: string; readonly secretKey: string }

const consent = (shop: Shop, changes: object = {}, key: Pair = shop.key) =>
  shop.request('POST', CONNECTIONS, { body: { ...connectionRequest, ...changes }, key })
const codeOf = ({ body }: { readonly body: { readonly redirectUrl: string } }) =>
  new URL(body.redirectUrl).searchParams.get('code')
const exchange = (shop: Shop, code: unknown, codeVerifier: unknown = VERIFIER, target = EXCHANGE) =>
  shop.request('POST', target, { key: null, body: { code, codeVerifier } })
/** Sends a code from another address than the other requests. */
const exchangeElsewhere = (shop: Shop, code: unknown, codeVerifier = VERIFIER) =>
  shop.request('POST', EXCHANGE, { key: null, address: '198.51.100.7', body: { code, codeVerifier } })
const list = async (shop: Shop, query = '') => (await shop.request('GET', `${CONNECTIONS}${query}`)).body.data
const end = (shop: Shop, id: string) => shop.request('DELETE', `${CONNECTIONS}/${id}`)

/** Tells whether a pair is accepted, once what servers remember is forgotten. */
async function works(shop: Shop, key: Pair): Promise<boolean> {
  shop.clock.advance(1_000)
  return (await shop.request('GET', '/sandbox/v1/payments?limit=1', { key })).status === 200
}

const refusedCode = { status: 400, code: 'invalid_code', param: 'code' }

describe('a code', () => {
  test('becomes a key and a webhook with the rights that were given, and is in no row as it is', async () => {
    const shop = await openShop()
    const given = await consent(shop, { redirectUri: 'https://shop.example.com/back?page=1' })
    expect(given).toMatchObject({ status: 201, body: { object: 'connection_code', livemode: false } })
    const code = codeOf(given)
    const back = `https://shop.example.com/back?page=1&code=${code}&state=${connectionRequest.state}`
    expect(given.body.redirectUrl).toBe(back)
    const before = await countRows(shop)
    expect(await dumpRows(shop)).not.toContain(code)
    const { status, body } = await exchange(shop, code)
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: given.body.id,
        object: 'connected_shop',
        merchant: { id: expect.stringMatching(/^mer_/), name: 'My shop' },
        scopes: ['payments:write', 'refunds:write'],
        key: {
          id: expect.stringMatching(/^key_/),
          publicKey: expect.stringMatching(/^pk_test_/),
          secretKey: expect.stringMatching(/^sk_test_/),
        },
        webhook: {
          id: expect.stringMatching(/^wh_/),
          url: connectionRequest.webhookUrl,
          secret: expect.stringMatching(/^whsec_/),
        },
        livemode: false,
      },
    })
    const after = await countRows(shop)
    expect(after).toEqual({
      ...before,
      api_keys: Number(before.api_keys) + 1,
      webhooks: Number(before.webhooks) + 1,
      webhook_secrets: Number(before.webhook_secrets) + 1,
      audit_log: Number(before.audit_log) + 3,
    })
    expect(await works(shop, body.key)).toBe(true)
    const key = (await shop.request('GET', `/sandbox/v1/keys/${body.key.id}`)).body
    expect(key).toMatchObject({ name: 'Example shop', wallets: 'settings', createdBy: shop.key.id })
    const webhook = (await shop.request('GET', `/sandbox/v1/webhooks/${body.webhook.id}`)).body
    expect(webhook).toMatchObject({ events: ['payment.*', 'refund.*'], description: 'Example shop', status: 'enabled' })
  })

  test('lets the shop system ask for money at the wallets of the settings, and do nothing else', async () => {
    const shop = await openShop()
    await shop.request('PATCH', '/sandbox/v1/merchant/settings', { body: { wallets: { ethereum: TEST_WALLET } } })
    const { key } = await connectShop(shop)
    const { methods } = (await shop.request('GET', '/sandbox/v1/payment_methods', { key })).body
    expect(methods).toContainEqual(expect.objectContaining({ network: 'ethereum', merchantWallet: TEST_WALLET }))
    expect((await shop.request('POST', '/sandbox/v1/payments', { key, body: paymentInput })).status).toBe(201)
    const elsewhere = { ...paymentInput, merchantWallet: TEST_TOKEN }
    expect((await shop.request('POST', '/sandbox/v1/payments', { key, body: elsewhere })).status).toBe(403)
    for (const path of ['keys', 'connections', 'webhooks', 'audit', 'users'])
      expect((await shop.request('GET', `/sandbox/v1/${path}`, { key })).status).toBe(403)
  })

  test('is exchanged at either base address, and the answer says which one the key is for', async () => {
    const shop = await openShop()
    for (const target of [EXCHANGE, `/sandbox${EXCHANGE}`]) {
      const { body } = await exchange(shop, codeOf(await consent(shop)), VERIFIER, target)
      expect([body.livemode, await works(shop, body.key)]).toEqual([false, true])
    }
    const production = await shop.makeKey('production')
    const live = await shop.request('POST', '/v1/connections', { key: production, body: connectionRequest })
    const { body } = await exchange(shop, codeOf(live))
    expect([body.livemode, body.key.secretKey.slice(0, 8)]).toEqual([true, 'sk_live_'])
  })

  test('is refused alike if it is wrong, has a wrong verifier, was used or has expired', async () => {
    const shop = await openShop()
    const used = codeOf(await consent(shop))
    await exchange(shop, used)
    const open = codeOf(await consent(shop))
    const old = codeOf(await consent(shop, { state: undefined }))
    const before = await countRows(shop)
    const wrong = 'A'.repeat(43)
    const answers = [
      await exchange(shop, wrong),
      await exchange(shop, 'x'),
      await exchange(shop, open, wrong),
      await exchange(shop, used, wrong),
      await exchange(shop, used),
      await exchangeElsewhere(shop, used, wrong),
    ]
    const messages = answers.map((answer) => readProblem(answer))
    for (const problem of messages) expect(problem).toMatchObject(refusedCode)
    expect(await countRows(shop)).toEqual(before)
    // No stranger's try uses up a code or ends a connection, and no retry does.
    expect(await list(shop, '?status=active')).toHaveLength(1)
    expect((await exchange(shop, open)).status).toBe(201)
    shop.clock.advance(CODE_MS)
    messages.push(readProblem(await exchange(shop, old)), readProblem(await exchange(shop, used)))
    expect(new Set(messages.map(({ message }) => message)).size).toBe(1)
  })

  test('that was used and comes again from elsewhere, with its verifier, ends the connection', async () => {
    const shop = await openShop()
    const code = codeOf(await consent(shop))
    const { body } = await exchange(shop, code)
    expect(readProblem(await exchangeElsewhere(shop, code))).toMatchObject(refusedCode)
    expect(await works(shop, body.key)).toBe(false)
    expect(await list(shop)).toMatchObject([{ id: body.id, status: 'ended', webhook: null }])
    const by = { actor: 'anonymous', address: '198.51.100.7' }
    const { data } = (await shop.request('GET', '/sandbox/v1/audit?limit=3&actor=anonymous')).body
    expect(data).toMatchObject([
      { ...by, operation: 'endConnection', target: { id: body.id } },
      { ...by, operation: 'deleteWebhook', target: { id: body.webhook.id } },
      { ...by, operation: 'revokeKey', target: { id: body.key.id } },
    ])
    const before = await countRows(shop)
    expect(readProblem(await exchangeElsewhere(shop, code))).toMatchObject(refusedCode)
    expect(await countRows(shop)).toEqual(before)
  })

  test('that a shop system sends again, also at once, gives one key, which goes on', async () => {
    const shop = await openShop()
    const code = codeOf(await consent(shop))
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(shop, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    const made = answers.find(({ status }) => status === 201)
    const before = await countRows(shop)
    expect(readProblem(await exchange(shop, code))).toMatchObject(refusedCode)
    expect(await countRows(shop)).toEqual(before)
    expect(await works(shop, made?.body.key)).toBe(true)
    expect(await list(shop)).toMatchObject([{ status: 'active', webhook: made?.body.webhook.id }])
  })

  test('that nobody exchanges leaves nothing: no key, no webhook, no connection, and soon no row', async () => {
    const shop = await openShop()
    const code = codeOf(await consent(shop))
    expect(await list(shop, '?status=active')).toEqual([])
    expect((await shop.request('GET', '/sandbox/v1/webhooks')).body.totalCount).toBe(0)
    shop.clock.advance(CODE_MS - 1)
    await createPruneJob(shop.checkout.context).run()
    expect((await countRows(shop)).connections).toBe(1)
    expect(await list(shop)).toMatchObject([{ status: 'pending' }])
    shop.clock.advance(1)
    expect(await list(shop)).toEqual([])
    expect(readProblem(await exchange(shop, code))).toMatchObject(refusedCode)
    await createPruneJob(shop.checkout.context).run()
    expect((await countRows(shop)).connections).toBe(0)
  })

  test('stays when there is no room at first', async () => {
    const shop = await openShop()
    const code = codeOf(await consent(shop))
    const hooks = await fillWebhooks(shop)
    const before = await countRows(shop)
    expect(readProblem(await exchange(shop, code))).toMatchObject({ status: 400, code: 'invalid_state' })
    expect(await countRows(shop)).toEqual(before)
    await shop.request('DELETE', `/sandbox/v1/webhooks/${hooks[0]}`)
    expect((await exchange(shop, code)).status).toBe(201)
  })

  test('is limited by the address that it comes from', async () => {
    const shop = await openShop()
    const send = (address: string) =>
      shop.request('POST', EXCHANGE, { key: null, address, body: { code: 'x', codeVerifier: VERIFIER } })
    for (let count = 0; count < 60; count++) expect((await send('198.51.100.1')).status).toBe(400)
    const refused = await send('198.51.100.1')
    expect(readProblem(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(refused.headers).toMatchObject({ 'retry-after': '60' })
    expect((await send('198.51.100.2')).status).toBe(400)
  })

  test('needs no keys, and takes no notice of those that are sent', async () => {
    const shop = await openShop()
    const code = codeOf(await consent(shop))
    const body = { code, codeVerifier: VERIFIER }
    const headers = { authorization: 'Bearer pk_test_x', 'x-api-secret': 'sk_test_x', 'idempotency-key': 'once' }
    expect((await shop.request('POST', EXCHANGE, { key: null, headers, body })).status).toBe(201)
    expect((await countRows(shop)).idempotency).toBe(0)
  })
})

describe('a request', () => {
  test.each([
    ['clientName', 'two\nlines'],
    ['redirectUri', 'shop.example.com'],
    ['redirectUri', 'javascript:alert(1)'],
    ['redirectUri', 'https://shop.example.com/#code'],
    ['redirectUri', 'https://ann:secret@shop.example.com/'],
    ['redirectUri', 'https://shop.example.com/ x'],
    ['webhookUrl', 'https://elsewhere.example.com/hook'],
    ['webhookUrl', 'http://shop.example.com/hook'],
    ['webhookUrl', 'https://shop.example.com:8443/hook'],
    ['clientUri', 'https://trusted.example.com/'],
    ['state', 'ü'],
    ['state', 'x'.repeat(501)],
    ['codeChallenge', 'A'.repeat(42)],
    ['codeChallengeMethod', 'plain'],
    ['scopes', ['refunds:write']],
    ['scopes', []],
  ])('with the %s %j is refused, and makes nothing', async (name, value) => {
    const shop = await openShop()
    const before = await countRows(shop)
    for (const path of [CONNECTIONS, `${CONNECTIONS}/preview`]) {
      const body = { ...connectionRequest, [name]: value }
      const problem = readProblem(await shop.request('POST', path, { body }))
      expect(problem).toMatchObject({ status: 400, code: 'invalid_parameter', param: name })
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test.each([
    'merchant:write',
    'keys:write',
    'keys:read',
    'users:read',
    'webhooks:write',
    'audit:read',
    'transfers:write',
  ])('for %s is refused, whoever asks', async (scope) => {
    const shop = await openShop()
    const refused = await consent(shop, { scopes: ['payments:write', scope] })
    expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'scopes.1' })
  })

  test('gets no right that the person lacks, and needs the right to make keys and webhooks', async () => {
    const shop = await openShop()
    const before = await countRows(shop)
    const tries = [
      [['keys:write', 'payments:write', 'refunds:write'], 'webhooks:write'],
      [['keys:write', 'webhooks:write', 'payments:write'], 'refunds:write'],
      [['keys:write', 'webhooks:write', 'payments:create', 'payments:read', 'refunds:write'], 'payments:write'],
    ] as const
    const keys = await Promise.all(tries.map(([scopes]) => shop.makeKey('sandbox', [...scopes])))
    for (const [index, [, scope]] of tries.entries()) {
      for (const path of [CONNECTIONS, `${CONNECTIONS}/preview`]) {
        const answer = await shop.request('POST', path, { key: keys[index] ?? null, body: connectionRequest })
        expect(readProblem(answer)).toMatchObject({ status: 403, code: 'insufficient_scope', scope })
      }
    }
    expect((await countRows(shop)).connections).toBe(before.connections)
  })

  test('must use https in production, and may use loopback in the sandbox of this machine', async () => {
    const shop = await openShop({ publicUrl: 'http://127.0.0.1:3000' })
    const local = {
      clientUri: 'http://localhost:9000/',
      redirectUri: 'http://localhost:9000/back',
      webhookUrl: 'http://localhost:9000/hook',
    }
    expect((await consent(shop, local)).status).toBe(201)
    const production = await shop.makeKey('production')
    const live = await shop.request('POST', '/v1/connections', {
      key: production,
      body: { ...connectionRequest, ...local },
    })
    expect(readProblem(live)).toMatchObject({ status: 400, code: 'invalid_parameter', param: 'webhookUrl' })
    const elsewhere = await openShop()
    expect(readProblem(await consent(elsewhere, local))).toMatchObject({
      code: 'invalid_parameter',
      param: 'webhookUrl',
    })
  })

  test('is shown before the consent, with what it would get and the address of a refusal', async () => {
    const shop = await openShop()
    const before = await countRows(shop)
    const { state, clientName, clientUri, webhookUrl } = connectionRequest
    const body = { ...connectionRequest, scopes: ['payments:read', 'transfers:read', 'payments:read'] }
    expect(await shop.request('POST', `${CONNECTIONS}/preview`, { body })).toMatchObject({
      status: 200,
      body: {
        ...{ object: 'connection_preview', clientName, clientUri, webhookUrl, livemode: false },
        scopes: ['payments:read', 'transfers:read'],
        events: ['payment.*', 'transfer.*'],
        cancelUrl: `https://shop.example.com/connected?error=access_denied&state=${state}`,
      },
    })
    await fillWebhooks(shop)
    const full = await shop.request('POST', `${CONNECTIONS}/preview`, { body })
    expect(readProblem(full)).toMatchObject({ status: 400, code: 'invalid_state' })
    expect((await countRows(shop)).connections).toBe(before.connections)
  })
})

describe('between consent and exchange', () => {
  const asOwner = async () => {
    const shop = await openShop({ dashboard: true })
    const ann = await addPerson(shop)
    const given = await ann.browser.send('POST', CONNECTIONS, connectionRequest)
    return { shop, ann, code: codeOf(given) }
  }

  test.each(['manager', null] as const)('a user who becomes %s gives nothing any more', async (role) => {
    const { shop, ann, code } = await asOwner()
    await shop.checkout.context.transact(async (tx) => {
      if (role) await tx.updateTable('memberships').set({ role }).where('user_id', '=', ann.id).execute()
      else await tx.deleteFrom('memberships').where('user_id', '=', ann.id).execute()
    })
    const before = await countRows(shop)
    expect(readProblem(await exchange(shop, code))).toMatchObject(refusedCode)
    expect(await countRows(shop)).toEqual(before)
  })

  test('the consent is listed as pending, and can be withdrawn', async () => {
    const { shop, ann, code } = await asOwner()
    const expiresAt = new Date(shop.clock.now() + CODE_MS).toISOString()
    const waiting = { status: 'pending', key: null, webhook: null, connectedAt: null, expiresAt, createdBy: ann.id }
    const [pending] = await list(shop, '?status=pending')
    expect([pending, ...(await list(shop))]).toMatchObject([waiting, waiting])
    expect((await shop.request('GET', `${CONNECTIONS}?status=pending`)).body.totalCount).toBe(1)
    const withdrawn = await ann.browser.send('DELETE', `${CONNECTIONS}/${pending.id}`)
    expect(withdrawn).toMatchObject({ status: 200, body: { status: 'ended', key: null, expiresAt: null } })
    expect((await end(shop, pending.id)).body).toEqual(withdrawn.body)
    expect(await list(shop)).toEqual([])
    const before = await countRows(shop)
    expect(readProblem(await exchange(shop, code))).toMatchObject(refusedCode)
    expect(await countRows(shop)).toEqual(before)
    const { data } = (await shop.request('GET', `/sandbox/v1/audit?object=${pending.id}`)).body
    expect(data).toMatchObject([
      { operation: 'endConnection', actor: ann.id, before: { status: 'pending' }, after: { status: 'ended' } },
      { operation: 'createConnection', actor: ann.id },
    ])
    await createPruneJob(shop.checkout.context).run()
    expect(readProblem(await end(shop, pending.id))).toMatchObject({ status: 404, code: 'resource_missing' })
  })

  test('a withdrawal and an exchange at once leave nothing that works', async () => {
    const shop = await openShop()
    const given = await consent(shop)
    const [, exchanged] = await Promise.all([end(shop, given.body.id), exchange(shop, codeOf(given))])
    expect([201, 400]).toContain(exchanged.status)
    if (exchanged.status === 201) expect(await works(shop, exchanged.body.key)).toBe(false)
    expect((await shop.request('GET', '/sandbox/v1/webhooks')).body.totalCount).toBe(0)
  })

  test('a key that is revoked gives nothing any more', async () => {
    const shop = await openShop()
    const maker = await shop.makeKey('sandbox')
    const code = codeOf(await consent(shop, {}, maker))
    await shop.request('DELETE', `/sandbox/v1/keys/${maker.id}`)
    expect(readProblem(await exchange(shop, code))).toMatchObject(refusedCode)
  })

  test('the user stays the author: of the consent in the audit log, and of the key', async () => {
    const { shop, ann, code } = await asOwner()
    const { body } = await exchange(shop, code)
    expect((await ann.browser.send('GET', `/sandbox/v1/keys/${body.key.id}`)).body.createdBy).toBe(ann.id)
    const { data } = (await ann.browser.send('GET', '/sandbox/v1/audit?object=connection')).body
    expect(data).toMatchObject([
      {
        ...{ operation: 'exchangeConnectionCode', actor: 'anonymous', target: { object: 'connection', id: body.id } },
        after: { key: body.key.id, webhook: body.webhook.id },
      },
      {
        ...{ operation: 'createConnection', actor: ann.id, target: { object: 'connection', id: body.id } },
        after: { scopes: body.scopes },
      },
    ])
    expect(JSON.stringify(data)).not.toContain(body.key.secretKey)
    expect(JSON.stringify(data)).not.toContain(body.webhook.secret)
  })

  test('who removes the user later learns that the webhook goes on, and the key ends', async () => {
    const { shop, ann, code } = await asOwner()
    const { body } = await exchange(shop, code)
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    const left = await bob.browser.ask('POST', '/left', { merchant: body.merchant.id, user: ann.id })
    expect(left.body.data).toMatchObject([{ object: 'webhook', name: connectionRequest.webhookUrl, livemode: false }])
    await bob.browser.send('DELETE', `/sandbox/v1/users/${ann.id}`)
    expect(await works(shop, body.key)).toBe(false)
    expect(await list(shop)).toMatchObject([{ id: body.id, status: 'active', webhook: body.webhook.id }])
  })

  test('the merchant is the one that was chosen, whatever the browser shows next', async () => {
    const { shop, ann } = await asOwner()
    const other = await addMerchant(shop)
    await shop.checkout.context.transact((tx) =>
      tx
        .insertInto('memberships')
        .values({ user_id: ann.id, merchant_id: other.id, role: 'owner', created_at: shop.clock.now() })
        .execute(),
    )
    const headers = { 'x-merchant': other.id }
    const code = codeOf(await ann.browser.send('POST', CONNECTIONS, connectionRequest, { headers }))
    const { body } = await exchange(shop, code)
    expect(body.merchant).toEqual({ id: other.id, name: 'Another shop' })
    expect(await list(shop, '?status=active')).toEqual([])
    expect((await shop.request('GET', CONNECTIONS, { key: other.sandbox })).body.totalCount).toBe(1)
  })
})

describe('a connection', () => {
  test('is listed with its key and its webhook, and as it is used', async () => {
    const shop = await openShop()
    const first = await connectShop(shop)
    const { checkout } = shop
    shop.clock.advance(1)
    const second = await connectShop(shop, { ...connectionRequest, clientName: 'Another', scopes: ['payments:read'] })
    await shop.request('GET', '/sandbox/v1/payments', { key: first.key })
    await createKeyUsesJob(checkout.context).run()
    const minute = new Date(Math.floor(shop.clock.now() / 60_000) * 60_000).toISOString()
    expect(await list(shop)).toEqual([
      expect.objectContaining({ id: second.id, clientName: 'Another', scopes: ['payments:read'], lastUsedAt: null }),
      {
        id: first.id,
        object: 'connection',
        clientName: 'Example shop',
        clientUri: connectionRequest.clientUri,
        scopes: ['payments:write', 'refunds:write'],
        status: 'active',
        key: first.key.id,
        webhook: first.webhook.id,
        createdBy: 'in_process',
        livemode: false,
        connectedAt: expect.any(String),
        expiresAt: null,
        lastUsedAt: minute,
      },
    ])
    expect(await list(shop, `?limit=1&starting_after=${second.id}`)).toMatchObject([{ id: first.id }])
  })

  test('ends with its key and its webhook in one transaction, once', async () => {
    const shop = await openShop()
    const { id, key, webhook } = await connectShop(shop)
    const ended = await end(shop, id)
    expect(ended).toMatchObject({ status: 200, body: { id, status: 'ended', webhook: null } })
    expect(await works(shop, key)).toBe(false)
    expect((await shop.request('GET', `/sandbox/v1/webhooks/${webhook.id}`)).status).toBe(404)
    const before = await countRows(shop)
    expect((await end(shop, id)).body).toEqual(ended.body)
    expect(await countRows(shop)).toEqual(before)
    expect(await list(shop, '?status=active')).toEqual([])
    expect(await list(shop, '?status=ended')).toMatchObject([{ id }])
  })

  test('has entries in the audit log for its key and its webhook, when they are made and when they end', async () => {
    const shop = await openShop()
    const { id, key, webhook } = await connectShop(shop)
    const next = (await shop.request('POST', `/sandbox/v1/keys/${key.id}/rotate`, { body: {} })).body
    await end(shop, id)
    await end(shop, id)
    const { data } = (await shop.request('GET', '/sandbox/v1/audit?limit=100')).body
    const shown = data.map(({ operation, target, before, after }: AuditEntry) => [operation, target.id, before, after])
    const hook = { url: webhook.url, events: ['payment.*', 'refund.*'], description: 'Example shop', status: 'enabled' }
    const revoked = [{ status: 'active' }, { status: 'revoked' }]
    const given = { scopes: ['payments:write', 'refunds:write'], requireSignature: false, wallets: 'settings' }
    expect(shown.slice(0, 9)).toEqual([
      ['endConnection', id, { status: 'active', webhook: webhook.id }, { status: 'ended', webhook: null }],
      ['deleteWebhook', webhook.id, hook, null],
      ['revokeKey', next.id, ...revoked],
      ['revokeKey', key.id, ...revoked],
      ['rotateKey', key.id, null, { successor: next.id }],
      ['exchangeConnectionCode', id, null, { key: key.id, webhook: webhook.id }],
      ['createWebhook', webhook.id, null, hook],
      ['createKey', key.id, null, { name: 'Example shop', ...given, connection: id }],
      ['createConnection', id, null, expect.anything()],
    ])
  })

  test('goes on with the key that replaces its own, and ends with both', async () => {
    const shop = await openShop()
    const { id, key } = await connectShop(shop)
    const next = (await shop.request('POST', `/sandbox/v1/keys/${key.id}/rotate`, { body: {} })).body
    shop.clock.advance(2 * DAY_MS)
    expect([await works(shop, key), await works(shop, next)]).toEqual([false, true])
    expect(await list(shop)).toMatchObject([{ id, status: 'active', key: next.id }])
    await end(shop, id)
    expect(await works(shop, next)).toBe(false)
  })

  test('goes on with its webhook while its key was revoked by hand, and can be ended', async () => {
    const shop = await openShop()
    const { id, key, webhook } = await connectShop(shop)
    await shop.request('DELETE', `/sandbox/v1/keys/${key.id}`)
    expect(await list(shop, '?status=active')).toMatchObject([{ id, status: 'active', webhook: webhook.id }])
    expect(await list(shop, '?status=ended')).toEqual([])
    expect((await end(shop, id)).body).toMatchObject({ status: 'ended', webhook: null })
    expect((await shop.request('GET', '/sandbox/v1/webhooks')).body.totalCount).toBe(0)
  })

  test('has ended once neither its key nor its webhook works, and is active again with its webhook', async () => {
    const shop = await openShop()
    const { id, key, webhook } = await connectShop(shop)
    const enable = (enabled: boolean) =>
      shop.request('PATCH', `/sandbox/v1/webhooks/${webhook.id}`, { body: { enabled } })
    await enable(false)
    expect(await list(shop)).toMatchObject([{ id, status: 'active' }])
    await shop.request('DELETE', `/sandbox/v1/keys/${key.id}`)
    expect(await list(shop, '?status=ended')).toMatchObject([{ id, status: 'ended', webhook: webhook.id }])
    await enable(true)
    expect(await list(shop, '?status=active')).toMatchObject([{ id, status: 'active' }])
  })

  test.each([
    [['keys:write', 'webhooks:read'], 'webhooks:write'],
    [['keys:read', 'webhooks:write'], 'keys:write'],
  ] as const)('is not ended by %j: that needs %s too', async (scopes, scope) => {
    const shop = await openShop()
    const { id, key, webhook } = await connectShop(shop)
    const lacking = await shop.makeKey('sandbox', [...scopes])
    const answer = await shop.request('DELETE', `${CONNECTIONS}/${id}`, { key: lacking })
    expect(readProblem(answer)).toMatchObject({ status: 403, code: 'insufficient_scope', scope })
    expect(await list(shop)).toMatchObject([{ id, status: 'active', webhook: webhook.id }])
    expect(await works(shop, key)).toBe(true)
  })

  test('is not for others to see or to end', async () => {
    const shop = await openShop()
    const { id, key } = await connectShop(shop)
    const other = await addMerchant(shop)
    const answer = await shop.request('DELETE', `${CONNECTIONS}/${id}`, { key: other.sandbox })
    expect(readProblem(answer)).toMatchObject({ status: 404, code: 'resource_missing' })
    expect(await works(shop, key)).toBe(true)
  })
})

test('the challenge of the tests is that of their verifier', () => {
  expect(createHash('sha256').update(VERIFIER).digest('base64url')).toBe(connectionRequest.codeChallenge)
})

async function dumpRows(shop: Shop): Promise<string> {
  const { rows } = await sql`select * from connections`.execute(shop.checkout.context.db)
  return JSON.stringify(rows, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** Makes as many webhooks as there may be. Returns their ids. */
async function fillWebhooks(shop: Shop): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 16; count++) {
    const made = await shop.request('POST', '/sandbox/v1/webhooks', { body: { url: connectionRequest.webhookUrl } })
    ids.push(made.body.id)
  }
  return ids
}
