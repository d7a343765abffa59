import { expect, test } from 'vitest'
import { addPerson, GOOD_PASSWORD, insertPerson, invite, openBrowser, openPhone } from '../testing/people.ts'
import { addMerchant, openShop, readProblem } from '../testing/shop.ts'
import { changeRoleAsOperator, removeUserAsOperator } from './operate.ts'

const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>
type Person = Awaited<ReturnType<typeof addPerson>>

const reset = (by: Person, user: string) => by.browser.ask('POST', '/resets', { user })
const readToken = (url: string) => url.split('#')[1] ?? ''

/** Uses a link with a new password. */
async function accept(shop: Shop, url: string) {
  const [token, browser] = [readToken(url), openBrowser(shop)]
  const opened = await browser.ask('POST', '/invitation', { token })
  if (opened.status !== 200) return opened
  const first = openPhone(shop, opened.body.totp).enrol()
  return browser.ask('POST', '/invitation/accept', { token, password: GOOD_PASSWORD, ...first })
}

/** Makes a user one of another merchant, too. */
async function join(shop: Shop, person: Person, merchantId: string, role: 'owner' | 'cashier'): Promise<void> {
  const token = await invite(shop, { merchantId, role, email: person.email })
  expect((await person.browser.ask('POST', '/invitation/accept', { token })).status).toBe(200)
}

async function openTwo() {
  const shop = await open()
  const ann = await addPerson(shop)
  const bob = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
  return { shop, ann, bob }
}

test('an owner gives a colleague who lost the passkey a link that replaces all credentials, once', async () => {
  const { shop, ann, bob } = await openTwo()
  const former = (await reset(ann, bob.id)).body
  expect(former).toMatchObject({ user: bob.id, email: bob.email })
  expect(Date.parse(former.expiresAt) - shop.clock.now()).toBe(3_600_000)
  expect(readProblem(await bob.browser.ask('GET', '/session')).code).toBe('invalid_session')
  expect((await bob.signIn()).status).toBe(200)
  const { url } = (await reset(ann, bob.id)).body
  expect(readProblem(await accept(shop, former.url)).code).toBe('invalid_invitation')
  const accepted = await accept(shop, url)
  expect(accepted.body).toMatchObject({ user: { id: bob.id }, merchants: [{ role: 'cashier' }] })
  expect(readProblem(await bob.signIn()).code).toBe('invalid_credentials')
  expect(readProblem(await accept(shop, url)).code).toBe('invalid_invitation')
})

test('the audit log says which owner reset whom, and from where', async () => {
  const { shop, ann, bob } = await openTwo()
  await reset(ann, bob.id)
  const { data } = await shop.checkout.audit.list({ operation: 'resetUser' })
  expect(data).toMatchObject([
    { actor: ann.id, address: ann.browser.address, target: { id: bob.id }, before: null, after: { email: bob.email } },
  ])
})

test('nobody but an owner resets anybody, and an owner neither itself nor a stranger', async () => {
  const { shop, ann, bob } = await openTwo()
  const manager = await addPerson(shop, { email: 'carl@example.com', role: 'manager' })
  const elsewhere = await addMerchant(shop)
  const eve = await addPerson(shop, { email: 'eve@example.com', merchantId: elsewhere.id })
  const codeOf = async (by: Person, user: string) => readProblem(await reset(by, user)).code
  expect(await codeOf(bob, ann.id)).toBe('resource_missing')
  expect(await codeOf(manager, bob.id)).toBe('resource_missing')
  expect(await codeOf(ann, ann.id)).toBe('invalid_state')
  expect(await codeOf(ann, eve.id)).toBe('resource_missing')
  expect(await codeOf(ann, 'usr_unknown')).toBe('resource_missing')
  const stranger = { ...bob, browser: openBrowser(shop) }
  expect(await codeOf(stranger, bob.id)).toBe('invalid_session')
  shop.clock.advance(10 * 60_000)
  expect(await codeOf(ann, bob.id)).toBe('reauthentication_required')
})

test('an account is never reset by the owner of only one of its merchants, also if it joined the other one later', async () => {
  const { shop, ann, bob } = await openTwo()
  const other = await addMerchant(shop)
  const { url } = (await reset(ann, bob.id)).body
  expect((await bob.signIn()).status).toBe(200)
  await join(shop, bob, other.id, 'owner')
  expect(readProblem(await accept(shop, url)).code).toBe('invalid_invitation')
  expect(readProblem(await reset(ann, bob.id))).toMatchObject({ code: 'invalid_state' })
  // An owner of both may.
  await join(shop, ann, other.id, 'owner')
  expect((await accept(shop, (await reset(ann, bob.id)).body.url)).status).toBe(200)
})

test.each(['demoted', 'removed'])('the link of an owner who is %s meanwhile is void', async (how) => {
  const { shop, ann, bob } = await openTwo()
  await insertPerson(shop, { email: 'second@example.com', role: 'owner' })
  const { url } = (await reset(ann, bob.id)).body
  const named = { email: ann.email, merchantId: undefined }
  if (how === 'removed') await removeUserAsOperator(shop.checkout.context, named)
  else await changeRoleAsOperator(shop.checkout.context, named, 'manager')
  expect(readProblem(await accept(shop, url)).code).toBe('invalid_invitation')
})
