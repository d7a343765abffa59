import { expect, test } from 'vitest'
import { openAuthenticator } from '../testing/authenticator.ts'
import {
  addPerson,
  type Browser,
  confirmAddresses,
  GOOD_PASSWORD,
  invite,
  OWN_ORIGIN,
  openBrowser,
  openPhone,
  readEmailCode,
} from '../testing/people.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { resetUserAsOperator } from './reset.ts'

const EMAIL = 'ann@example.com'
const FOREIGN_PASSWORD = 'another gluten wyvern quay'
const open = () =>
  openShop({
    dashboard: true,
    smtp: { host: '127.0.0.1', port: 9, security: 'none', from: 'Checkout <checkout@example.com>' },
  })
type Shop = Awaited<ReturnType<typeof open>>

/** Opens a link. Returns what accepts it with a password. */
async function openLink(shop: Shop, browser: Browser, token: string, email?: string) {
  const opened = await browser.ask('POST', '/invitation', { token, ...(email ? { email } : {}) })
  const phone = openPhone(shop, opened.body.totp)
  const accept = (password: string) =>
    browser.ask('POST', '/invitation/accept', { token, password, ...phone.enrol(), ...(email ? { email } : {}) })
  return { opened, phone, accept }
}

/** Accepts a link with a password. */
async function accept(shop: Shop, browser: Browser, token: string, password: string, email?: string) {
  const link = await openLink(shop, browser, token, email)
  return { ...link, accepted: await link.accept(password) }
}

/** Another merchant invites Ann's address, and opens the link itself, before she has an account. */
async function hijack(shop: Shop) {
  const merchant = await addMerchant(shop, 'Foreign shop')
  const browser = openBrowser(shop, '203.0.113.66')
  const token = await invite(shop, { email: EMAIL, merchantId: merchant.id, role: 'cashier' })
  const { phone, accepted } = await accept(shop, browser, token, FOREIGN_PASSWORD)
  expect(accepted.status).toBe(200)
  return { merchant, browser, phone, id: String(accepted.body.user.id), codes: accepted.body.recoveryCodes as string[] }
}

const signIn = (shop: Shop, password: string, code: string, browser = openBrowser(shop)) =>
  browser.ask('POST', '/sign_in', { email: EMAIL, password, code })

const readShops = (answer: { body: { merchants: { name: string }[] } }) => answer.body.merchants.map(({ name }) => name)

test('an account that another merchant made with the address is no obstacle, and is another account', async () => {
  const shop = await open()
  const foreign = await hijack(shop)
  const token = await invite(shop, { email: EMAIL, role: 'owner' })
  const ann = openBrowser(shop)
  const { opened, phone, accepted } = await accept(shop, ann, token, GOOD_PASSWORD)
  expect(opened.body).toMatchObject({ account: 'new', email: EMAIL })
  expect(readShops(accepted)).toEqual(['My shop'])
  expect(accepted.body.user.id).not.toBe(foreign.id)
  // Each password and code opens the account that they are of, from any browser.
  expect(readShops(await signIn(shop, GOOD_PASSWORD, phone.nextCode()))).toEqual(['My shop'])
  expect(readShops(await signIn(shop, FOREIGN_PASSWORD, foreign.phone.nextCode()))).toEqual(['Foreign shop'])
  expect(readShops(await signIn(shop, GOOD_PASSWORD, phone.nextCode(), foreign.browser))).toEqual(['My shop'])
  for (const [password, code] of [
    [FOREIGN_PASSWORD, phone.nextCode()],
    [GOOD_PASSWORD, foreign.phone.nextCode()],
    [GOOD_PASSWORD, foreign.codes[0] ?? ''],
    [FOREIGN_PASSWORD, accepted.body.recoveryCodes[0]],
  ] as const)
    expect(readProblem(await signIn(shop, password, code)).code).toBe('invalid_credentials')
  // The wrong attempts have used no code.
  expect(readShops(await signIn(shop, GOOD_PASSWORD, accepted.body.recoveryCodes[0]))).toEqual(['My shop'])
  expect(readShops(await signIn(shop, FOREIGN_PASSWORD, foreign.codes[0] ?? ''))).toEqual(['Foreign shop'])
})

test('failures at an address count for all of its accounts together', async () => {
  const shop = await open()
  await hijack(shop)
  await accept(shop, openBrowser(shop), await invite(shop, { email: EMAIL }), GOOD_PASSWORD)
  const guess = (host: number) => signIn(shop, 'x', '000000', openBrowser(shop, `198.51.100.${host}`))
  for (let host = 0; host < 10; host++) expect((await guess(host)).status).toBe(401)
  expect((await guess(10)).status).toBe(429)
})

test('whoever confirms the address has it: later invitations are for that account, and no other one confirms it', async () => {
  const shop = await open()
  const foreign = await hijack(shop)
  const ann = openBrowser(shop)
  const { accepted } = await accept(shop, ann, await invite(shop, { email: EMAIL }), GOOD_PASSWORD)
  const merchant = accepted.body.merchants[0].id
  expect((await ann.ask('POST', '/notifications/code', { merchant, language: 'en' })).status).toBe(200)
  const right = await readEmailCode(shop, EMAIL)
  // A code is of the account that asked for it.
  expect(readProblem(await foreign.browser.ask('POST', '/notifications/confirm', { code: right })).code).toBe(
    'invalid_state',
  )
  expect((await ann.ask('POST', '/notifications/confirm', { code: right })).status).toBe(200)
  shop.clock.advance(60_000)
  const asked = { merchant: foreign.merchant.id, language: 'en' }
  expect((await foreign.browser.ask('POST', '/notifications/code', asked)).status).toBe(200)
  const code = await readEmailCode(shop, EMAIL)
  expect(readProblem(await foreign.browser.ask('POST', '/notifications/confirm', { code })).code).toBe('invalid_state')
  const third = await addMerchant(shop, 'Third shop')
  const token = await invite(shop, { email: EMAIL, merchantId: third.id, role: 'cashier' })
  expect((await openBrowser(shop).ask('POST', '/invitation', { token })).body.account).toBe('existing')
  for (const browser of [openBrowser(shop), foreign.browser]) {
    const input = { token, password: GOOD_PASSWORD, enrolment: 'A'.repeat(43), code: '000000' }
    expect(readProblem(await browser.ask('POST', '/invitation/accept', input)).code).toBe('invalid_state')
  }
  expect(readShops(await ann.ask('POST', '/invitation/accept', { token }))).toEqual(['My shop', 'Third shop'])
})

test('whoever is signed in joins with the account of the session, confirmed or not', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const other = await addMerchant(shop)
  const token = await invite(shop, { email: 'ANN@example.com', merchantId: other.id, role: 'cashier' })
  expect((await openBrowser(shop).ask('POST', '/invitation', { token })).body.account).toBe('new')
  expect((await ann.browser.ask('POST', '/invitation', { token })).body).toMatchObject({
    account: 'existing',
    totp: null,
  })
  expect(readShops(await ann.browser.ask('POST', '/invitation/accept', { token }))).toEqual(['My shop', 'Another shop'])
  expect(await countRows(shop)).toMatchObject({ users: 1, memberships: 2 })
})

test('a merchant has one account of an address, also if two links are used at once', async () => {
  const shop = await open()
  const openOwn = async () => openLink(shop, openBrowser(shop), await invite(shop), EMAIL)
  // Both are open before either is used: one that is opened later asks to sign in.
  const links = [await openOwn(), await openOwn()]
  const answers = await Promise.all(links.map((link) => link.accept(GOOD_PASSWORD)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const foreign = await hijack(shop)
  const third = await invite(shop)
  const input = { token: third, email: EMAIL }
  expect((await foreign.browser.ask('POST', '/invitation', input)).body.account).toBe('existing')
  expect(readProblem(await foreign.browser.ask('POST', '/invitation/accept', input)).code).toBe('invalid_state')
  expect(await countRows(shop)).toMatchObject({ users: 2, memberships: 2 })
})

test('a passkey opens the account that it is of', async () => {
  const shop = await open()
  await hijack(shop)
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const token = await invite(shop, { email: EMAIL })
  const ann = openBrowser(shop)
  const options = await ann.ask('POST', '/invitation/passkey/options', { token })
  const passkey = authenticator.register(options.body)
  const accepted = await ann.ask('POST', '/invitation/accept', { token, passkey, name: 'Phone' })
  expect(readShops(accepted)).toEqual(['My shop'])
  const offered = await openBrowser(shop).ask('POST', '/sign_in/passkey/options')
  const signed = await ann.ask('POST', '/sign_in/passkey', { passkey: authenticator.sign(offered.body) })
  expect(readShops(signed)).toEqual(['My shop'])
})

test('the operator names one of several accounts by its id, and the link is for that one', async () => {
  const shop = await open()
  const foreign = await hijack(shop)
  const { accepted } = await accept(shop, openBrowser(shop), await invite(shop, { email: EMAIL }), GOOD_PASSWORD)
  const { context } = shop.checkout
  await expect(resetUserAsOperator(context, EMAIL)).rejects.toMatchObject({ code: 'invalid_state' })
  const { url, user } = await resetUserAsOperator(context, accepted.body.user.id)
  expect(user).toBe(accepted.body.user.id)
  const password = 'third gluten wyvern quay'
  const reset = await accept(shop, openBrowser(shop), url.split('#')[1] ?? '', password)
  expect(readShops(reset.accepted)).toEqual(['My shop'])
  expect((await foreign.browser.ask('GET', '/session')).body.user.id).toBe(foreign.id)
  expect(readShops(await signIn(shop, password, reset.phone.nextCode()))).toEqual(['My shop'])
})

test('whoever gets an account by a reset link does not get what its user had confirmed', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  await confirmAddresses(shop)
  const other = await addMerchant(shop)
  const token = await invite(shop, { email: EMAIL, merchantId: other.id, role: 'cashier' })
  const look = async () => (await openBrowser(shop).ask('POST', '/invitation', { token })).body.account
  expect(await look()).toBe('existing')
  const link = await invite(shop, { kind: 'reset', userId: ann.id })
  expect((await accept(shop, openBrowser(shop), link, FOREIGN_PASSWORD)).accepted.status).toBe(200)
  expect(await look()).toBe('new')
  const own = await accept(shop, openBrowser(shop), token, GOOD_PASSWORD)
  expect(readShops(own.accepted)).toEqual(['Another shop'])
  expect(own.accepted.body.user.id).not.toBe(ann.id)
})

test('an address that a reset link has released is confirmed anew by its account', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  await confirmAddresses(shop)
  const { id: merchant } = await shop.checkout.merchant.retrieve()
  const askCode = (browser: Browser) => browser.ask('POST', '/notifications/code', { merchant, language: 'en' })
  expect(readProblem(await askCode(ann.browser)).code).toBe('invalid_state')
  const browser = openBrowser(shop)
  const link = await invite(shop, { kind: 'reset', userId: ann.id })
  expect((await accept(shop, browser, link, GOOD_PASSWORD)).accepted.status).toBe(200)
  expect((await askCode(browser)).status).toBe(200)
})

test('who confirmed an address goes before users of merchants, and those before others', async () => {
  const shop = await open()
  const foreign = await hijack(shop)
  const { accepted } = await accept(shop, openBrowser(shop), await invite(shop, { email: EMAIL }), GOOD_PASSWORD)
  const { transact, db } = shop.checkout.context
  const { listUsersByEmail } = await import('./store.ts')
  const listIds = async () => (await listUsersByEmail(db, EMAIL)).map(({ id }) => id)
  const own = String(accepted.body.user.id)
  expect(await listIds()).toEqual([foreign.id, own])
  await transact((tx) => tx.deleteFrom('memberships').where('user_id', '=', foreign.id).execute())
  expect(await listIds()).toEqual([own, foreign.id])
  await transact((tx) => tx.updateTable('users').set({ claim: EMAIL }).where('id', '=', foreign.id).execute())
  expect(await listIds()).toEqual([foreign.id, own])
})
