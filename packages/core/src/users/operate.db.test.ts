import { describe, expect, test } from 'vitest'
import type { CheckoutError } from '../domain/error.ts'
import { addPerson, GOOD_PASSWORD, insertPerson, openBrowser, openPhone } from '../testing/people.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'
import {
  changeRoleAsOperator,
  inviteAsOperator,
  inviteFirstOwner,
  listUsersAsOperator,
  removeUserAsOperator,
} from './operate.ts'
import { resetUserAsOperator } from './reset.ts'

const MINUTE_MS = 60_000

const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>

const readToken = (url: string | null) => url?.split('#')[1] ?? ''

async function accept(shop: Shop, url: string | null, email?: string) {
  const [token, browser] = [readToken(url), openBrowser(shop)]
  const opened = await browser.ask('POST', '/invitation', { token, ...(email && { email }) })
  if (opened.status !== 200) return opened
  const first = openPhone(shop, opened.body.totp).enrol()
  return browser.ask('POST', '/invitation/accept', {
    token,
    password: GOOD_PASSWORD,
    ...first,
    ...(email && { email }),
  })
}

const refuse = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: CheckoutError) => [error.code, error.param],
  )

async function readOwn(shop: Shop, merchantId?: string) {
  const rows = await shop.checkout.context.db.selectFrom('audit_log').selectAll().orderBy('seq').execute()
  return (
    rows
      .filter(
        ({ object, merchant_id }) => /user|invitation/.test(object) && (!merchantId || merchant_id === merchantId),
      )
      // Changes by users of their own accounts are tested elsewhere.
      .filter(({ operation, actor, object_id }) => operation !== 'acceptInvitation' || actor !== object_id)
      .filter(({ operation, fields_after }) => operation !== 'changePassword' || fields_after !== '{"reset":true}')
      .map(({ operation, actor, livemode, fields_before, fields_after }) => {
        expect([actor, livemode]).toEqual(['command_line', true])
        return [operation, JSON.parse(fields_before ?? 'null'), JSON.parse(fields_after ?? 'null')]
      })
  )
}

describe('the link of the first start', () => {
  test('makes the first owner, once; each start makes another one and ends the former', async () => {
    const shop = await open()
    const { context } = shop.checkout
    const former = await inviteFirstOwner(context)
    const url = await inviteFirstOwner(context)
    expect(url).toMatch(/^https:\/\/pay\.example\.com\/dashboard\/invitation#[\w-]{43}$/)
    expect(readProblem(await accept(shop, former, 'eve@example.com')).code).toBe('invalid_invitation')
    // It is no invitation of the merchant's own.
    expect((await shop.checkout.invitations.list()).data).toEqual([])
    const answer = await accept(shop, url, 'ann@example.com')
    expect(answer.body).toMatchObject({ user: { email: 'ann@example.com' }, merchants: [{ role: 'owner' }] })
    expect(readProblem(await accept(shop, url, 'eve@example.com')).code).toBe('invalid_invitation')
    expect(await inviteFirstOwner(context)).toBeNull()
    const made = ['createInvitation', null, { email: null, role: 'owner' }]
    expect(await readOwn(shop)).toEqual([made, made])
  })

  test('lasts a quarter of an hour', async () => {
    const shop = await open()
    const url = await inviteFirstOwner(shop.checkout.context)
    shop.clock.advance(15 * MINUTE_MS)
    expect(readProblem(await accept(shop, url, 'ann@example.com')).code).toBe('invalid_invitation')
  })

  test('names localhost where the checkout is on this machine', async () => {
    const shop = await openShop({ dashboard: true, publicUrl: 'http://127.0.0.1:3000/shop' })
    expect(await inviteFirstOwner(shop.checkout.context)).toMatch(
      /^http:\/\/localhost:3000\/shop\/dashboard\/invitation#/,
    )
  })
})

describe('an invitation of the operator', () => {
  test('makes an owner first, then what is named, at any merchant', async () => {
    const shop = await open()
    const { context } = shop.checkout
    const other = await addMerchant(shop)
    expect(await refuse(inviteAsOperator(context, undefined, { role: 'cashier' }))).toEqual([
      'invalid_parameter',
      'role',
    ])
    const first = await inviteAsOperator(context, undefined, {})
    expect(first).toMatchObject({ email: null, role: 'owner' })
    expect(Date.parse(first.expiresAt) - shop.clock.now()).toBe(15 * MINUTE_MS)
    expect((await accept(shop, first.url, 'ann@example.com')).body.merchants).toMatchObject([{ role: 'owner' }])
    expect(readProblem(await accept(shop, first.url, 'eve@example.com')).code).toBe('invalid_invitation')
    expect(await refuse(inviteAsOperator(context, undefined, {}))).toEqual(['missing_parameter', 'role'])
    const bob = { email: 'bob@example.com', role: 'support' }
    const second = await inviteAsOperator(context, undefined, bob)
    expect(Date.parse(second.expiresAt) - shop.clock.now()).toBe(7 * 86_400_000)
    expect((await accept(shop, second.url)).body.merchants).toMatchObject([{ role: 'support' }])
    expect(await inviteAsOperator(context, other.id, { email: 'eve@example.com' })).toMatchObject({
      ...{ merchant: other.id, role: 'owner' },
    })
    expect(await refuse(inviteAsOperator(context, 'mer_x', {}))).toEqual(['resource_missing', null])
    expect(await refuse(inviteAsOperator(context, other.id, { email: 'eve' }))).toEqual(['invalid_parameter', 'email'])
    expect(await refuse(inviteAsOperator(context, undefined, bob))).toEqual(['invalid_state', null])
    expect(await readOwn(shop)).toEqual([
      ['createInvitation', null, { email: null, role: 'owner' }],
      ['createInvitation', null, bob],
      ['createInvitation', null, { email: 'eve@example.com', role: 'owner' }],
    ])
  })
})

describe('a reset by the operator', () => {
  test('ends sessions and former links at once, and credentials once its link is used', async () => {
    const shop = await open()
    const { context } = shop.checkout
    const ann = await addPerson(shop)
    const former = await resetUserAsOperator(context, 'ANN@example.com')
    expect(former).toMatchObject({ user: ann.id, email: 'ann@example.com' })
    expect(readProblem(await ann.browser.ask('GET', '/session')).code).toBe('invalid_session')
    expect((await ann.signIn()).status).toBe(200)
    const { url, expiresAt } = await resetUserAsOperator(context, ann.email)
    expect(Date.parse(expiresAt) - shop.clock.now()).toBe(60 * MINUTE_MS)
    expect(readProblem(await accept(shop, former.url)).code).toBe('invalid_invitation')
    const answer = await accept(shop, url)
    expect(answer.body).toMatchObject({ user: { id: ann.id }, merchants: [{ role: 'owner' }] })
    expect(readProblem(await ann.signIn()).code).toBe('invalid_credentials')
    expect(readProblem(await accept(shop, url)).code).toBe('invalid_invitation')
    expect(await refuse(resetUserAsOperator(context, 'eve@example.com'))).toEqual(['resource_missing', 'email'])
  })

  test('is shown to each merchant of the user', async () => {
    const shop = await open()
    const { context } = shop.checkout
    const ann = await addPerson(shop)
    const other = await addMerchant(shop)
    const { url } = await inviteAsOperator(context, other.id, { email: ann.email })
    await ann.browser.ask('POST', '/invitation/accept', { token: readToken(url) })
    await resetUserAsOperator(context, ann.email)
    for (const { id } of [ann.session.merchants[0], other])
      expect((await readOwn(shop, id)).at(-1)).toEqual(['resetUser', null, { email: ann.email }])
  })
})

test('roles and removal by the operator count at once, and leave an owner', async () => {
  const shop = await open()
  const { context } = shop.checkout
  const ann = await addPerson(shop)
  const bob = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
  const named = (email: string, merchantId?: string) => ({ email, merchantId })
  const read = async () => (await bob.browser.send('GET', '/sandbox/v1/webhooks')).status
  expect(await read()).toBe(403)
  await changeRoleAsOperator(context, named('BOB@example.com'), 'manager')
  expect(await read()).toBe(200)
  expect(await refuse(changeRoleAsOperator(context, named(ann.email), 'support'))).toEqual(['invalid_state', null])
  expect(await refuse(removeUserAsOperator(context, named(ann.email)))).toEqual(['invalid_state', null])
  const other = await addMerchant(shop)
  expect(await refuse(removeUserAsOperator(context, named(bob.email, other.id)))).toEqual(['resource_missing', 'email'])
  await removeUserAsOperator(context, named(bob.email))
  expect(await read()).toBe(403)
  expect(await refuse(removeUserAsOperator(context, named(bob.email)))).toEqual(['resource_missing', 'email'])
  const carl = await insertPerson(shop, { email: 'carl@example.com', role: 'accountant' })
  expect(await listUsersAsOperator(context)).toMatchObject([
    { email: ann.email, role: 'owner', merchant: ann.session.merchants[0].id, hasPassword: true },
    { id: bob.id, role: null, merchant: null, since: null, hasPassword: true },
    { id: carl, role: 'accountant', hasPassword: false, lastSignedInAt: null },
  ])
  expect(await readOwn(shop)).toEqual([
    ['updateUser', { role: 'cashier' }, { role: 'manager' }],
    ['removeUser', { email: bob.email, role: 'manager' }, null],
  ])
})
