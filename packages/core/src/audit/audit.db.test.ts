import type { AuditEntry } from '@crypto-checkout/api-types'
import { Wallet } from 'ethers/wallet'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { callRoute } from '../api/call-route.ts'
import { commitPlainly } from '../context/context.ts'
import { toCustomer } from '../customers/email.ts'
import { replaceEmail } from '../customers/store.ts'
import type { AuditRule, Route } from '../http/route.ts'
import { revokeApiKey } from '../merchants/keys/revoke.ts'
import { giveWallet, shareWallet } from '../merchants/wallets/share.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { logos, paymentInput, TEST_PAYER, TEST_WALLET } from '../testing/index.ts'
import { openMethodsShop } from '../testing/methods.ts'
import { insertPerson } from '../testing/people.ts'
import {
  addMerchant,
  allRoutes,
  connectionRequest,
  connectShop,
  fillShop,
  formatTarget,
  openShop,
  readProblem,
  TEST_SMTP,
} from '../testing/shop.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { listAuditAsOperator } from './list.ts'

type Shop = Awaited<ReturnType<typeof openShop>>
type Filled = Awaited<ReturnType<typeof fillShop>>
type Call = {
  readonly id?: string
  readonly body?: object
  /** The object that the entry names. Default: the id of the path, else the one of the answer. */
  readonly target?: string | null
  readonly before?: object | null
  readonly after?: object | null
  /** The number of its parts that change with it, which have entries of their own. */
  readonly parts?: number
}

const API = '/sandbox/v1'
const AUDIT = `${API}/audit`
const HOOK = 'https://shop.example.com/hook'

let shop: Shop
let filled: Filled

beforeAll(async () => {
  shop = await openShop({ production: { networks: {} }, smtp: TEST_SMTP })
  filled = await fillShop(shop)
})

async function listEntries(query = '?limit=100', key = shop.key): Promise<AuditEntry[]> {
  return (await shop.request('GET', `${AUDIT}${query}`, { key })).body.data
}

async function signChallenge() {
  const signer = new Wallet(`0x${'5b'.repeat(32)}`)
  const wallet = { network: 'ethereum', address: signer.address } as const
  const { message } = await shop.checkout.sandbox.wallets.challenge(wallet)
  return { ...wallet, message, signature: await signer.signMessage(message) }
}

const addWebhook = () => shop.checkout.sandbox.webhooks.create({ url: HOOK })
const hook = { url: HOOK, events: ['*'], description: null, status: 'enabled' }

const invited = { email: 'carl@example.com', role: 'support' } as const

/** A call of each route that changes something, and what the log shows of it. */
const calls: Readonly<Record<string, () => Call | Promise<Call>>> = {
  cancelPayment: async () => ({
    id: (await shop.create()).id,
    before: { status: 'created' },
    after: { status: 'cancelled' },
  }),
  acceptPayment: () => ({
    id: filled.partlyPaid.id,
    before: { status: 'partially_paid', exceptions: [] },
    after: { status: 'completed', exceptions: ['underpaid', 'manual'] },
  }),
  resendReceipt: async () => {
    const { id } = filled.completed
    const { context, sandbox } = shop.checkout
    const { id: merchantId } = await sandbox.merchant.retrieve()
    await sandbox.merchant.updateSettings({ customerReceipts: 'given' })
    const customer = toCustomer(context, { merchantId, livemode: false }, 'ann@example.com')
    await context.transact((tx) => replaceEmail(tx, { ...customer, payment_id: id }))
    return { id, after: { receipts: 1 } }
  },
  createPaymentLink: () => ({
    body: { ...paymentInput, title: 'Tea' },
    after: {
      ...{ active: true, title: 'Tea', limit: null, amount: 10, minimum: null, maximum: null, currency: 'USD' },
      ...{ cryptocurrency: 'USDC', network: 'ethereum', merchantWallet: TEST_WALLET, expiresAt: null },
    },
  }),
  updatePaymentLink: () => ({
    id: filled.link.id,
    body: { active: false, title: filled.link.title },
    before: { active: true },
    after: { active: false },
  }),
  assignTransfer: () => ({
    id: filled.unattributed.id,
    body: { paymentId: filled.created.id, reason: 'The payer wrote to us.' },
    before: { payment: null, assignedBy: null, reason: null },
    after: { payment: filled.created.id, assignedBy: 'merchant', reason: 'The payer wrote to us.' },
  }),
  createRefund: () => ({
    body: { paymentId: filled.completed.id, amount: 0.5, destination: TEST_PAYER, reference: 'R-1', reason: '=1+1' },
    after: {
      ...{ paymentId: filled.completed.id, amount: 0.5, currency: 'USD', cryptoAmount: expect.any(String) },
      ...{ cryptocurrency: 'USDC', network: 'ethereum', destination: TEST_PAYER, destinationMemo: null },
      ...{ reference: 'R-1', reason: '=1+1', status: 'pending' },
    },
  }),
  cancelRefund: () => ({ id: filled.refund.id, before: { status: 'pending' }, after: { status: 'cancelled' } }),
  createWebhook: () => ({ body: { url: HOOK }, after: hook }),
  updateWebhook: async () => ({
    id: (await addWebhook()).id,
    body: { url: `${HOOK}/2`, enabled: false },
    before: { url: HOOK, status: 'enabled' },
    after: { url: `${HOOK}/2`, status: 'disabled' },
  }),
  deleteWebhook: async () => ({ id: (await addWebhook()).id, before: hook, after: null }),
  rotateWebhook: async () => ({ id: (await addWebhook()).id, after: {} }),
  pingWebhook: async () => ({
    id: (await addWebhook()).id,
    after: { delivery: expect.stringMatching(/^dlv_/) },
  }),
  resendFailedDeliveries: async () => ({
    id: (await addWebhook()).id,
    body: { since: '2026-01-01T00:00:00Z' },
    after: { deliveries: 0 },
  }),
  rotateWebhookSecret: () => ({ target: null, after: {} }),
  resendDelivery: () => ({ id: filled.delivery.id, after: { event: filled.delivery.event, url: HOOK } }),
  createSettlements: () => ({ target: null, after: { settlements: expect.any(Array) } }),
  updateMerchant: () => ({
    body: { name: 'Beans', logo: logos.png },
    before: { name: 'My shop', logo: null },
    after: { name: 'Beans', logo: expect.stringContaining('/logo/') },
  }),
  updateSettings: async () => ({
    body: { wallets: { ethereum: TEST_WALLET }, settlementCurrency: 'USDC' },
    before: { wallets: {} },
    after: { wallets: { ethereum: TEST_WALLET } },
  }),
  proveWallet: async () => ({
    body: await signChallenge(),
    after: { networks: ['ethereum'], access: 'owner' },
  }),
  createKey: () => ({
    body: { name: 'Till', scopes: ['payments:write'] },
    after: { name: 'Till', scopes: ['payments:write'], requireSignature: false, wallets: 'any' },
  }),
  rotateKey: () => ({ id: filled.apiKey.id, after: { successor: expect.stringMatching(/^key_/) } }),
  revokeKey: async () => ({
    id: (await shop.makeKey('sandbox')).id,
    before: { status: 'active' },
    after: { status: 'revoked' },
  }),
  createConnection: () => ({
    body: { ...connectionRequest, scopes: ['payments:write'] },
    after: {
      ...{ clientName: 'Example shop', clientUri: 'https://shop.example.com/' },
      ...{ webhookUrl: HOOK, scopes: ['payments:write'] },
    },
  }),
  endConnection: async () => {
    const { id, webhook } = await connectShop(shop)
    const [before, after] = [
      { status: 'active', webhook: webhook.id },
      { status: 'ended', webhook: null },
    ]
    return { id, before, after, parts: 2 }
  },
  updateUser: async () => ({
    id: await insertPerson(shop, { email: 'ann@example.com', role: 'support' }),
    body: { role: 'cashier' },
    before: { role: 'support' },
    after: { role: 'cashier' },
  }),
  removeUser: async () => ({
    id: await insertPerson(shop, { email: 'bob@example.com', role: 'cashier' }),
    before: { email: 'bob@example.com', role: 'cashier' },
    after: null,
  }),
  createInvitation: () => ({ body: invited, after: invited }),
  deleteInvitation: async () => ({
    id: (await shop.checkout.sandbox.invitations.create({ ...invited, email: 'dora@example.com' })).id,
    before: { ...invited, email: 'dora@example.com' },
    after: null,
  }),
}

const changing = allRoutes.filter(([, { method }]) => method !== 'GET')
const isAudited = ({ audit }: Route): boolean => typeof audit === 'object'

test('each route that changes something says what is recorded of it, or why nothing is', () => {
  const unaudited = changing.flatMap(([, { name, audit }]) => (typeof audit === 'string' ? [`${name}: ${audit}`] : []))
  expect(unaudited).toEqual([
    'challengeWallet: changes nothing',
    'previewConnection: changes nothing',
    'exchangeConnectionCode: its verb records it',
    'payTestPayment: local networks only',
    'expireTestPayment: local networks only',
  ])
  expect(changing.filter(([, { audit }]) => audit === undefined)).toEqual([])
  expect(allRoutes.filter(([, { method, audit }]) => method === 'GET' && audit !== undefined)).toEqual([])
})

const isOfProgramsToo = ({ audit }: Route) => !(audit as AuditRule).peopleOnly
const recorded = changing.filter(([, route]) => isAudited(route) && isOfProgramsToo(route))

describe.each(recorded)('%s', (_name, route) => {
  test('writes one entry: who, from where, what, before and after, without a secret', async () => {
    const make = calls[route.name]
    if (!make) throw new Error(`say how ${route.name} is called`)
    const call = await make()
    const before = await listEntries('?limit=1')
    const { id = '', body } = call
    const sent = { ...(body && { body }), address: '198.51.100.9' }
    const answer = await shop.request(route.method, formatTarget(route, id), sent)
    expect([answer.status, answer.body.error]).toEqual([route.status, undefined])
    const entries = await listEntries(`?limit=${2 + (call.parts ?? 0)}`)
    const [entry] = entries
    expect(entries.at(-1)?.id).toBe(before[0]?.id)
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      object: 'audit_entry',
      operation: route.name,
      actor: shop.key.id,
      address: '198.51.100.9',
      requestId: answer.headers['x-request-id'],
      target: {
        object: (route.audit as AuditRule).object,
        id: call.target === undefined ? id || answer.body.id : call.target,
      },
      before: call.before ?? null,
      after: call.after ?? null,
      livemode: false,
      createdAt: new Date(shop.clock.now()).toISOString(),
    })
    const secrets = JSON.stringify(answer.body).match(/(?:(?:whsec|sk_test)_|invitation#)[\w+/=-]+/g) ?? []
    for (const secret of secrets) expect(JSON.stringify(entry)).not.toContain(secret)
  })
})

test('a refund that asks the payer for an address keeps the link of that page to itself', async () => {
  const body = { paymentId: filled.completed.id, amount: 0.1 }
  const { url } = (await shop.request('POST', `${API}/refunds`, { body })).body.nextAction
  expect(url).toContain('/refund/')
  expect(JSON.stringify(await listEntries('?limit=1'))).not.toContain(url.split('/').at(-1))
})

test('what programs do all day is recorded of people alone', async () => {
  const own = await openMethodsShop()
  const { context } = own.checkout
  const { id: merchantId } = await own.checkout.merchant.retrieve()
  const other = { cryptocurrency: 'DAI', network: 'ethereum' } as const
  const body = { ...paymentInput, alternatives: [other] }
  const { id } = (await own.request('POST', `${API}/payments`, { body })).body
  await own.request('POST', `${API}/payments/${id}/method`, { body: other })
  await own.checkout.sandbox.payments.create(body)
  const by = 'usr_00000000000000000000000000'
  const request = { id: 'req_1', address: '198.51.100.9' }
  const caller = { merchantId, livemode: false, by, scopes: null, request, ...commitPlainly(context) } as const
  const input = { id: '', query: {}, body: paymentRoutes.create.body.parse(body) }
  const { id: made } = await callRoute(context, paymentRoutes.create, caller, input)
  await callRoute(context, paymentRoutes.choose, caller, { id: made, query: {}, body: other })
  const { data } = (await own.request('GET', `${AUDIT}?object=payment`)).body
  const author = { actor: by, address: request.address, requestId: request.id }
  const target = { object: 'payment', id: made }
  expect(data).toMatchObject([
    {
      ...{ operation: 'choosePaymentMethod', ...author, target },
      ...{ before: { cryptocurrency: 'USDC' }, after: { cryptocurrency: 'DAI' } },
    },
    {
      ...{ operation: 'createPayment', ...author, target, before: null },
      after: {
        ...{ amount: 10, currency: 'USD', reference: null, merchantWallet: TEST_WALLET },
        ...{ cryptocurrency: 'USDC', network: 'ethereum' },
      },
    },
  ])
})

test('what changes nothing is not recorded: refusals, repeats, and values that are there already', async () => {
  const { id } = await addWebhook()
  const { id: cancelled } = await shop.create()
  await shop.request('POST', `${API}/payments/${cancelled}/cancel`)
  const headers = { 'idempotency-key': 'audit' }
  await shop.request('POST', `${API}/webhooks`, { body: { url: HOOK }, headers })
  const before = await listEntries()
  const quiet = [
    await shop.request('PATCH', `${API}/webhooks/${id}`, { body: { url: HOOK } }),
    await shop.request('POST', `${API}/payments/${cancelled}/cancel`),
    await shop.request('POST', `${API}/webhooks`, { body: { url: HOOK }, headers }),
    await shop.request('PATCH', `${API}/merchant/settings`, { body: {} }),
  ]
  expect(quiet.map(({ status }) => status)).toEqual([200, 200, 201, 200])
  const refused = [
    await shop.request('DELETE', `${API}/webhooks/wh_00000000000000000000000000`),
    await shop.request('POST', `${API}/payments/${filled.completed.id}/cancel`),
    await shop.request('DELETE', `${API}/keys/${shop.key.id}`),
  ]
  expect(refused.map(({ status }) => status)).toEqual([404, 400, 400])
  expect(await listEntries()).toEqual(before)
})

test('a change whose entry cannot be written does not happen', async () => {
  const { db, transact } = shop.checkout.context
  const rename = (from: string, to: string) =>
    transact((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx))
  const listed = await shop.checkout.sandbox.webhooks.list()
  await rename('audit_log', 'away')
  try {
    expect((await shop.request('POST', `${API}/webhooks`, { body: { url: HOOK } })).status).toBe(500)
  } finally {
    await rename('away', 'audit_log')
  }
  expect(await shop.checkout.sandbox.webhooks.list()).toEqual(listed)
  expect(await db.selectFrom('audit_log').select('id').execute()).not.toEqual([])
})

describe('the database', () => {
  const attempts: [string, (shop: Shop, row: { id: string; seq: number }) => Promise<unknown>][] = [
    [
      'change',
      ({ checkout }) => checkout.context.transact((tx) => tx.updateTable('audit_log').set({ actor: 'x' }).execute()),
    ],
    ['delete', ({ checkout }) => checkout.context.transact((tx) => tx.deleteFrom('audit_log').execute())],
    [
      'replace',
      ({ checkout }, { id }) =>
        checkout.context.transact((tx) =>
          tx
            .insertInto('audit_log')
            .values((eb) => ({
              ...{ id, livemode: false, created_at: 1, operation: 'createKey', actor: 'x', object: 'api_key' },
              ...{ merchant_id: eb.val(null), address: null, request_id: null, object_id: null },
              ...{ fields_before: null, fields_after: null },
            }))
            .onConflict((conflict) => conflict.column('id').doUpdateSet({ actor: 'x' }))
            .execute(),
        ),
    ],
    isOnPostgres()
      ? ['truncate', ({ checkout }) => checkout.context.transact((tx) => sql`truncate audit_log`.execute(tx))]
      : [
          'insert in the place of',
          ({ checkout }, { id, seq }) =>
            checkout.context.transact((tx) =>
              sql`insert or replace into audit_log (seq, id, livemode, created_at, operation, actor, object)
                values (${seq}, ${id}, 0, 1, 'x', 'x', 'x')`.execute(tx),
            ),
        ],
  ]
  test.each(attempts)('does not let a program %s entries', async (_name, attempt) => {
    const { db } = shop.checkout.context
    const read = () => db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
    const before = await read()
    const [row] = before
    if (!row) throw new Error('there is no entry')
    await expect(attempt(shop, row)).rejects.toThrow(/audit log cannot be/)
    expect(await read()).toEqual(before)
  })
})

test('no route changes or deletes an entry', async () => {
  const own = await openShop()
  const items = await fillShop(own)
  const read = () => own.checkout.context.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
  const before = await read()
  const [entry] = before
  const ids = [...Object.values(items).map(({ id }) => id), entry?.id ?? '']
  for (const [, route] of allRoutes)
    for (const id of route.path.includes('{id}') ? ids : ['']) {
      const body = route.method === 'GET' ? {} : { body: {} }
      await own.request(route.method, formatTarget(route, id), body)
    }
  expect((await read()).slice(0, before.length)).toEqual(before)
  for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
    expect((await own.request(method, `${AUDIT}/${entry?.id}`)).status).toBe(404)
    expect((await own.request(method, AUDIT)).status).toBe(404)
  }
})

describe('the list', () => {
  test('is filtered by actor, object, kind, operation and time, counts, and pages without a skip', async () => {
    const own = await openShop()
    const second = await own.makeKey('sandbox')
    const webhooks: string[] = []
    for (const key of [own.key, second, own.key]) {
      webhooks.push((await own.request('POST', `${API}/webhooks`, { body: { url: HOOK }, key })).body.id)
      own.clock.advance(1_000)
    }
    await own.request('DELETE', `${API}/webhooks/${webhooks[1]}`)
    await own.checkout.sandbox.merchant.updateSettings({ settlementCurrency: 'DAI' })
    const at = (seconds: number) => new Date(own.clock.now() - seconds * 1_000).toISOString()
    const list = async (query: string) => {
      const seen: string[] = []
      let last: string | undefined
      for (;;) {
        const cursor = last === undefined ? '' : `&starting_after=${last}`
        const { body } = await own.request('GET', `${AUDIT}?limit=2${query}${cursor}`)
        seen.push(
          ...body.data.map(({ operation, target }: AuditEntry) => `${operation} ${webhooks.indexOf(target.id ?? '')}`),
        )
        if (!body.hasMore) {
          expect(body.totalCount).toBe(seen.length)
          return seen
        }
        last = body.data.at(-1)?.id
      }
    }
    const all = ['updateSettings -1', 'deleteWebhook 1', 'createWebhook 2', 'createWebhook 1', 'createWebhook 0']
    expect((await list('')).slice(0, 5)).toEqual(all)
    expect(await list(`&actor=${second.id}`)).toEqual(['createWebhook 1'])
    expect(await list('&actor=in_process')).toEqual(['updateSettings -1'])
    expect(await list(`&object=${webhooks[1]}`)).toEqual(['deleteWebhook 1', 'createWebhook 1'])
    expect(await list('&object=webhook')).toEqual(all.slice(1))
    expect(await list('&operation=createWebhook')).toEqual(all.slice(2))
    expect(await list(`&object=webhook&created_gte=${at(2)}`)).toEqual([
      'deleteWebhook 1',
      'createWebhook 2',
      'createWebhook 1',
    ])
    expect(await list(`&object=webhook&created_gte=${at(2)}&created_lt=${at(0)}`)).toEqual([
      'createWebhook 2',
      'createWebhook 1',
    ])
    expect(await list('&object=eip155:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toEqual([])
  })

  test('has nothing of other merchants and of the other environment', async () => {
    const other = await addMerchant(shop)
    const production = await shop.makeKey('production')
    const [entry] = await listEntries()
    for (const [key, base] of [
      [other.sandbox, API],
      [other.production, '/v1'],
      [production, '/v1'],
    ] as const) {
      const { data } = (await shop.request('GET', `${base}/audit?limit=100`, { key })).body
      for (const { target, livemode } of data as AuditEntry[]) {
        expect(livemode).toBe(base === '/v1')
        if (key !== production) expect([other.id, other.sandbox.id, other.production.id]).toContain(target.id)
      }
      const refused = await shop.request('GET', `${base}/audit?starting_after=${entry?.id}`, { key })
      expect(readProblem(refused)).toMatchObject({ code: 'invalid_cursor', param: 'starting_after' })
    }
  })

  test('shows what the operator does to a merchant', async () => {
    const { context } = shop.checkout
    const { id, sandbox, production } = await addMerchant(shop, 'Tea & Co')
    const own = (await shop.request('GET', '/v1/audit', { key: production })).body.data
    expect(own).toMatchObject([
      { operation: 'createKey', actor: 'command_line', target: { id: production.id } },
      {
        operation: 'createMerchant',
        target: { object: 'merchant', id },
        before: null,
        after: { name: 'Tea & Co', accent: null, plan: 'starter' },
      },
    ])
    await revokeApiKey(context, sandbox.id)
    await shareWallet(context, { address: TEST_PAYER, merchantId: id })
    await giveWallet(context, { address: TEST_WALLET, merchantId: id })
    const all = await listAuditAsOperator(context, null, 4)
    const wallet = (address: string) => ({ object: 'wallet', id: `eip155:${address}` })
    expect(all).toMatchObject([
      {
        operation: 'giveWallet',
        merchant: id,
        target: wallet(TEST_WALLET),
        before: { access: null },
        after: { access: 'owner' },
      },
      {
        operation: 'giveWallet',
        target: wallet(TEST_WALLET),
        before: { access: 'owner' },
        after: { access: 'refused' },
      },
      {
        operation: 'shareWallet',
        merchant: id,
        target: wallet(TEST_PAYER),
        before: { access: null },
        after: { access: 'owner' },
      },
      {
        operation: 'revokeKey',
        merchant: id,
        target: { id: sandbox.id },
        before: { status: 'active' },
        after: { status: 'revoked' },
      },
    ])
    expect(await listAuditAsOperator(context, id, 100)).toHaveLength(6)
  })
})

describe('the file', () => {
  const download = async (own: Shop, query: string) => {
    const { url, expiresAt } = (await own.request('GET', `${AUDIT}/export${query}`)).body
    const { pathname, search } = new URL(url)
    return {
      expiresAt,
      target: `${pathname}${search}`,
      get: () => own.request('GET', `${pathname}${search}`, { key: null }),
    }
  }

  test('has what the list has, as text that no spreadsheet runs', async () => {
    const own = await openShop()
    const body = { url: HOOK, description: '=HYPERLINK("x"), "quoted"\n@' }
    await own.request('POST', `${API}/webhooks`, { body, address: '=cmd' })
    await own.request('POST', `${API}/keys`, { body: { name: 'Till' } })
    const file = await download(own, '?object=webhook')
    const answer = await file.get()
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/csv; charset=utf-8' } })
    const [entry] = (await own.request('GET', `${AUDIT}?object=webhook`)).body.data as AuditEntry[]
    const after = JSON.stringify(entry?.after).replaceAll('"', '""')
    expect(answer.body).toBe(
      `created_at,operation,actor,address,object,object_id,before,after,request_id,id\r\n${[
        ...[entry?.createdAt, 'createWebhook', own.key.id, 'unknown', 'webhook', entry?.target.id, '', `"${after}"`],
        ...[entry?.requestId, entry?.id],
      ].join()}\r\n`,
    )
  })

  test('opens for an hour, by its own link alone', async () => {
    const own = await openShop()
    await own.makeKey('sandbox')
    const file = await download(own, '?operation=createKey&created_gte=2026-01-01')
    expect((await file.get()).body.split('\r\n')).toHaveLength(4)
    const forged = [
      file.target.replace('createKey', 'revokeKey'),
      file.target.replace('&operation=createKey', ''),
      file.target.replace('livemode=false', 'livemode=true'),
      file.target.replace('&expires=', '&object=webhook&expires='),
      file.target.replace(/expires=\d/, 'expires=9'),
      file.target.replace(/signature=.*/, 'signature='),
      '/reports/audit.csv',
      '/reports/audit.csv?expires=9&signature=x',
    ]
    for (const target of forged)
      expect([target, (await own.request('GET', target, { key: null })).status]).toEqual([target, 404])
    expect(file.expiresAt).toBe(new Date(own.clock.now() + 3_600_000).toISOString())
    own.clock.advance(3_599_999)
    expect((await file.get()).status).toBe(200)
    own.clock.advance(1)
    expect((await file.get()).status).toBe(404)
  })
})
