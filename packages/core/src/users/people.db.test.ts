import type { Role } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import type { Scope } from '../domain/catalog/entitlements.ts'
import { openStorage } from '../storage/open.ts'
import { paymentInput } from '../testing/index.ts'
import { addPerson, GOOD_PASSWORD, insertPerson, invite, openBrowser, openPhone } from '../testing/people.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { testDatabase } from '../testing/storage.ts'

const USERS = '/sandbox/v1/users'
const INVITATIONS = '/sandbox/v1/invitations'
const LIST = '/sandbox/v1/payments?limit=1'
const DAY_MS = 86_400_000

/** Without real payments, so that keys of the sandbox may change users. */
const sandboxOnly = { dashboard: true, production: { networks: {} } }
const open = () => openShop(sandboxOnly)
type Shop = Awaited<ReturnType<typeof open>>
type Person = Awaited<ReturnType<typeof addPerson>>
type Item = { id: string; email: string; role: Role }

const readUsers = async (shop: Shop): Promise<Item[]> => (await shop.request('GET', `${USERS}?limit=100`)).body.data
const readOpen = async (shop: Shop): Promise<Item[]> =>
  (await shop.request('GET', `${INVITATIONS}?limit=100`)).body.data
const readToken = (url: string) => url.split('#')[1] ?? ''
const bob = { email: 'bob@example.com', role: 'manager' } as const

/** Accepts a link as a new user. */
async function accept(shop: Shop, token: string, email?: string) {
  const browser = openBrowser(shop)
  const opened = await browser.ask('POST', '/invitation', { token, ...(email && { email }) })
  if (opened.status !== 200) return { browser, answer: opened }
  const phone = openPhone(shop, opened.body.totp)
  const input = { token, password: GOOD_PASSWORD, ...phone.enrol(), ...(email && { email }) }
  return { browser, answer: await browser.ask('POST', '/invitation/accept', input) }
}

describe('the list of users', () => {
  test('shows who belongs to the merchant and how each signs in, newest first', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(1_000)
    const carl = await insertPerson(shop, { email: 'carl@example.com', role: 'cashier' })
    const other = await addMerchant(shop)
    await addPerson(shop, { email: 'eve@example.com', merchantId: other.id })
    const now = shop.clock.now()
    const [newer, older] = [new Date(now).toISOString(), new Date(now - 1_000).toISOString()]
    const expected = {
      ...{ object: 'list', hasMore: false, totalCount: 2 },
      data: [
        {
          ...{ id: carl, object: 'user', email: 'carl@example.com', role: 'cashier' },
          ...{ hasPassword: false, passkeyCount: 0, createdAt: newer, lastSignedInAt: null },
        },
        {
          ...{ id: ann.id, object: 'user', email: 'ann@example.com', role: 'owner' },
          ...{ hasPassword: true, passkeyCount: 0, createdAt: older, lastSignedInAt: older },
        },
      ],
    }
    expect((await ann.browser.send('GET', USERS)).body).toEqual(expected)
    // Users belong to both environments.
    expect((await ann.browser.send('GET', '/v1/users')).body).toEqual(expected)
    expect(await shop.checkout.users.list()).toEqual(expected)
  })

  test('pages without a skip, also among those who came at the same moment', async () => {
    const shop = await open()
    const ids: string[] = []
    for (let count = 0; count < 7; count++)
      ids.push(await insertPerson(shop, { email: `${count}@example.com`, role: 'cashier' }))
    const seen: string[] = []
    for (let hasMore = true; hasMore; ) {
      const last = seen.at(-1)
      const { body } = await shop.request('GET', `${USERS}?limit=3${last ? `&starting_after=${last}` : ''}`)
      seen.push(...body.data.map(({ id }: Item) => id))
      expect(body.totalCount).toBe(7)
      hasMore = body.hasMore
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect(new Set(seen).size).toBe(7)
  })

  test("takes no cursor and no id of another merchant's user", async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const other = await addMerchant(shop)
    const eve = await addPerson(shop, { email: 'eve@example.com', merchantId: other.id })
    const before = await countRows(shop)
    expect(readProblem(await ann.browser.send('GET', `${USERS}?starting_after=${eve.id}`))).toMatchObject({
      ...{ status: 400, code: 'invalid_cursor', param: 'starting_after' },
    })
    const missing = { status: 404, code: 'resource_missing', param: 'id' }
    const { id } = (await shop.request('POST', INVITATIONS, { body: bob, key: other.sandbox })).body
    const calls: [string, string, object?][] = [
      ['PATCH', `${USERS}/${eve.id}`, { role: 'cashier' }],
      ['DELETE', `${USERS}/${eve.id}`],
      ['DELETE', `${INVITATIONS}/${id}`],
    ]
    for (const [method, target, body] of calls)
      expect([target, readProblem(await ann.browser.send(method, target, body))]).toMatchObject([target, missing])
    expect(await countRows(shop)).toMatchObject({ memberships: before.memberships, invitations: 1 })
    expect(await readOpen(shop)).toEqual([])
  })
})

describe('a role', () => {
  test('counts from the next request on', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const carl = await addPerson(shop, { email: 'carl@example.com', role: 'cashier' })
    const change = (role: Role) => ann.browser.send('PATCH', `${USERS}/${carl.id}`, { role })
    const read = async () => (await carl.browser.send('GET', '/sandbox/v1/webhooks')).status
    expect(await read()).toBe(403)
    expect((await change('accountant')).body).toMatchObject({ id: carl.id, role: 'accountant' })
    expect(await read()).toBe(200)
    expect((await change('cashier')).status).toBe(200)
    expect(await read()).toBe(403)
  })

  test('is not that of the last owner, who cannot be removed either', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await addPerson(shop, { ...bob })
    const other = await addMerchant(shop)
    await addPerson(shop, { email: 'eve@example.com', merchantId: other.id })
    const demote = () => ann.browser.send('PATCH', `${USERS}/${ann.id}`, { role: 'manager' })
    const remove = () => ann.browser.send('DELETE', `${USERS}/${ann.id}`)
    for (const attempt of [demote, remove])
      expect(readProblem(await attempt())).toMatchObject({ status: 400, code: 'invalid_state' })
    expect((await ann.browser.send('PATCH', `${USERS}/${ann.id}`, { role: 'owner' })).status).toBe(200)
    await insertPerson(shop, { email: 'carl@example.com', role: 'owner' })
    expect((await demote()).status).toBe(200)
    expect(readProblem(await remove())).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  test.each(['demoted', 'removed'])('of the last owner stays when two owners are %s at once', async (how) => {
    const shop = await open()
    const [one, other] = [await addPerson(shop), await addPerson(shop, { email: 'bob@example.com' })]
    const end = ({ id, browser }: Person) =>
      how === 'removed'
        ? browser.send('DELETE', `${USERS}/${id}`)
        : browser.send('PATCH', `${USERS}/${id}`, { role: 'support' })
    const statuses = (await Promise.all([end(one), end(other)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400])
    expect((await readUsers(shop)).filter(({ role }) => role === 'owner')).toHaveLength(1)
  })

  test('of the last owner stays when two servers are asked at once', async () => {
    const database = await testDatabase()
    const openServer = () =>
      openShop(sandboxOnly, { storage: { ...openStorage(database.url, 'run'), sharedClock: null } })
    const [here, there] = [await openServer(), await openServer()]
    const remove = (shop: Shop, id: string) => shop.request('DELETE', `${USERS}/${id}`).then(({ status }) => status)
    try {
      for (let round = 0; round < 5; round++) {
        for (const { id } of (await readUsers(here)).slice(1)) await remove(here, id)
        const [left] = await readUsers(here)
        const first = left?.id ?? (await insertPerson(here, { email: `a${round}@example.com`, role: 'owner' }))
        const second = await insertPerson(here, { email: `b${round}@example.com`, role: 'owner' })
        const statuses = await Promise.all([remove(here, first), remove(there, second)])
        expect(statuses.toSorted()).toEqual([200, 400])
        expect(await readUsers(there)).toMatchObject([{ role: 'owner' }])
      }
    } finally {
      await here.stop()
      await there.stop()
      await database.remove()
    }
  })

  test('is given by those only who may do all of it', async () => {
    const shop = await open()
    const carl = await insertPerson(shop, { email: 'carl@example.com', role: 'cashier' })
    const scopes: Scope[] = ['users:write', 'payments:write', 'merchant:read']
    const key = await shop.makeKey('sandbox', scopes)
    const refused = { status: 403, code: 'insufficient_scope', param: 'role', scope: expect.any(String) }
    for (const role of ['owner', 'manager', 'support', 'accountant'] as const) {
      const raised = await shop.request('PATCH', `${USERS}/${carl}`, { key, body: { role } })
      expect([role, readProblem(raised)]).toMatchObject([role, refused])
      const invited = await shop.request('POST', INVITATIONS, { key, body: { ...bob, role } })
      expect([role, readProblem(invited)]).toMatchObject([role, refused])
    }
    expect(await readUsers(shop)).toMatchObject([{ role: 'cashier' }])
    expect(await readOpen(shop)).toEqual([])
    const cashier = { key, body: { role: 'cashier' } }
    expect((await shop.request('PATCH', `${USERS}/${carl}`, cashier)).status).toBe(200)
    expect((await shop.request('POST', INVITATIONS, { key, body: { ...bob, role: 'cashier' } })).status).toBe(201)
    expect((await shop.request('PATCH', `${USERS}/${carl}`, { body: { role: 'owner' } })).status).toBe(200)
  })
})

describe('whoever is removed', () => {
  test('can do nothing from its next request on, and stays what it is elsewhere', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const carl = await addPerson(shop, { email: 'carl@example.com', role: 'support' })
    const other = await addMerchant(shop)
    await carl.browser.ask('POST', '/invitation/accept', {
      token: await invite(shop, { email: 'carl@example.com', merchantId: other.id, role: 'cashier' }),
    })
    const read = (merchant: string) =>
      carl.browser.send('GET', LIST, undefined, { headers: { 'x-merchant': merchant } })
    const own = ann.session.merchants[0].id
    expect((await read(own)).status).toBe(200)
    const removed = await ann.browser.send('DELETE', `${USERS}/${carl.id}`)
    expect(removed).toMatchObject({ status: 200, body: { id: carl.id, object: 'user', deleted: true } })
    expect(readProblem(await read(own))).toMatchObject({ status: 404, code: 'resource_missing', param: 'X-Merchant' })
    expect((await read(other.id)).status).toBe(200)
    expect((await carl.browser.ask('GET', '/session')).body.merchants).toMatchObject([{ id: other.id }])
    expect(readProblem(await ann.browser.send('DELETE', `${USERS}/${carl.id}`)).code).toBe('resource_missing')
  })

  test('comes back by no link that it made or that was made for it; demotion ends those that it made', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const eve = await addPerson(shop, { email: 'eve@example.com' })
    const make = async (person: Person, email: string) =>
      readToken((await person.browser.send('POST', INVITATIONS, { email, role: 'owner' })).body.url)
    const friend = await make(eve, 'friend@example.com')
    const kept = await make(ann, 'dora@example.com')
    // The operator made it before eve came.
    const own = await invite(shop, { email: 'EVE@example.com', role: 'owner' })
    const demoted = await ann.browser.send('PATCH', `${USERS}/${eve.id}`, { role: 'manager' })
    expect(demoted.status).toBe(200)
    expect((await readOpen(shop)).map(({ email }) => email)).toEqual(['EVE@example.com', 'dora@example.com'])
    expect(readProblem((await accept(shop, friend)).answer).code).toBe('invalid_invitation')
    await ann.browser.send('DELETE', `${USERS}/${eve.id}`)
    const back = await eve.browser.ask('POST', '/invitation/accept', { token: own })
    expect(readProblem(back).code).toBe('invalid_invitation')
    expect((await accept(shop, kept)).answer.body.merchants).toMatchObject([{ role: 'owner' }])
    const { data } = (await ann.browser.send('GET', '/sandbox/v1/audit?object=invitation')).body
    expect(
      data.map(({ operation, before }: { operation: string; before: object | null }) => [operation, before]),
    ).toEqual([
      ['deleteInvitation', { email: 'EVE@example.com', role: 'owner' }],
      ['deleteInvitation', { email: 'friend@example.com', role: 'owner' }],
      ['createInvitation', null],
      ['createInvitation', null],
    ])
  })
})

describe('keys that a user made', () => {
  test('end with it in both environments, and so do keys that those made', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const eve = await addPerson(shop, { email: 'eve@example.com' })
    const make = (base: string, call: object) =>
      shop.request('POST', `${base}/keys`, { body: { name: 'Till' }, ...call })
    const made = async (base: string) => {
      const { body } = await eve.browser.send('POST', `${base}/keys`, { name: 'Shop' })
      const inner = await make(base, { key: body })
      return [body, inner.body]
    }
    const keys = [...(await made('/sandbox/v1')), ...(await made('/v1'))]
    const other = (await ann.browser.send('POST', '/sandbox/v1/keys', { name: 'Other' })).body
    expect((await ann.browser.send('DELETE', `${USERS}/${eve.id}`)).status).toBe(200)
    // A key that was used is remembered for a second.
    shop.clock.advance(1_001)
    const status = async (base: string, key: typeof other) => (await shop.request('GET', `${base}/key`, { key })).status
    expect(await Promise.all(keys.map((key) => status(key.livemode ? '/v1' : '/sandbox/v1', key)))).toEqual([
      401, 401, 401, 401,
    ])
    expect(await status('/sandbox/v1', other)).toBe(200)
    const entries = await ann.browser.send('GET', '/v1/audit?operation=revokeKey')
    expect(entries.body.data.map(({ target }: { target: { id: string } }) => target.id).toSorted()).toEqual(
      keys.flatMap(({ id, livemode }) => (livemode ? [id] : [])).toSorted(),
    )
  })

  test('end with a demotion if they change users or keys further than the new role may', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const eve = await addPerson(shop, { email: 'eve@example.com' })
    const make = async (scopes: string[] | undefined) =>
      (await eve.browser.send('POST', '/sandbox/v1/keys', { name: 'Shop', scopes })).body
    const keys = [
      await make(undefined),
      await make(['users:read']),
      await make(['keys:write']),
      await make(['payments:write']),
    ]
    expect((await ann.browser.send('PATCH', `${USERS}/${eve.id}`, { role: 'manager' })).status).toBe(200)
    const statuses = keys.map(async (key) => (await shop.request('GET', '/sandbox/v1/key', { key })).status)
    expect(await Promise.all(statuses)).toEqual([401, 401, 401, 200])
  })
})

test('webhooks and links that a removed user made stay: owners see them before, and the entry of the removal names them', async () => {
  const shop = await open()
  await shop.settle()
  const ann = await addPerson(shop)
  const eve = await addPerson(shop, { email: 'eve@example.com' })
  const hook = { url: 'https://shop.example.com/hook' }
  const make = async (path: string, body: object) => (await eve.browser.send('POST', path, body)).body
  const key = await make('/sandbox/v1/keys', { name: 'Shop' })
  const webhook = await make('/v1/webhooks', hook)
  const deleted = await make('/sandbox/v1/webhooks', hook)
  await eve.browser.send('DELETE', `/sandbox/v1/webhooks/${deleted.id}`)
  const link = await make('/sandbox/v1/payment_links', { ...paymentInput, title: 'Coffee' })
  const off = await make('/sandbox/v1/payment_links', { ...paymentInput, title: 'Tea' })
  await eve.browser.send('PATCH', `/sandbox/v1/payment_links/${off.id}`, { active: false })
  const byKey = (await shop.request('POST', '/sandbox/v1/webhooks', { key, body: hook })).body
  await ann.browser.send('POST', '/sandbox/v1/webhooks', hook)
  const left = { webhooks: [webhook.id, byKey.id], paymentLinks: [link.id] }
  const merchant = ann.session.merchants[0].id
  const named = { merchant, user: eve.id }
  expect((await ann.browser.ask('POST', '/left', named)).body.data).toEqual([
    { object: 'webhook', name: hook.url, livemode: true },
    { object: 'payment_link', name: 'Coffee', livemode: false },
    { object: 'webhook', name: hook.url, livemode: false },
  ])
  const manager = await addPerson(shop, { email: 'carl@example.com', role: 'manager' })
  const foreign = await addPerson(shop, { email: 'dora@example.com', merchantId: (await addMerchant(shop)).id })
  for (const { browser } of [manager, foreign])
    expect(readProblem(await browser.ask('POST', '/left', named)).code).toBe('resource_missing')
  expect((await ann.browser.send('DELETE', `/v1/users/${eve.id}`)).status).toBe(200)
  const [entry] = (await ann.browser.send('GET', '/v1/audit?operation=removeUser')).body.data
  expect(entry.before).toEqual({ email: 'eve@example.com', role: 'owner', ...left })
  const webhooks = (await ann.browser.send('GET', '/v1/webhooks')).body.data
  expect(webhooks.map(({ id }: { id: string }) => id)).toEqual([webhook.id])
})

test('a key that a user made changes people and keys only while the user may, whoever took the right', async () => {
  const shop = await open()
  const eve = await addPerson(shop)
  const first = (await eve.browser.send('POST', '/sandbox/v1/keys', { name: 'First' })).body
  const inner = (await shop.request('POST', '/sandbox/v1/keys', { key: first, body: { name: 'Inner' } })).body
  const rotated = (await shop.request('POST', `/sandbox/v1/keys/${inner.id}/rotate`, { key: inner, body: {} })).body
  const operators = await shop.makeKey('sandbox')
  const read = async (key: typeof first) => {
    const statuses = ['users', 'keys', 'payments'].map(
      async (path) => (await shop.request('GET', `/sandbox/v1/${path}`, { key })).status,
    )
    const made = await shop.request('POST', '/sandbox/v1/keys', {
      key,
      body: { name: 'Back', scopes: ['users:write'] },
    })
    return [...(await Promise.all(statuses)), made.status]
  }
  const setRole = async (role: Role | null) => {
    await shop.checkout.context.transact(async (tx) => {
      if (role) await tx.updateTable('memberships').set({ role }).where('user_id', '=', eve.id).execute()
      else await tx.deleteFrom('memberships').where('user_id', '=', eve.id).execute()
    })
    // A key's scopes are remembered for a second.
    shop.clock.advance(1_001)
  }
  const expected = [
    ['owner', [200, 200, 200, 201]],
    ['accountant', [200, 200, 200, 403]],
    ['manager', [403, 403, 200, 403]],
    [null, [403, 403, 200, 403]],
  ] as const
  for (const [role, statuses] of expected) {
    await setRole(role)
    for (const key of [first, rotated]) expect([role, await read(key)]).toEqual([role, statuses])
    expect(await read(operators)).toEqual([200, 200, 200, 201])
  }
  const { scopes } = (await shop.request('GET', '/sandbox/v1/key', { key: first })).body
  expect([scopes.includes('payments:write'), scopes.includes('keys:write')]).toEqual([true, false])
})

describe('an invitation', () => {
  test('gives what it names to whoever has its link, once; only the first answer has the link', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(1_000)
    const made = await ann.browser.send('POST', INVITATIONS, bob)
    const now = shop.clock.now()
    const shown = {
      ...{ id: expect.stringMatching(/^inv_/), object: 'invitation', ...bob, invitedBy: ann.id },
      ...{ createdAt: new Date(now).toISOString(), expiresAt: new Date(now + 7 * DAY_MS).toISOString() },
    }
    const url = expect.stringMatching(/^https:\/\/pay\.example\.com\/dashboard\/invitation#[\w-]{43}$/)
    expect(made).toMatchObject({ status: 201 })
    expect(made.body).toEqual({ ...shown, url })
    const list = await ann.browser.send('GET', INVITATIONS)
    expect(list.body).toEqual({ object: 'list', data: [shown], hasMore: false, totalCount: 1 })
    const token = readToken(made.body.url)
    const { answer } = await accept(shop, token)
    expect(answer.body).toMatchObject({ user: { email: bob.email }, merchants: [{ role: 'manager' }] })
    expect(await readUsers(shop)).toMatchObject([bob, { email: ann.email }])
    expect(await readOpen(shop)).toEqual([])
    const again = await openBrowser(shop).ask('POST', '/invitation', { token })
    expect(readProblem(again)).toMatchObject({ status: 400, code: 'invalid_invitation' })
    // An owner or nobody can invite.
    const more = await openBrowser(shop).send('POST', INVITATIONS, bob)
    expect(readProblem(more).code).toBe('missing_api_key')
  })

  test('ends after seven days, and is listed no more', async () => {
    const shop = await open()
    const { url, id } = (await shop.request('POST', INVITATIONS, { body: bob })).body
    shop.clock.advance(7 * DAY_MS - 1)
    expect(await readOpen(shop)).toHaveLength(1)
    shop.clock.advance(1)
    expect(readProblem((await accept(shop, readToken(url))).answer).code).toBe('invalid_invitation')
    expect(await readOpen(shop)).toEqual([])
    expect(readProblem(await shop.request('DELETE', `${INVITATIONS}/${id}`)).code).toBe('resource_missing')
  })

  test('can be deleted, and its link is useless then', async () => {
    const shop = await open()
    const { url, id } = (await shop.request('POST', INVITATIONS, { body: bob })).body
    const deleted = await shop.request('DELETE', `${INVITATIONS}/${id}`)
    expect(deleted).toMatchObject({ status: 200, body: { id, object: 'invitation', deleted: true } })
    expect(readProblem((await accept(shop, readToken(url))).answer).code).toBe('invalid_invitation')
    expect((await shop.request('DELETE', `${INVITATIONS}/${id}`)).status).toBe(404)
  })

  test('replaces the open one of the same address at the same merchant', async () => {
    const shop = await open()
    const other = await addMerchant(shop)
    const elsewhere = (await shop.request('POST', INVITATIONS, { body: bob, key: other.sandbox })).body
    const first = (await shop.request('POST', INVITATIONS, { body: bob })).body
    const next = { email: ' BOB@Example.com ', role: 'cashier' }
    const second = (await shop.request('POST', INVITATIONS, { body: next })).body
    expect(await readOpen(shop)).toMatchObject([{ id: second.id, email: 'BOB@Example.com', role: 'cashier' }])
    expect(readProblem((await accept(shop, readToken(first.url))).answer).code).toBe('invalid_invitation')
    const { answer, browser } = await accept(shop, readToken(second.url))
    expect(answer.body.merchants).toMatchObject([{ role: 'cashier' }])
    const joined = await browser.ask('POST', '/invitation/accept', { token: readToken(elsewhere.url) })
    expect(joined.body.merchants).toMatchObject([{ role: 'cashier' }, { id: other.id, role: 'manager' }])
  })

  test('is one for an address, also when two are made at once', async () => {
    const shop = await open()
    const make = () => shop.request('POST', INVITATIONS, { body: bob })
    const made = await Promise.all([make(), make(), make()])
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await readOpen(shop)).toHaveLength(1)
  })

  test('is refused for a user of the merchant, and beyond a hundred', async () => {
    const shop = await open()
    await addPerson(shop)
    const make = (email: string) => shop.request('POST', INVITATIONS, { body: { ...bob, email } })
    expect(readProblem(await make('ANN@example.com'))).toMatchObject({ status: 400, code: 'invalid_state' })
    for (let count = 0; count < 100; count++) expect((await make(`${count}@example.com`)).status).toBe(201)
    expect(readProblem(await make('more@example.com'))).toMatchObject({ status: 400, code: 'quota_exceeded' })
    expect((await make('7@example.com')).status).toBe(201)
    shop.clock.advance(7 * DAY_MS)
    expect((await make('more@example.com')).status).toBe(201)
  })

  test('is repeated with its link to the same key only, and the database does not have the link', async () => {
    const shop = await open()
    const headers = { 'idempotency-key': 'bob' }
    const first = await shop.request('POST', INVITATIONS, { body: bob, headers })
    const again = await shop.request('POST', INVITATIONS, { body: bob, headers })
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    expect(await readOpen(shop)).toHaveLength(1)
    const { db } = shop.checkout.context
    const tables = ['idempotency', 'invitations', 'audit_log'] as const
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
    expect(JSON.stringify(rows)).not.toContain(readToken(first.body.url))
  })

  test('refuses what it does not understand', async () => {
    const shop = await open()
    const table: [object, string, string][] = [
      [{ email: 'bob', role: 'owner' }, 'invalid_parameter', 'email'],
      [{ email: `${'b'.repeat(250)}@example.com`, role: 'owner' }, 'invalid_parameter', 'email'],
      [{ email: 'bob@example.com\u0000', role: 'owner' }, 'invalid_parameter', 'email'],
      [{ email: null, role: 'owner' }, 'invalid_parameter', 'email'],
      [{ email: 'bob@example.com', role: 'admin' }, 'invalid_parameter', 'role'],
      [{ email: 'bob@example.com' }, 'missing_parameter', 'role'],
      [{ role: 'owner' }, 'missing_parameter', 'email'],
      [{ ...bob, scopes: ['users:write'] }, 'unknown_parameter', 'scopes'],
    ]
    for (const [body, code, param] of table) {
      const answer = await shop.request('POST', INVITATIONS, { body })
      expect([body, readProblem(answer)]).toMatchObject([body, { status: 400, code, param }])
    }
    expect(await readOpen(shop)).toEqual([])
  })
})

describe('who may change users', () => {
  test('are owners: all other roles are refused', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const before = await readUsers(shop)
    for (const role of ['manager', 'support', 'cashier', 'accountant'] as const) {
      const person = await addPerson(shop, { email: `${role}@example.com`, role })
      const calls: [string, string, object?][] = [
        ['PATCH', `${USERS}/${person.id}`, { role: 'owner' }],
        ['DELETE', `${USERS}/${ann.id}`],
        ['POST', INVITATIONS, { ...bob, role }],
        ['DELETE', `${INVITATIONS}/x`],
        ...(role === 'accountant'
          ? []
          : [['GET', USERS] as [string, string], ['GET', INVITATIONS] as [string, string]]),
      ]
      for (const [method, target, body] of calls) {
        const answer = await person.browser.send(method, target, body)
        expect([role, target, readProblem(answer)]).toMatchObject([
          role,
          target,
          { status: 403, code: 'insufficient_scope' },
        ])
      }
    }
    expect((await readUsers(shop)).find(({ id }) => id === ann.id)).toMatchObject(before[0] ?? {})
    expect(await readOpen(shop)).toEqual([])
  })

  test('are not keys of the sandbox, where real payments are taken: users belong to both environments', async () => {
    const shop = await openShop({ dashboard: true })
    const carl = await insertPerson(shop, { email: 'carl@example.com', role: 'cashier' })
    const production = await shop.makeKey('production')
    const calls: [string, string, object?][] = [
      ['POST', '/invitations', { ...bob, role: 'owner' }],
      ['PATCH', `/users/${carl}`, { role: 'manager' }],
      ['DELETE', `/users/${carl}`],
    ]
    for (const [method, path, body] of calls) {
      const answer = await shop.request(method, `/sandbox/v1${path}`, body ? { body } : {})
      expect([path, readProblem(answer)]).toMatchObject([path, { status: 403, code: 'insufficient_scope' }])
    }
    expect(await readUsers(shop)).toMatchObject([{ role: 'cashier' }])
    for (const [method, path, body] of calls) {
      const answer = await shop.request(method, `/v1${path}`, { key: production, ...(body && { body }) })
      expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200])
    }
    const ann = await addPerson(shop)
    expect((await ann.browser.send('POST', INVITATIONS, { email: 'x@example.com', role: 'owner' })).status).toBe(201)
  })
})
