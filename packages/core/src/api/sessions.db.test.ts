import type { Overview, Payment, Role } from '@crypto-checkout/api-types'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasScope, roleScopes } from '../domain/catalog/entitlements.ts'
import { createTransferFor, paymentInput, TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { addPerson, GOOD_PASSWORD, OWN_ORIGIN, openBrowser } from '../testing/people.ts'
import {
  addMerchant,
  countRows,
  createBody,
  fillShop,
  formatTarget,
  namedRoutes,
  openShop,
  readProblem,
} from '../testing/shop.ts'

const LIST = '/sandbox/v1/payments'
const TEN_MINUTES = 10 * 60_000
const HOUR_MS = 60 * 60_000

type Shop = Awaited<ReturnType<typeof open>>
type Person = Awaited<ReturnType<typeof addPerson>>

const open = () => openShop({ dashboard: true })

const cookieOf = (person: Person) => [...person.browser.cookies].map((pair) => pair.join('=')).join('; ')

async function setRole(shop: Shop, { id }: Person, role: Role | null): Promise<void> {
  await shop.checkout.context.transact(async (tx) => {
    if (role) await tx.updateTable('memberships').set({ role }).where('user_id', '=', id).execute()
    else await tx.deleteFrom('memberships').where('user_id', '=', id).execute()
  })
}

describe('a session stands in for keys', () => {
  test('in both environments, with the same answers', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const made = await ann.browser.send('POST', LIST, paymentInput)
    expect(made).toMatchObject({ status: 201, body: { object: 'payment', livemode: false } })
    const path = `${LIST}/${made.body.id}`
    expect((await ann.browser.send('GET', path)).body).toEqual((await shop.request('GET', path)).body)
    expect((await ann.browser.send('GET', '/v1/payments')).body).toMatchObject({ totalCount: 0 })
    expect((await ann.browser.send('GET', '/v1/merchant')).body).toMatchObject({ livemode: true })
  })

  test('and leaves them as they were: they win when both are sent, also when they are wrong', async () => {
    const shop = await open()
    const ann = await addPerson(shop, { role: 'accountant' })
    const cookie = cookieOf(ann)
    const withKeys = await shop.request('POST', LIST, { body: paymentInput, headers: { cookie } })
    expect(withKeys.status).toBe(201)
    for (const headers of [{ authorization: 'Bearer pk_test_x' }, { 'x-api-secret': 'sk_test_x' }]) {
      const answer = await ann.browser.send('GET', LIST, undefined, { headers })
      expect(readProblem(answer).code).toBe('missing_api_key')
    }
    const wrong = { key: { publicKey: 'pk_test_x', secretKey: 'sk_test_x' } }
    expect(readProblem(await ann.browser.send('GET', LIST, undefined, wrong)).code).toBe('invalid_api_key')
  })

  test('not where the dashboard is off', async () => {
    const shop = await openShop()
    const answer = await shop.request('GET', LIST, {
      ...{ key: null, headers: { cookie: `__Host-checkout_session=${'A'.repeat(43)}` } },
    })
    expect(readProblem(answer).code).toBe('missing_api_key')
  })

  test('is the author of what it changes', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.send('PATCH', '/sandbox/v1/merchant/settings', { settlementCurrency: 'DAI' })
    const rows = await shop.checkout.context.db.selectFrom('settings_changes').select('changed_by').execute()
    expect(rows).toEqual([{ changed_by: ann.id }])
    const key = await ann.browser.send('POST', '/sandbox/v1/keys', { name: 'Shop' })
    expect(key.body).toMatchObject({ createdBy: ann.id, scopes: null })
  })

  test('repeats an answer with a secret to the same session only', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const make = (person: Person) =>
      person.browser.send('POST', '/sandbox/v1/keys', { name: 'Shop' }, { headers: { 'idempotency-key': 'k' } })
    const first = await make(ann)
    const again = await make(ann)
    expect(again).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } })
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    expect(readProblem(await make(bob)).code).toBe('idempotency_mismatch')
  })

  test('with a limit of its own, so that a dashboard takes nothing from the shop', async () => {
    const shop = await openShop({ dashboard: true, plans: { sandbox: 1 } })
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    const status = async (person: Person) => (await person.browser.send('GET', LIST)).status
    for (let count = 0; count < 600; count++) expect(await status(ann)).toBe(200)
    const refused = await ann.browser.send('GET', LIST)
    expect(readProblem(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"dashboard";q=600;w=60', 'retry-after': '60' })
    expect(await status(bob)).toBe(200)
    expect((await shop.request('GET', LIST)).status).toBe(200)
  })
})

describe('a request without the right session changes nothing', () => {
  let shop: Shop
  let ann: Person

  beforeAll(async () => {
    shop = await open()
    ann = await addPerson(shop)
  })

  async function expectRefusals(headers: Record<string, string>, refusal: { status: number; code: string }) {
    const before = await countRows(shop)
    // Another address each time, because failures are limited.
    let place = 0
    for (const [name, route] of namedRoutes) {
      const body = createBody(route)
      for (const base of route.local ? ['/sandbox/v1'] : ['/sandbox/v1', '/v1']) {
        place += 1
        const answer = await shop.request(route.method, formatTarget(route, 'x', base), {
          ...{ key: null, headers, address: `198.51.100.${place % 200}` },
          ...(body ? { body } : {}),
        })
        expect([name, headers, readProblem(answer)]).toMatchObject([name, headers, refusal])
        expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([])
      }
    }
    expect(await countRows(shop)).toEqual(before)
  }

  test.each([
    ['of somebody', 'A'.repeat(43)],
    ['that is no token', 'x'],
    ['that is empty', ''],
    ['that is huge', 'A'.repeat(10_000)],
  ])('with a cookie %s', async (_name, token) => {
    const headers = { cookie: `__Host-checkout_session=${token}`, 'sec-fetch-site': 'same-origin' }
    await expectRefusals(headers, { status: 401, code: 'invalid_session' })
  })

  test('with two cookies of the name, or another one', async () => {
    for (const cookie of [`${cookieOf(ann)}; ${cookieOf(ann)}`, cookieOf(ann).replaceAll('__Host-', ''), 'shop=1']) {
      await expectRefusals({ cookie, 'sec-fetch-site': 'same-origin' }, { status: 401, code: 'missing_api_key' })
    }
  })

  test('from another origin, reading included', async () => {
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { 'sec-fetch-site': 'same-site', origin: OWN_ORIGIN },
    ]
    for (const headers of foreign) {
      await expectRefusals({ cookie: cookieOf(ann), ...headers }, { status: 403, code: 'cross_origin_request' })
    }
  })

  test('without a proof of its origin, unless it only reads', async () => {
    const cookie = cookieOf(ann)
    const before = await countRows(shop)
    // Another address each time, because failures are limited.
    let place = 0
    for (const [name, route] of namedRoutes.filter(([, { method }]) => method !== 'GET')) {
      for (const headers of [{ cookie }, { cookie, 'sec-fetch-site': 'none' }] as Record<string, string>[]) {
        const address = `203.0.113.${++place}`
        const call = { key: null, headers, address, body: createBody(route) ?? {} }
        const answer = await shop.request(route.method, formatTarget(route), call)
        expect([name, readProblem(answer).code]).toEqual([name, 'cross_origin_request'])
      }
    }
    expect(await countRows(shop)).toEqual(before)
    expect((await shop.request('GET', LIST, { key: null, headers: { cookie } })).status).toBe(200)
  })

  test('with the origin alone it counts, for browsers that send no more', async () => {
    const headers = { cookie: cookieOf(ann), origin: OWN_ORIGIN }
    expect((await shop.request('POST', LIST, { key: null, headers, body: paymentInput })).status).toBe(201)
  })
})

describe('what a session may do', () => {
  test.each(Object.keys(roleScopes) as Role[])('as %s is what the role has scopes for', async (role) => {
    const shop = await open()
    const person = await addPerson(shop, { role })
    for (const [name, route] of namedRoutes) {
      const body = createBody(route)
      const answer = await person.browser.send(route.method, formatTarget(route), body)
      const message: string = answer.body.error?.message ?? ''
      const isRefused = answer.status === 403 && message.startsWith(`The role ${role} lacks the scope ${route.scope}`)
      expect([name, isRefused]).toEqual([name, !hasScope(roleScopes[role], route.scope)])
      if (isRefused) expect(readProblem(answer).scope).toBe(route.scope)
    }
  })

  test('ends at once when the role is taken away', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const create = () => ann.browser.send('POST', LIST, paymentInput)
    expect((await create()).status).toBe(201)
    await setRole(shop, ann, 'accountant')
    expect(readProblem(await create())).toMatchObject({ status: 403, code: 'insufficient_scope' })
    expect((await ann.browser.send('GET', LIST)).status).toBe(200)
    await setRole(shop, ann, null)
    const refused = await ann.browser.send('GET', LIST)
    expect(readProblem(refused)).toMatchObject({ status: 403, code: 'insufficient_scope' })
  })

  test('ends at once when it is ended elsewhere', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const elsewhere = openBrowser(shop)
    await ann.signIn(elsewhere)
    await elsewhere.ask('DELETE', '/sessions')
    expect(readProblem(await ann.browser.send('GET', LIST))).toMatchObject({ status: 401, code: 'invalid_session' })
    expect((await elsewhere.send('GET', LIST)).status).toBe(200)
  })

  test('is for one merchant, which is named if there are several', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const [other, foreign] = [await addMerchant(shop), await addMerchant(shop, 'A third shop')]
    await shop.checkout.context.transact((tx) =>
      tx
        .insertInto('memberships')
        .values({ user_id: ann.id, merchant_id: other.id, role: 'accountant', created_at: shop.clock.now() })
        .execute(),
    )
    const read = (headers = {}) => ann.browser.send('GET', '/sandbox/v1/merchant', undefined, { headers })
    expect(readProblem(await read())).toMatchObject({ status: 400, code: 'missing_parameter', param: 'X-Merchant' })
    expect((await read({ 'x-merchant': other.id })).body).toMatchObject({ id: other.id })
    for (const id of [foreign.id, 'mer_x', '']) {
      expect([id, readProblem(await read({ 'x-merchant': id }))]).toMatchObject([
        id,
        { status: 404, code: 'resource_missing', param: 'X-Merchant' },
      ])
    }
    // A role at one merchant is none at another.
    const create = (id: string) => ann.browser.send('POST', LIST, paymentInput, { headers: { 'x-merchant': id } })
    expect(readProblem(await create(other.id)).code).toBe('insufficient_scope')
    const own = ann.session.merchants[0].id
    expect((await create(own)).status).toBe(201)
  })

  test("is nothing with another merchant's things", async () => {
    const shop = await open()
    const filled = await fillShop(shop)
    const other = await addMerchant(shop)
    const eve = await addPerson(shop, { email: 'eve@example.com', merchantId: other.id })
    const before = await countRows(shop)
    for (const [name, route] of namedRoutes.filter(([, { path }]) => path.includes('{id}'))) {
      for (const { id } of Object.values(filled)) {
        const body = createBody(route)
        const answer = await eve.browser.send(route.method, formatTarget(route, id), body)
        expect([name, id, readProblem(answer)]).toMatchObject([name, id, { status: 404, code: 'resource_missing' }])
      }
    }
    expect(await countRows(shop)).toEqual(before)
  })
})

describe('sensitive changes', () => {
  test('ask a user for the password again after ten minutes, each that is marked, and nothing else does', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(TEN_MINUTES)
    const before = await countRows(shop)
    const marked = namedRoutes.filter(([, route]) => route.reauthentication === 'always')
    expect(marked.map(([name]) => name)).toMatchInlineSnapshot(`
      [
        "POST /webhooks",
        "POST /webhooks/{id}/rotate",
        "POST /merchant/webhook_secret/rotate",
        "POST /wallets/prove",
        "POST /keys",
        "POST /keys/{id}/rotate",
        "DELETE /keys/{id}",
        "POST /connections",
        "DELETE /connections/{id}",
        "PATCH /users/{id}",
        "DELETE /users/{id}",
        "POST /invitations",
        "DELETE /invitations/{id}",
      ]
    `)
    const sometimes = namedRoutes.filter(([, route]) => route.reauthentication === 'sometimes')
    expect(sometimes.map(([name]) => name)).toMatchInlineSnapshot(`
      [
        "POST /payments",
        "POST /payment_links",
        "POST /refunds",
        "PATCH /webhooks/{id}",
        "PATCH /merchant",
        "PATCH /merchant/settings",
      ]
    `)
    for (const [name, route] of marked) {
      const answer = await ann.browser.send(route.method, formatTarget(route), createBody(route))
      expect([name, readProblem(answer)]).toMatchObject([
        name,
        { status: 403, type: 'permission_error', code: 'reauthentication_required' },
      ])
    }
    expect(await countRows(shop)).toEqual(before)
    for (const [name, route] of namedRoutes.filter(([, one]) => one.reauthentication === undefined)) {
      const answer = await ann.browser.send(route.method, formatTarget(route), createBody(route))
      expect([name, answer.body.error?.code]).not.toEqual([name, 'reauthentication_required'])
    }
    expect(
      (await ann.browser.ask('POST', '/reauthenticate', { password: GOOD_PASSWORD, code: ann.phone.nextCode() }))
        .status,
    ).toBe(200)
    expect((await ann.browser.send('POST', '/sandbox/v1/keys', { name: 'Shop' })).status).toBe(201)
  })

  test('never ask keys', async () => {
    const shop = await open()
    shop.clock.advance(TEN_MINUTES)
    expect((await shop.request('POST', '/sandbox/v1/keys', { body: { name: 'Shop' } })).status).toBe(201)
  })

  test('of settings are those of wallets', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const patch = (body: object) => ann.browser.send('PATCH', '/sandbox/v1/merchant/settings', body)
    expect((await patch({ wallets: { ethereum: TEST_WALLET } })).status).toBe(200)
    shop.clock.advance(TEN_MINUTES)
    expect((await patch({ settlementCurrency: 'DAI' })).status).toBe(200)
    expect(readProblem(await patch({ wallets: { ethereum: TEST_PAYER } })).code).toBe('reauthentication_required')
    expect(readProblem(await patch({ settlementNetwork: 'ethereum' })).code).toBe('reauthentication_required')
    expect((await ann.browser.send('GET', '/sandbox/v1/merchant')).body.settings).toMatchObject({
      wallets: { ethereum: TEST_WALLET },
      settlementNetwork: null,
    })
  })

  test('of webhooks, contact, payments and links are those that send money, events or payers elsewhere', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const send = (method: string, path: string, body: object) =>
      ann.browser.send(method, `${path === '/merchant' ? '' : '/sandbox'}/v1${path}`, body)
    const { body: webhook } = await send('POST', '/webhooks', { url: 'https://shop.example.com/hook' })
    const link = { ...paymentInput, title: 'Coffee' }
    await send('PATCH', '/merchant/settings', { wallets: { ethereum: TEST_WALLET } })
    shop.clock.advance(TEN_MINUTES)
    for (const [method, path, body] of [
      ['PATCH', `/webhooks/${webhook.id}`, { url: 'https://other.example.com/hook' }],
      ['PATCH', '/merchant', { supportEmail: 'eve@example.com' }],
      ['PATCH', '/merchant', { supportUrl: 'https://other.example.com' }],
      ['POST', '/payment_links', { ...link, merchantWallet: TEST_PAYER }],
      ['POST', '/payment_links', { ...link, redirectUrl: 'https://other.example.com' }],
      ['POST', '/payments', { ...paymentInput, merchantWallet: TEST_PAYER }],
      ['POST', '/payments', { ...paymentInput, webhookUrl: 'https://other.example.com' }],
    ] as const)
      expect([path, readProblem(await send(method, path, body)).code]).toEqual([path, 'reauthentication_required'])
    for (const [method, path, body] of [
      ['PATCH', `/webhooks/${webhook.id}`, { url: webhook.url, description: 'Till' }],
      ['PATCH', '/merchant', { accent: '#0a7d4f' }],
      ['POST', '/payment_links', link],
      ['POST', '/payments', paymentInput],
    ] as const)
      expect([path, (await send(method, path, body)).status]).toEqual([path, method === 'POST' ? 201 : 200])
  })

  test('of refunds are those that come to more than a thousand coins in an hour, in however many parts', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await shop.settle()
    const payments = [await shop.create({ amount: 900 }), await shop.create({ amount: 800 })]
    shop.mine(payments.map((payment) => createTransferFor(payment)))
    for (const _ of [1, 2, 3]) shop.mine()
    await shop.settle()
    shop.clock.advance(TEN_MINUTES)
    const refund = async (place: number, amount: number) => {
      const body = { paymentId: payments[place]?.id, destination: TEST_PAYER, amount }
      const answer = await ann.browser.send('POST', '/sandbox/v1/refunds', body)
      return answer.status === 201 ? answer.body : readProblem(answer).code
    }
    const first = await refund(0, 600)
    expect([await refund(0, 300), await refund(1, 101)]).toMatchObject([{ amount: 300 }, 'reauthentication_required'])
    expect(await refund(1, 99)).toMatchObject({ amount: 99 })
    // A cancelled change has gone nowhere.
    await shop.checkout.sandbox.refunds.cancel(first.id)
    expect(await refund(1, 200)).toMatchObject({ amount: 200 })
    expect(await refund(1, 402)).toBe('reauthentication_required')
    shop.clock.advance(3_600_000)
    expect(await refund(1, 402)).toMatchObject({ amount: 402 })
  })

  test('of refunds are those of more than a thousand coins', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await shop.settle()
    const payment = await shop.create({ amount: 3_000 })
    shop.mine([createTransferFor(payment)])
    for (const _ of [1, 2, 3]) shop.mine()
    await shop.settle()
    shop.clock.advance(TEN_MINUTES)
    const refund = (amount?: number) =>
      ann.browser.send('POST', '/sandbox/v1/refunds', {
        ...{ paymentId: payment.id, destination: TEST_PAYER },
        ...(amount ? { amount } : {}),
      })
    expect((await refund(999)).status).toBe(201)
    for (const amount of [1_001, undefined]) {
      expect(readProblem(await refund(amount)).code).toBe('reauthentication_required')
    }
    await ann.browser.ask('POST', '/reauthenticate', { password: GOOD_PASSWORD, code: ann.phone.nextCode() })
    expect((await refund()).status).toBe(201)
  })
})

test('a cashier takes payments to the wallets of the settings only', async () => {
  const shop = await open()
  const cashier = await addPerson(shop, { role: 'cashier' })
  const create = (input: object) => cashier.browser.send('POST', LIST, { ...paymentInput, ...input })
  const refused = { status: 403, code: 'insufficient_scope', param: 'merchantWallet' }
  expect(readProblem(await create({ merchantWallet: TEST_PAYER }))).toMatchObject(refused)
  expect(readProblem(await create({}))).toMatchObject(refused)
  await shop.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET } })
  expect((await create({})).status).toBe(201)
  expect((await create({ merchantWallet: TEST_WALLET.toLowerCase() })).status).toBe(201)
  const alternative = { cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: TEST_PAYER }
  expect(readProblem(await create({ alternatives: [alternative] }))).toMatchObject(refused)
  const manager = await addPerson(shop, { email: 'bob@example.com', role: 'manager' })
  expect((await manager.browser.send('POST', LIST, { ...paymentInput, merchantWallet: TEST_PAYER })).status).toBe(201)
})

describe('a cashier sees the payments that it made in the last day', () => {
  let shop: Shop
  let cashier: Person
  /** One is of the day before, two are the cashier's, one is another cashier's and one the shop's. */
  let payments: readonly Payment[]

  const seen = () => payments.slice(1, 3).map(({ id }) => id)
  const list = async (person: Person, query: string) => {
    const { data, totalCount } = (await person.browser.send('GET', `${LIST}?${query}`)).body
    return { ids: (data as Payment[]).map(({ id }) => id).toSorted(), totalCount }
  }

  beforeAll(async () => {
    shop = await open()
    await shop.settle()
    await shop.checkout.sandbox.merchant.updateSettings({ wallets: { ethereum: TEST_WALLET } })
    cashier = await addPerson(shop, { role: 'cashier' })
    const other = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
    const pay = async (made: readonly Payment[]) => {
      shop.mine(made.map((payment) => createTransferFor(payment)))
      for (let block = 0; block < 4; block++) shop.mine()
      await shop.settle()
      return made
    }
    const make = async ({ browser }: Person, amount: number): Promise<Payment> =>
      (await browser.send('POST', LIST, { ...paymentInput, amount, reference: 'A-1' })).body
    const old = await pay([await make(cashier, 10)])
    shop.clock.advance(25 * HOUR_MS)
    for (const person of [cashier, other]) await person.signIn()
    const fresh = [await make(cashier, 11), await make(cashier, 12), await make(other, 13)]
    payments = [...old, ...(await pay([...fresh, await shop.create({ amount: 14, reference: 'A-1' })]))]
  })

  test.each([
    ...['', 'status=completed', 'reference=A-1', 'q=A-1', 'q=A-1&status=completed', 'network=ethereum&limit=100'],
    ...['q=a-', 'q=0x70', `q=${TEST_WALLET.slice(0, 9)}`, `q=${TEST_PAYER.slice(0, 9)}…${TEST_PAYER.slice(-4)}`],
  ])('in the list: %s', async (query) => {
    expect(await list(cashier, query)).toEqual({ ids: seen().toSorted(), totalCount: 2 })
    expect((await shop.request('GET', `${LIST}?${query}`)).body.totalCount).toBe(5)
  })

  test('page by page, and by id', async () => {
    const [first] = seen()
    const page = (await cashier.browser.send('GET', `${LIST}?limit=1`)).body
    expect(page).toMatchObject({ hasMore: true, totalCount: 2 })
    expect(await list(cashier, `limit=1&starting_after=${page.data[0].id}`)).toEqual({ ids: [first], totalCount: 2 })
    for (const { id } of payments) {
      const answer = await cashier.browser.send('GET', `${LIST}/${id}`)
      expect(answer.status).toBe(seen().includes(id) ? 200 : 404)
      expect((await list(cashier, `q=${id}`)).totalCount).toBe(seen().includes(id) ? 1 : 0)
      expect(await list(cashier, `reference=A-1&created_lt=2020-01-01T00:00:00Z`)).toMatchObject({ totalCount: 0 })
    }
  })

  test('in the overview', async () => {
    const read = async (person: Person): Promise<Overview> => {
      const days = `from=${payments[0]?.createdAt.slice(0, 10)}`
      return (await person.browser.send('GET', `/sandbox/v1/overview?${days}`)).body
    }
    const amount = (of: readonly Payment[]) => of.reduce((sum, { amountDue }) => sum + Number(amountDue), 0).toFixed(6)
    const own = { network: 'ethereum', cryptocurrency: 'USDC', amount: amount(payments.slice(1, 3)), payments: 2 }
    const shown = await read(cashier)
    expect([shown.totals, shown.received.map(({ payments }) => payments)]).toEqual([[own], [2]])
    const accountant = await addPerson(shop, { email: 'acc@example.com', role: 'accountant' })
    expect((await read(accountant)).totals).toEqual([{ ...own, amount: amount(payments), payments: 5 }])
  })

  test('and exports none, as support does', async () => {
    const roles: Readonly<Record<Role, number>> = {
      owner: 200,
      manager: 200,
      accountant: 200,
      support: 403,
      cashier: 403,
    }
    for (const [role, status] of Object.entries(roles)) {
      await setRole(shop, cashier, role as Role)
      expect([role, (await cashier.browser.send('GET', `${LIST}/export`)).status]).toEqual([role, status])
      expect([role, (await list(cashier, '')).totalCount]).toEqual([role, role === 'cashier' ? 2 : 5])
    }
    const reader = await shop.makeKey('sandbox', ['payments:read'])
    expect((await shop.request('GET', `${LIST}/export`, { key: reader })).status).toBe(200)
    expect((await shop.request('GET', LIST, { key: reader })).body.totalCount).toBe(5)
  })

  test('in searches, whatever those of others are found by', async () => {
    const { id } = await shop.create({ amount: 15, reference: 'a-' })
    expect((await shop.request('GET', `${LIST}?q=a-`)).body.data.map((one: Payment) => one.id)).toEqual([id])
    expect(await list(cashier, 'q=a-')).toEqual({ ids: seen().toSorted(), totalCount: 2 })
    for (const query of ['q=€13,00', 'q=14,00 €', 'q=13.00 EUR']) {
      expect((await shop.request('GET', `${LIST}?${encodeURI(query)}`)).body.totalCount).toBe(1)
      expect(await list(cashier, encodeURI(query))).toEqual({ ids: [], totalCount: 0 })
    }
  })
})
