import { beforeEach, describe, expect, test } from 'vitest'
import { type Deviation, openAuthenticator } from '../testing/authenticator.ts'
import {
  addPerson,
  type Browser,
  GOOD_PASSWORD,
  invite,
  OWN_ORIGIN,
  openBrowser,
  openPhone,
} from '../testing/people.ts'
import { countRows, openShop, readProblem } from '../testing/shop.ts'

type Shop = Awaited<ReturnType<typeof open>>
type Authenticator = ReturnType<typeof openAuthenticator>

const open = () => openShop({ dashboard: true })
const MINUTE = 60_000

let shop: Shop

beforeEach(async () => {
  shop = await open()
})

/** A user who has a passkey and no password, signed in. */
async function addPasskeyOwner(email = 'ann@example.com') {
  const browser = openBrowser(shop)
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const token = await invite(shop, { email })
  const options = await browser.ask('POST', '/invitation/passkey/options', { token })
  const accepted = await browser.ask('POST', '/invitation/accept', {
    ...{ token, passkey: authenticator.register(options.body), name: 'Phone' },
  })
  return { browser, authenticator, options: options.body, accepted }
}

async function signIn(authenticator: Authenticator, from: Browser = openBrowser(shop), changes: Deviation = {}) {
  const { body } = await from.ask('POST', '/sign_in/passkey/options')
  return from.ask('POST', '/sign_in/passkey', { passkey: authenticator.sign(body, changes) })
}

test('whoever is invited needs no password: a passkey makes the account, and signs in without a name', async () => {
  const { browser, authenticator, options, accepted } = await addPasskeyOwner()
  expect(options).toMatchObject({
    rp: { id: 'pay.example.com' },
    user: { name: 'ann@example.com' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(accepted).toMatchObject({
    status: 200,
    body: {
      user: { hasPassword: false, passkeyCount: 1, recoveryCodesLeft: 0 },
      ...{ method: 'passkey', recoveryCodes: null, merchants: [{ role: 'owner' }] },
    },
  })
  expect((await browser.ask('GET', '/passkeys')).body.data).toMatchObject([{ name: 'Phone', lastUsedAt: null }])
  const elsewhere = openBrowser(shop)
  const { body } = await elsewhere.ask('POST', '/sign_in/passkey/options')
  expect(body).toMatchObject({ rpId: 'pay.example.com', allowCredentials: [], userVerification: 'required' })
  const signedIn = await elsewhere.ask('POST', '/sign_in/passkey', { passkey: authenticator.sign(body) })
  expect(signedIn).toMatchObject({ status: 200, body: { method: 'passkey', user: { id: accepted.body.user.id } } })
  expect(elsewhere.cookies.get('__Host-checkout_session')).toMatch(/^[\w-]{43}$/)
  expect((await elsewhere.ask('GET', '/passkeys')).body.data[0].lastUsedAt).not.toBe(null)
})

describe('a passkey is refused, and nothing changes', () => {
  test.each<[string, Deviation]>([
    ['for another site', { origin: 'https://evil.example.com' }],
    ['for another name', { rpId: 'evil.example.com' }],
    ['for another purpose', { type: 'webauthn.create' }],
    ['without its user having shown who it is', { isVerified: false }],
    ['with a counter that does not rise, as copies have', { counter: 1 }],
    ['for another user', { userHandle: Buffer.from('usr_other').toString('base64url') }],
  ])('%s', async (_name, changes) => {
    const { authenticator } = await addPasskeyOwner()
    const before = await countRows(shop)
    const answer = await signIn(authenticator, openBrowser(shop), changes)
    expect(readProblem(answer)).toMatchObject({ status: 401, code: 'invalid_credentials' })
    expect(answer.cookies).toEqual([])
    expect(await countRows(shop)).toEqual(before)
  })

  test('that nobody has registered', async () => {
    await addPasskeyOwner()
    expect(readProblem(await signIn(openAuthenticator(OWN_ORIGIN))).code).toBe('invalid_credentials')
  })

  test('with a signature of another key', async () => {
    const [ann, bob] = [await addPasskeyOwner(), await addPasskeyOwner('bob@example.com')]
    const browser = openBrowser(shop)
    const { body } = await browser.ask('POST', '/sign_in/passkey/options')
    const passkey = { ...bob.authenticator.sign(body), id: ann.authenticator.sign(body).id }
    const answer = await browser.ask('POST', '/sign_in/passkey', { passkey: { ...passkey, rawId: passkey.id } })
    expect(readProblem(answer).code).toBe('invalid_credentials')
  })

  test('a second time, also by two at once', async () => {
    const { authenticator } = await addPasskeyOwner()
    const { body } = await openBrowser(shop).ask('POST', '/sign_in/passkey/options')
    const passkey = authenticator.sign(body)
    const use = () => openBrowser(shop).ask('POST', '/sign_in/passkey', { passkey })
    const answers = await Promise.all([use(), use()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await use()).status).toBe(401)
  })

  test('with a counter that a copy shows at the same moment; one that never counts is no copy', async () => {
    const { authenticator } = await addPasskeyOwner()
    const prepare = async (counter: number) => {
      const browser = openBrowser(shop)
      const { body } = await browser.ask('POST', '/sign_in/passkey/options')
      const passkey = authenticator.sign(body, { counter })
      return () => browser.ask('POST', '/sign_in/passkey', { passkey })
    }
    const useTwice = async (counter: number) => {
      const [one, other] = [await prepare(counter), await prepare(counter)]
      return (await Promise.all([one(), other()])).map(({ status }) => status).toSorted()
    }
    expect(await useTwice(7)).toEqual([200, 401])
    await shop.checkout.context.transact((tx) => tx.updateTable('passkeys').set({ counter: 0 }).execute())
    expect(await useTwice(0)).toEqual([200, 200])
  })

  test('after five minutes, with a challenge of its own, or one for something else', async () => {
    const { authenticator, browser } = await addPasskeyOwner()
    const { body } = await browser.ask('POST', '/sign_in/passkey/options')
    const late = authenticator.sign(body)
    shop.clock.advance(5 * MINUTE)
    const challenges = [
      body.challenge,
      Buffer.alloc(38).toString('base64url'),
      '',
      (await browser.ask('POST', '/passkeys/options')).body.challenge,
      (await browser.ask('POST', '/reauthenticate/passkey/options')).body.challenge,
    ]
    for (const passkey of [late, ...challenges.map((challenge) => authenticator.sign({ ...body, challenge }))]) {
      expect((await browser.ask('POST', '/sign_in/passkey', { passkey })).status).toBe(401)
    }
  })

  test.each([
    ['without an id', { id: '' }],
    ['of another type', { type: 'password' }],
    ['with client data that is none', { response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' } }],
    ['with huge fields', { response: { clientDataJSON: 'A'.repeat(20_000), authenticatorData: '', signature: '' } }],
    ['that is a text', 'passkey'],
  ])('%s', async (_name, changes) => {
    const { authenticator } = await addPasskeyOwner()
    const browser = openBrowser(shop)
    const { body } = await browser.ask('POST', '/sign_in/passkey/options')
    const passkey = typeof changes === 'string' ? changes : { ...authenticator.sign(body), ...changes }
    expect([400, 401]).toContain((await browser.ask('POST', '/sign_in/passkey', { passkey })).status)
  })
})

test('is removed: it signs in no longer, and the last way to sign in stays', async () => {
  const { browser, authenticator } = await addPasskeyOwner()
  const [{ id }] = (await browser.ask('GET', '/passkeys')).body.data
  expect(readProblem(await browser.ask('DELETE', `/passkeys/${id}`)).code).toBe('invalid_state')
  const second = openAuthenticator(OWN_ORIGIN)
  const { body } = await browser.ask('POST', '/passkeys/options')
  expect(body.excludeCredentials).toHaveLength(1)
  const added = await browser.ask('POST', '/passkeys', { passkey: second.register(body), name: 'Laptop' })
  expect(added.body).toMatchObject({ object: 'passkey', name: 'Laptop' })
  const elsewhere = openBrowser(shop)
  await signIn(authenticator, elsewhere)
  expect((await browser.ask('DELETE', `/passkeys/${id}`)).body).toMatchObject({ id, deleted: true })
  expect((await elsewhere.ask('GET', '/session')).status).toBe(401)
  expect((await browser.ask('GET', '/session')).status).toBe(200)
  expect((await signIn(authenticator)).status).toBe(401)
  expect((await signIn(second)).status).toBe(200)
  expect(readProblem(await browser.ask('DELETE', `/passkeys/${id}`)).code).toBe('resource_missing')
})

test('is added only once, for the session that asked, with a challenge that was not answered before', async () => {
  const ann = await addPasskeyOwner()
  const bob = await addPasskeyOwner('bob@example.com')
  const { body } = await ann.browser.ask('POST', '/passkeys/options')
  const passkey = openAuthenticator(OWN_ORIGIN).register(body)
  const refused = { status: 400, code: 'invalid_parameter', param: 'passkey' }
  expect(readProblem(await bob.browser.ask('POST', '/passkeys', { passkey }))).toMatchObject(refused)
  expect((await ann.browser.ask('POST', '/passkeys', { passkey })).status).toBe(200)
  expect(readProblem(await ann.browser.ask('POST', '/passkeys', { passkey }))).toMatchObject(refused)
  const again = await ann.browser.ask('POST', '/passkeys/options')
  const double = ann.authenticator.register(again.body)
  expect(readProblem(await ann.browser.ask('POST', '/passkeys', { passkey: double }))).toMatchObject(refused)
  const unverified = openAuthenticator(OWN_ORIGIN).register(again.body, { isVerified: false })
  expect(readProblem(await ann.browser.ask('POST', '/passkeys', { passkey: unverified }))).toMatchObject(refused)
})

test('authenticates again for what is sensitive: one of the same user', async () => {
  const ann = await addPasskeyOwner()
  const bob = await addPasskeyOwner('bob@example.com')
  shop.clock.advance(10 * MINUTE)
  const makeKey = () => ann.browser.send('POST', '/sandbox/v1/keys', { name: 'Shop' })
  expect(readProblem(await makeKey()).code).toBe('reauthentication_required')
  expect(readProblem(await ann.browser.ask('POST', '/passkeys/options')).code).toBe('reauthentication_required')
  const { body } = await ann.browser.ask('POST', '/reauthenticate/passkey/options')
  expect(body.allowCredentials).toHaveLength(1)
  const answerWith = (authenticator: Authenticator) =>
    ann.browser.ask('POST', '/reauthenticate', { passkey: authenticator.sign(body) })
  expect(readProblem(await answerWith(bob.authenticator)).code).toBe('invalid_credentials')
  const before = ann.browser.cookies.get('__Host-checkout_session')
  expect((await answerWith(ann.authenticator)).body.method).toBe('passkey')
  expect(ann.browser.cookies.get('__Host-checkout_session')).not.toBe(before)
  expect((await makeKey()).status).toBe(201)
  for (const input of [{}, { password: 'x', passkey: ann.authenticator.sign(body) }]) {
    expect(readProblem(await ann.browser.ask('POST', '/reauthenticate', input)).status).toBe(400)
  }
})

test('passes while an attacker has used up the attempts of the account', async () => {
  const ann = await addPerson(shop)
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const { body } = await ann.browser.ask('POST', '/passkeys/options')
  await ann.browser.ask('POST', '/passkeys', { passkey: authenticator.register(body) })
  for (let attempt = 0; attempt < 11; attempt++) {
    await ann.signIn(openBrowser(shop, `198.51.100.${attempt}`), { password: 'x' })
  }
  const stranger = openBrowser(shop, '203.0.113.1')
  expect((await ann.signIn(stranger)).status).toBe(429)
  expect((await signIn(authenticator, stranger)).status).toBe(200)
})

test('a password can be added to it, and removed from it', async () => {
  const { browser } = await addPasskeyOwner()
  expect(readProblem(await browser.ask('POST', '/password', { password: GOOD_PASSWORD }))).toMatchObject({
    ...{ code: 'missing_parameter', param: 'enrolment' },
  })
  expect(readProblem(await browser.ask('POST', '/recovery_codes')).code).toBe('invalid_state')
  const offered = await browser.ask('POST', '/totp')
  const code = openPhone(shop, offered.body).showCode()
  const change = { password: GOOD_PASSWORD, enrolment: offered.body.enrolment, code }
  const added = await browser.ask('POST', '/password', change)
  expect(added.body).toMatchObject({ user: { hasPassword: true }, recoveryCodes: expect.any(Array) })
  const elsewhere = openBrowser(shop)
  const credentials = { email: 'ann@example.com', password: GOOD_PASSWORD, code: added.body.recoveryCodes[0] }
  expect((await elsewhere.ask('POST', '/sign_in', credentials)).status).toBe(200)
  const removed = await browser.ask('DELETE', '/password')
  expect((await elsewhere.ask('GET', '/session')).status).toBe(401)
  expect(removed.body.user).toMatchObject({ hasPassword: false, recoveryCodesLeft: 0, passkeyCount: 1 })
})

test('a reset link gives a passkey in place of everything before', async () => {
  const ann = await addPerson(shop)
  const token = await invite(shop, { kind: 'reset', userId: ann.id })
  const browser = openBrowser(shop)
  const options = await browser.ask('POST', '/invitation/passkey/options', { token })
  expect(options.body.user.name).toBe('ann@example.com')
  const authenticator = openAuthenticator(OWN_ORIGIN)
  const passkey = authenticator.register(options.body)
  const reset = await browser.ask('POST', '/invitation/accept', { token, passkey })
  expect(reset.body).toMatchObject({ user: { id: ann.id, hasPassword: false, passkeyCount: 1 } })
  expect((await ann.signIn()).status).toBe(401)
  expect((await signIn(authenticator)).status).toBe(200)
})

test('on loopback belongs to localhost; a checkout at an address has none', async () => {
  const local = await openShop({ dashboard: true, publicUrl: 'http://127.0.0.1:3000' })
  const { body } = await openBrowser(local).ask('POST', '/sign_in/passkey/options')
  expect(body.rpId).toBe('localhost')
  const remote = await openShop({ dashboard: true, publicUrl: 'https://192.0.2.7' })
  const refused = await openBrowser(remote).ask('POST', '/sign_in/passkey/options')
  expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_state' })
})
