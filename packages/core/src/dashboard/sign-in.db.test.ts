import { describe, expect, test } from 'vitest'
import {
  addPerson,
  confirmAddresses,
  GOOD_PASSWORD,
  invite,
  OWN_ORIGIN,
  openBrowser,
  openPhone,
} from '../testing/people.ts'
import { addMerchant, countRows, openShop, readProblem } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'
import { authRoutes } from './auth-routes.ts'

const DAY_MS = 86_400_000
const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>

async function readEverything(shop: Shop): Promise<string> {
  const rows: unknown[] = []
  for (const table of Object.keys(await countRows(shop)))
    rows.push(
      await shop.checkout.context.db
        .selectFrom(table as 'payments')
        .selectAll()
        .execute(),
    )
  return JSON.stringify(rows)
}

describe('an invitation', () => {
  test('shows what it is for, makes a user who is signed in, and works once', async () => {
    const shop = await open()
    const browser = openBrowser(shop)
    const token = await invite(shop, { email: 'Ann@Example.com', role: 'support' })
    const opened = await browser.ask('POST', '/invitation', { token })
    expect(opened).toMatchObject({
      status: 200,
      body: { email: 'Ann@Example.com', role: 'support', first: false, account: 'new', merchant: { name: 'My shop' } },
    })
    expect(opened.body.totp).toMatchObject({
      uri: expect.stringContaining('otpauth://totp/Crypto%20Checkout%3AAnn%40Example.com'),
      qrCode: expect.stringMatching(/^data:image\/png;base64,/),
    })
    const phone = openPhone(shop, opened.body.totp)
    const input = { token, password: GOOD_PASSWORD, ...phone.enrol() }
    const accepted = await browser.ask('POST', '/invitation/accept', input)
    expect(accepted).toMatchObject({
      status: 200,
      body: {
        object: 'current_session',
        user: { email: 'Ann@Example.com', hasPassword: true, passkeyCount: 0, recoveryCodesLeft: 10 },
        merchants: [{ name: 'My shop', role: 'support', scopes: expect.arrayContaining(['refunds:write']) }],
        recoveryCodes: expect.any(Array),
      },
    })
    expect(new Set(accepted.body.recoveryCodes).size).toBe(10)
    expect(accepted.body.recoveryCodes[0].replaceAll('-', '')).toHaveLength(24)
    await shop.checkout.sandbox.merchant.updateSettings({ timeZone: 'Europe/Berlin', currency: 'EUR' })
    const current = (await browser.ask('GET', '/session')).body
    expect(current.user.id).toBe(accepted.body.user.id)
    expect(current.merchants[0].region).toEqual({
      sandbox: { timeZone: 'Europe/Berlin', currency: 'EUR' },
      production: { timeZone: null, currency: null },
    })
    const again = await openBrowser(shop).ask('POST', '/invitation/accept', { ...input, code: phone.nextCode() })
    expect(readProblem(again)).toMatchObject({ status: 400, code: 'invalid_invitation', param: 'token' })
    expect(readProblem(await openBrowser(shop).ask('POST', '/invitation', { token })).code).toBe('invalid_invitation')
  })

  test.each(['member', 'reset'] as const)(
    '(%s) leaves the second factor to the user, whoever has seen the link',
    async (kind) => {
      const shop = await open()
      const userId = kind === 'reset' ? (await addPerson(shop)).id : null
      const token = await invite(shop, { kind, userId, ...(kind === 'member' ? { email: 'ann@example.com' } : {}) })
      const [sender, user, thief] = [openBrowser(shop), openBrowser(shop), openBrowser(shop)]
      const openLink = async (browser: typeof user) =>
        openPhone(shop, (await browser.ask('POST', '/invitation', { token })).body.totp)
      const [before, own, after] = [await openLink(sender), await openLink(user), await openLink(sender)]
      const accepted = await user.ask('POST', '/invitation/accept', { token, password: GOOD_PASSWORD, ...own.enrol() })
      expect(accepted.status).toBe(200)
      const signIn = (code: string) =>
        thief.ask('POST', '/sign_in', { email: 'ann@example.com', password: GOOD_PASSWORD, code })
      shop.clock.advance(30_000)
      for (const phone of [before, after]) expect((await signIn(phone.showCode())).status).toBe(401)
      expect((await signIn(own.showCode())).status).toBe(200)
    },
  )

  test('is accepted once by two at once', async () => {
    const shop = await open()
    const token = await invite(shop)
    const { body } = await openBrowser(shop).ask('POST', '/invitation', { token })
    const first = openPhone(shop, body.totp).enrol()
    const accept = (email: string) =>
      openBrowser(shop).ask('POST', '/invitation/accept', { token, email, password: GOOD_PASSWORD, ...first })
    const answers = await Promise.all([accept('ann@example.com'), accept('bob@example.com')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await countRows(shop)).toMatchObject({ users: 1, memberships: 1, sessions: 1, invitations: 0 })
  })

  test('of the first start makes one owner, and ends with it', async () => {
    const shop = await open()
    const [one, other] = [await invite(shop, { kind: 'first' }), await invite(shop, { kind: 'first' })]
    const browser = openBrowser(shop)
    const { body } = await browser.ask('POST', '/invitation', { token: one, email: 'ann@example.com' })
    expect(body).toMatchObject({ role: 'owner', first: true, email: null, account: 'new' })
    const first = openPhone(shop, body.totp).enrol()
    const input = { token: one, email: 'ann@example.com', password: GOOD_PASSWORD, ...first }
    expect((await browser.ask('POST', '/invitation/accept', input)).body.merchants).toMatchObject([{ role: 'owner' }])
    expect(readProblem(await browser.ask('POST', '/invitation', { token: other })).code).toBe('invalid_invitation')
  })

  test.each([
    ['without an address after a quarter of an hour', null, 15 * 60_000],
    ['with an address after seven days', 'ann@example.com', 7 * DAY_MS],
  ])('%s has expired', async (_name, email, lastsMs) => {
    const shop = await open()
    const token = await invite(shop, { email })
    shop.clock.advance(lastsMs - 1)
    expect((await openBrowser(shop).ask('POST', '/invitation', { token })).status).toBe(200)
    shop.clock.advance(1)
    expect(readProblem(await openBrowser(shop).ask('POST', '/invitation', { token })).code).toBe('invalid_invitation')
  })

  test('for somebody with a confirmed address adds a merchant to the account, once that user is signed in', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await confirmAddresses(shop)
    const other = await addMerchant(shop)
    const token = await invite(shop, { email: 'ANN@example.com', merchantId: other.id, role: 'cashier' })
    const stranger = openBrowser(shop)
    expect((await stranger.ask('POST', '/invitation', { token })).body).toMatchObject({
      account: 'existing',
      totp: null,
    })
    const credentials = { password: GOOD_PASSWORD, enrolment: 'A'.repeat(43), code: '000000' }
    const taken = await stranger.ask('POST', '/invitation/accept', { token, ...credentials })
    expect(readProblem(taken).code).toBe('invalid_state')
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    expect(readProblem(await bob.browser.ask('POST', '/invitation/accept', { token })).code).toBe('invalid_parameter')
    const before = new Map(ann.browser.cookies)
    const joined = await ann.browser.ask('POST', '/invitation/accept', { token })
    expect(joined.body.merchants).toMatchObject([
      { name: 'My shop', role: 'owner' },
      { id: other.id, role: 'cashier' },
    ])
    expect(ann.browser.cookies.get('__Host-checkout_session')).not.toBe(before.get('__Host-checkout_session'))
  })

  test('refuses what would make a bad account, and stays usable', async () => {
    const shop = await open()
    const browser = openBrowser(shop)
    const token = await invite(shop)
    const { body } = await browser.ask('POST', '/invitation', { token })
    const phone = openPhone(shop, body.totp)
    const good = { token, email: 'ann@example.com', password: GOOD_PASSWORD, ...phone.enrol() }
    const { email: _email, ...noEmail } = good
    const { code: _code, ...noCode } = good
    const { enrolment: _enrolment, ...noEnrolment } = good
    const { password: _password, ...noPassword } = good
    const table: [object, string, string][] = [
      [{ ...good, token: 'x' }, 'invalid_invitation', 'token'],
      [{ ...good, token: `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}` }, 'invalid_invitation', 'token'],
      [{ ...good, email: 'ann' }, 'invalid_parameter', 'email'],
      [{ ...good, email: `${'a'.repeat(300)}@example.com` }, 'invalid_parameter', 'email'],
      [{ ...good, password: 'short' }, 'invalid_parameter', 'password'],
      [{ ...good, password: 'password1234' }, 'weak_password', 'password'],
      [{ ...good, password: 'ann-ann-2026' }, 'weak_password', 'password'],
      [{ ...good, password: 'x'.repeat(257) }, 'invalid_parameter', 'password'],
      [{ ...good, code: '000000' }, 'invalid_parameter', 'code'],
      [{ ...good, admin: true }, 'unknown_parameter', 'admin'],
      [noEmail, 'missing_parameter', 'email'],
      [noCode, 'missing_parameter', 'code'],
      [noEnrolment, 'missing_parameter', 'enrolment'],
      [{ ...good, enrolment: 'x' }, 'invalid_parameter', 'enrolment'],
      [{ ...good, enrolment: 'A'.repeat(43) }, 'invalid_parameter', 'code'],
      [noPassword, 'missing_parameter', 'password'],
      [{}, 'missing_parameter', 'token'],
    ]
    for (const [input, code, param] of table) {
      const answer = await browser.ask('POST', '/invitation/accept', input)
      expect([input, readProblem(answer)]).toMatchObject([input, { status: 400, code, param }])
    }
    expect(await countRows(shop)).toMatchObject({ users: 0, sessions: 0, invitations: 1 })
    expect((await browser.ask('POST', '/invitation/accept', good)).status).toBe(200)
  })

  test('to reset gives new credentials in place of all former ones, and ends all sessions', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const token = await invite(shop, { kind: 'reset', userId: ann.id })
    const elsewhere = openBrowser(shop)
    const opened = await elsewhere.ask('POST', '/invitation', { token })
    expect(opened.body).toMatchObject({ account: 'reset', email: 'ann@example.com', merchant: null, role: null })
    const phone = openPhone(shop, opened.body.totp)
    const password = 'another gluten wyvern quay'
    const reset = await elsewhere.ask('POST', '/invitation/accept', { token, password, ...phone.enrol() })
    expect(reset.body).toMatchObject({ user: { id: ann.id }, merchants: [{ role: 'owner' }] })
    expect(readProblem(await ann.browser.ask('GET', '/session')).code).toBe('invalid_session')
    expect(readProblem(await ann.signIn()).code).toBe('invalid_credentials')
    const code = ann.recoveryCodes[0]
    expect(readProblem(await ann.signIn(ann.browser, { password, code })).code).toBe('invalid_credentials')
    expect((await ann.signIn(ann.browser, { password, code: phone.nextCode() })).status).toBe(200)
  })
})

describe('signing in', () => {
  test('takes address, password and the code of now, and answers with a cookie that no script and no other site gets', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const browser = openBrowser(shop)
    const answer = await ann.signIn(browser, { email: 'ANN@example.com' })
    expect(answer).toMatchObject({ status: 200, body: { object: 'current_session', method: 'password' } })
    const [session, device] = answer.cookies ?? []
    expect(session).toMatch(
      /^__Host-checkout_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(device).toMatch(
      /^__Host-checkout_device=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(JSON.stringify(answer.body)).not.toContain(browser.cookies.get('__Host-checkout_session'))
  })

  test('refuses everything wrong in the same words, whatever was wrong', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const wrong = [
      { email: 'nobody@example.com' },
      { password: 'another gluten wyvern quay' },
      { code: '000000' },
      { code: ann.phone.showCode(5) },
      { code: '0000-0000-0000-0000' },
      { email: 'nobody@example.com', password: 'x', code: 'x' },
    ]
    const messages = new Set<string>()
    for (const changes of wrong) {
      const answer = await ann.signIn(openBrowser(shop), changes)
      expect([changes, readProblem(answer)]).toMatchObject([changes, { status: 401, code: 'invalid_credentials' }])
      expect(answer.cookies ?? []).toEqual([])
      messages.add(answer.body.error.message)
    }
    expect(messages.size).toBe(1)
  })

  test('a code counts once, also by two at once', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const code = ann.phone.nextCode()
    const both = await Promise.all([
      ann.signIn(openBrowser(shop), { code }),
      ann.signIn(openBrowser(shop, '192.0.2.11'), { code }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await ann.signIn(openBrowser(shop), { code })).status).toBe(401)
  })

  test('a recovery code stands in for the phone, once, however it is typed', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const [one = '', other = ''] = ann.recoveryCodes
    expect(one).toMatch(/^[0-9a-z]{4}(?:-[0-9a-z]{4}){5}$/)
    const first = await ann.signIn(openBrowser(shop), { code: one.toUpperCase().replaceAll('-', ' ') })
    expect(first.body.user.recoveryCodesLeft).toBe(9)
    expect((await ann.signIn(openBrowser(shop), { code: one })).status).toBe(401)
    expect((await ann.signIn(openBrowser(shop), { code: other })).status).toBe(200)
    const renewed = await ann.browser.ask('POST', '/recovery_codes')
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    expect((await ann.signIn(openBrowser(shop), { code: ann.recoveryCodes[2] })).status).toBe(401)
    expect((await ann.signIn(openBrowser(shop), { code: renewed.body.recoveryCodes[0] })).status).toBe(200)
  })

  test('gives a session of its own each time, and takes none that a browser brings', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const browser = openBrowser(shop)
    const planted = 'A'.repeat(43)
    browser.cookies.set('__Host-checkout_session', planted)
    expect((await ann.signIn(browser)).status).toBe(200)
    const first = browser.cookies.get('__Host-checkout_session')
    expect(first).not.toBe(planted)
    expect((await ann.signIn(browser)).status).toBe(200)
    expect(browser.cookies.get('__Host-checkout_session')).not.toBe(first)
    // The session before is over: nobody who knew its token has anything of it.
    const thief = openBrowser(shop)
    for (const token of [planted, first]) {
      thief.cookies.set('__Host-checkout_session', String(token))
      expect(readProblem(await thief.ask('GET', '/session')).code).toBe('invalid_session')
    }
  })

  test('with a cookie of a sibling domain, which names it almost as ours, is neither planted nor ended', async () => {
    const shop = await open()
    const [ann, eve] = [await addPerson(shop), await addPerson(shop, { email: 'eve@example.com' })]
    const name = '__Host-checkout_session'
    const own = `${name}=${ann.browser.cookies.get(name)}`
    const ask = async (cookie: string) => {
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const answer = await shop.request('GET', '/dashboard/auth/session', { key: null, headers })
      return answer.body.user?.email ?? answer.status
    }
    // Node reads each byte of a header as one character. Browsers check the prefix of the name alone.
    for (const space of ['\u00a0', '\u000b', '\u000c', '\ufeff', '\u2028']) {
      const planted = `${space}${name}=${eve.browser.cookies.get(name)}`
      expect([space, await ask(planted)]).toEqual([space, 401])
      expect([space, await ask(`${planted}; ${own}`)]).toEqual([space, 'ann@example.com'])
      expect([space, await ask(`${own}${space}`)]).toEqual([space, 401])
    }
    expect(await ask(`shop=1;\t ${own};other=2`)).toBe('ann@example.com')
  })

  test('nothing secret is stored as it is, or logged', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const token = await invite(shop, { email: 'bob@example.com' })
    const everything = await readEverything(shop)
    expect(everything).toContain('ann@example.com')
    const secrets = [GOOD_PASSWORD, token, ann.browser.cookies.get('__Host-checkout_session'), ann.recoveryCodes[0]]
    for (const secret of secrets) {
      expect(everything).not.toContain(secret)
      expect(shop.lines.join()).not.toContain(secret)
    }
  })

  test('a password of earlier parameters is accepted, and hashed anew', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const { scryptSync } = await import('node:crypto')
    const salt = Buffer.alloc(16, 1)
    const weak = scryptSync(GOOD_PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 })
    const hash = `$scrypt$ln=10,r=8,p=1$${salt.toString('base64')}$${weak.toString('base64')}`
    const { context } = shop.checkout
    await context.transact((tx) => tx.updateTable('passwords').set({ hash }).execute())
    expect((await ann.signIn()).status).toBe(200)
    const row = await context.db.selectFrom('passwords').select('hash').executeTakeFirstOrThrow()
    expect(row.hash).toMatch(/^\$scrypt\$ln=4,r=8,p=1\$/)
    expect((await ann.signIn()).status).toBe(200)
  })
})

describe('attempts', () => {
  const wrong = { password: 'another gluten wyvern quay' }

  test('at an account are refused after ten, from wherever they come; a known browser is not locked out', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/sign_out')
    for (let attempt = 0; attempt < 10; attempt++) {
      const answer = await ann.signIn(openBrowser(shop, `198.51.100.${attempt}`), wrong)
      expect(answer.status).toBe(401)
    }
    const refused = await ann.signIn(openBrowser(shop, '198.51.100.99'), wrong)
    expect(readProblem(refused)).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    // The right password from an unknown browser has to wait too, or else it could be guessed.
    expect((await ann.signIn(openBrowser(shop, '198.51.100.99'))).status).toBe(429)
    expect((await ann.signIn()).status).toBe(200)
    const bob = await addPerson(shop, { email: 'bob@example.com', address: '203.0.113.1' })
    expect((await bob.signIn(openBrowser(shop, '203.0.113.2'))).status).toBe(200)
    shop.clock.advance(15 * 60_000)
    expect((await ann.signIn(openBrowser(shop, '198.51.100.99'))).status).toBe(200)
  })

  test('of an unknown account are refused like those of a known one', async () => {
    const shop = await open()
    await addPerson(shop)
    const signIn = (attempt: number) =>
      openBrowser(shop, `198.51.100.${attempt}`).ask('POST', '/sign_in', {
        email: 'x@example.com',
        ...wrong,
        code: '1',
      })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt++) statuses.push((await signIn(attempt)).status)
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('of an address are refused after thirty, whatever the accounts; a known browser there is not', async () => {
    const shop = await open()
    const ann = await addPerson(shop, { address: '198.51.100.7' })
    const attempt = (name: number) =>
      openBrowser(shop, '198.51.100.7').ask('POST', '/sign_in', { email: `${name}@example.com`, ...wrong, code: '1' })
    for (let name = 0; name < 30; name++) expect((await attempt(name)).status).toBe(401)
    expect((await attempt(30)).status).toBe(429)
    expect((await ann.signIn()).status).toBe(200)
  })

  test('from texts that are no address, as a proxy may pass them on, are those of one client, and are kept nowhere', async () => {
    const shop = await open()
    const ann = await addPerson(shop, { address: `=cmd|${'x'.repeat(5_000)}` })
    expect((await ann.browser.ask('GET', '/sessions')).body.data[0].address).toBe('unknown')
    await ann.browser.send('POST', '/v1/keys', { name: 'Shop' })
    expect((await ann.browser.send('GET', '/v1/audit')).body.data[0].address).toBe('unknown')
    const attempt = (name: number) =>
      openBrowser(shop, `x${name}`).ask('POST', '/sign_in', { email: `${name}@example.com`, ...wrong, code: '1' })
    for (let name = 0; name < 30; name++) expect((await attempt(name)).status).toBe(401)
    expect((await attempt(30)).status).toBe(429)
  })

  test('many at once are not more than one after the other', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        ann.signIn(openBrowser(shop, `198.51.100.${index}`), { ...wrong, code: '1' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4)
  })

  test('of many strangers at once keep nobody out of a browser that it uses, nor out of a session', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const strangers = Array.from({ length: 40 }, (_, index) =>
      openBrowser(shop, `198.51.100.${index}`).ask('POST', '/sign_in', {
        email: `${index}@x.org`,
        ...wrong,
        code: '1',
      }),
    )
    const shown = await ann.browser.ask('POST', '/reauthenticate', {
      password: GOOD_PASSWORD,
      code: ann.phone.nextCode(),
    })
    const more = Array.from({ length: 40 }, (_, index) =>
      openBrowser(shop, `203.0.113.${index}`).ask('POST', '/sign_in', {
        email: `y${index}@x.org`,
        ...wrong,
        code: '1',
      }),
    )
    expect([shown.status, (await ann.signIn()).status]).toEqual([200, 200])
    const statuses = new Set((await Promise.all([...strangers, ...more])).map(({ status }) => status))
    expect([...statuses].toSorted()).toEqual([401, 429])
  })

  test('with the mark of another user, or with a forged one, count as those of strangers', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    for (let attempt = 0; attempt < 10; attempt++) await ann.signIn(openBrowser(shop, `198.51.100.${attempt}`), wrong)
    expect((await ann.signIn(bob.browser)).status).toBe(429)
    const forger = openBrowser(shop)
    const mark = ann.browser.cookies.get('__Host-checkout_device') ?? ''
    forger.cookies.set('__Host-checkout_device', `${'A'.repeat(22)}.${mark.split('.')[1]}`)
    expect((await ann.signIn(forger)).status).toBe(429)
  })
})

describe('a session', () => {
  test('ends twelve hours after its last use, and thirty days after it began', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const status = async () => (await ann.browser.ask('GET', '/session')).status
    shop.clock.advance(DAY_MS / 2 - 1)
    expect(await status()).toBe(200)
    for (let half = 1; half < 60; half++) {
      shop.clock.advance(DAY_MS / 2 - 1)
      expect(await status()).toBe(200)
    }
    shop.clock.advance(60)
    expect(await status()).toBe(401)
    expect((await ann.signIn()).status).toBe(200)
    shop.clock.advance(DAY_MS / 2)
    const over = await ann.browser.ask('GET', '/session')
    expect(readProblem(over)).toMatchObject({ status: 401, type: 'authentication_error', code: 'invalid_session' })
    expect(over.cookies).toEqual([expect.stringMatching(/^__Host-checkout_session=; .*Max-Age=0/)])
  })

  test('is listed with where it is, and ended from elsewhere', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const elsewhere = openBrowser(shop, '203.0.113.5')
    await ann.signIn(elsewhere)
    const list = await ann.browser.ask('GET', '/sessions')
    expect(list.body).toMatchObject({
      object: 'list',
      totalCount: 2,
      data: [
        { current: false, address: '203.0.113.5', userAgent: 'Test browser', method: 'password' },
        { current: true, address: '192.0.2.10' },
      ],
    })
    const [other] = list.body.data
    shop.clock.advance(10 * 60_000)
    for (const path of [`/sessions/${other.id}`, '/sessions'])
      expect(readProblem(await ann.browser.ask('DELETE', path)).code).toBe('reauthentication_required')
    const proof = { password: GOOD_PASSWORD, code: ann.phone.nextCode() }
    expect((await ann.browser.ask('POST', '/reauthenticate', proof)).status).toBe(200)
    expect((await ann.browser.ask('DELETE', `/sessions/${other.id}`)).body).toMatchObject({
      id: other.id,
      deleted: true,
    })
    expect((await elsewhere.ask('GET', '/session')).status).toBe(401)
    expect(readProblem(await ann.browser.ask('DELETE', `/sessions/${other.id}`)).code).toBe('resource_missing')
    await ann.signIn(elsewhere)
    expect((await elsewhere.ask('DELETE', '/sessions')).body.data).toMatchObject([{ current: true }])
    expect((await ann.browser.ask('GET', '/session')).status).toBe(401)
  })

  test('of somebody else is not listed and cannot be ended', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    expect((await bob.browser.ask('GET', '/sessions')).body.totalCount).toBe(1)
    const answer = await bob.browser.ask('DELETE', `/sessions/${ann.session.id}`)
    expect(readProblem(answer)).toMatchObject({ status: 404, code: 'resource_missing' })
    expect((await ann.browser.ask('GET', '/session')).status).toBe(200)
  })

  test('that signs out is over, whoever has its token', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const thief = openBrowser(shop)
    thief.cookies.set('__Host-checkout_session', ann.browser.cookies.get('__Host-checkout_session') ?? '')
    expect((await ann.browser.ask('POST', '/sign_out')).status).toBe(200)
    expect(ann.browser.cookies.has('__Host-checkout_session')).toBe(false)
    expect((await thief.ask('GET', '/session')).status).toBe(401)
  })

  test('on loopback has a cookie that browsers take without TLS, at each name of the machine', async () => {
    const shop = await openShop({ dashboard: true, publicUrl: 'http://127.0.0.1:3000' })
    const browser = openBrowser(shop)
    const token = await invite(shop, { email: 'ann@example.com' })
    const { body } = await browser.ask('POST', '/invitation', { token })
    const input = { token, password: GOOD_PASSWORD, ...openPhone(shop, body.totp).enrol() }
    const headers = { 'sec-fetch-site': '', origin: 'http://localhost:3000' }
    const { 'sec-fetch-site': _site, ...originOnly } = headers
    const answer = await shop.request('POST', '/dashboard/auth/invitation/accept', {
      ...{ key: null, body: input, headers: originOnly },
    })
    expect(answer.cookies?.[0]).toMatch(
      /^checkout_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
  })
})

describe('showing the password again', () => {
  test('is needed after ten minutes for what is sensitive, and gives the session another token', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(10 * 60_000)
    for (const route of authRoutes.filter(({ needs }) => needs === 'recent')) {
      const refused = await ann.browser.ask(route.method, route.path.replace('{id}', 'x'))
      expect([route.path, readProblem(refused)]).toMatchObject([
        route.path,
        { status: 403, type: 'permission_error', code: 'reauthentication_required' },
      ])
    }
    const before = ann.browser.cookies.get('__Host-checkout_session') ?? ''
    const wrong = await ann.browser.ask('POST', '/reauthenticate', { password: 'x', code: ann.phone.nextCode() })
    expect(readProblem(wrong)).toMatchObject({ status: 401, code: 'invalid_credentials', param: 'password' })
    const alone = await ann.browser.ask('POST', '/reauthenticate', { password: GOOD_PASSWORD })
    expect(readProblem(alone)).toMatchObject({ status: 400, code: 'invalid_parameter' })
    const used = { password: GOOD_PASSWORD, code: ann.recoveryCodes[9] }
    await ann.signIn(openBrowser(shop), { code: used.code })
    expect((await ann.browser.ask('POST', '/reauthenticate', used)).status).toBe(401)
    const again = await ann.browser.ask('POST', '/reauthenticate', {
      password: GOOD_PASSWORD,
      code: ann.phone.nextCode(),
    })
    expect(again.body).toMatchObject({ id: ann.session.id, method: 'password' })
    expect(ann.browser.cookies.get('__Host-checkout_session')).not.toBe(before)
    expect((await ann.browser.ask('POST', '/recovery_codes')).status).toBe(200)
    const thief = openBrowser(shop)
    thief.cookies.set('__Host-checkout_session', before)
    expect((await thief.ask('GET', '/session')).status).toBe(401)
  })

  test('is refused after ten wrong ones', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const attempt = (password: string) =>
      ann.browser.ask('POST', '/reauthenticate', { password, code: ann.phone.showCode(1) })
    for (let count = 0; count < 10; count++) expect((await attempt('x')).status).toBe(401)
    expect((await attempt(GOOD_PASSWORD)).status).toBe(429)
  })
})

describe('a password', () => {
  test('is changed with the other sessions ended, and keeps its phone', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const elsewhere = openBrowser(shop)
    await ann.signIn(elsewhere)
    const password = 'another gluten wyvern quay'
    const changed = await ann.browser.ask('POST', '/password', { password })
    expect(changed).toMatchObject({ status: 200, body: { recoveryCodes: null, user: { recoveryCodesLeft: 10 } } })
    expect((await elsewhere.ask('GET', '/session')).status).toBe(401)
    expect((await ann.browser.ask('GET', '/session')).status).toBe(200)
    expect((await ann.signIn(openBrowser(shop))).status).toBe(401)
    expect((await ann.signIn(openBrowser(shop), { password })).status).toBe(200)
  })

  test('gets another phone with a code of it, and other recovery codes', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const offered = await ann.browser.ask('POST', '/totp')
    const phone = openPhone(shop, offered.body)
    const change = { password: GOOD_PASSWORD, enrolment: offered.body.enrolment }
    const refusals: [object, string][] = [
      [{ ...change }, 'missing_parameter'],
      [{ ...change, code: ann.phone.showCode() }, 'invalid_parameter'],
      [{ ...change, enrolment: 'A'.repeat(43), code: phone.showCode() }, 'invalid_parameter'],
      [{ ...change, enrolment: 'x', code: phone.showCode() }, 'invalid_parameter'],
    ]
    for (const [body, code] of refusals)
      expect([body, readProblem(await ann.browser.ask('POST', '/password', body)).code]).toEqual([body, code])
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    expect((await bob.browser.ask('POST', '/password', { ...change, code: phone.showCode() })).status).toBe(400)
    const changed = await ann.browser.ask('POST', '/password', { ...change, code: phone.showCode() })
    expect(changed.body.recoveryCodes).toHaveLength(10)
    expect((await ann.signIn(openBrowser(shop))).status).toBe(401)
    expect((await ann.signIn(openBrowser(shop), { code: phone.nextCode() })).status).toBe(200)
  })

  test('is not removed while nothing else signs in', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    expect(readProblem(await ann.browser.ask('DELETE', '/password')).code).toBe('invalid_state')
  })
})

describe('requests about signing in', () => {
  test('need a session, all but those of strangers', async () => {
    const shop = await open()
    await addPerson(shop)
    const before = await countRows(shop)
    for (const route of authRoutes.filter(({ needs }) => needs !== 'anyone')) {
      for (const value of [null, '', 'x', 'A'.repeat(43), '"; drop table sessions']) {
        const browser = openBrowser(shop)
        if (value !== null) browser.cookies.set('__Host-checkout_session', value)
        const answer = await browser.ask(route.method, route.path.replace('{id}', 'ses_x'))
        expect([route.path, value, readProblem(answer)]).toMatchObject([
          ...[route.path, value],
          { status: 401, code: 'invalid_session' },
        ])
      }
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test('are refused from another origin, each of them', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const before = await countRows(shop)
    const cookie = [...ann.browser.cookies].map((pair) => pair.join('=')).join('; ')
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: OWN_ORIGIN },
      { origin: 'https://evil.example.com' },
      { origin: 'null' },
      { origin: `${OWN_ORIGIN}.evil.example.com` },
      { origin: OWN_ORIGIN.replace('https', 'http') },
    ]
    for (const { method, path } of authRoutes) {
      for (const headers of method === 'GET' ? foreign : [...foreign, {}, { 'sec-fetch-site': 'none' }]) {
        const answer = await shop.request(method, `/dashboard/auth${path.replace('{id}', 'ses_x')}`, {
          ...{ key: null, headers: { cookie, ...headers } },
          ...(method === 'POST' ? { body: {} } : {}),
        })
        expect([path, headers, readProblem(answer)]).toMatchObject([
          ...[path, headers],
          { status: 403, code: 'cross_origin_request' },
        ])
      }
    }
    expect(await countRows(shop)).toEqual(before)
  })

  test('are JSON, also what is unknown or wrong', async () => {
    const shop = await open()
    const browser = openBrowser(shop)
    expect(readProblem(await browser.ask('GET', '/nothing'))).toMatchObject({ status: 404, code: 'unknown_endpoint' })
    expect(readProblem(await browser.ask('GET', '/sign_in')).code).toBe('unknown_endpoint')
    const broken = await browser.ask('POST', '/sign_in', '{')
    expect(readProblem(broken).code).toBe('invalid_json')
    const form = await browser.ask('POST', '/sign_in', 'email=ann', { headers: { 'content-type': 'text/plain' } })
    expect(readProblem(form).code).toBe('unsupported_media_type')
    expect(readProblem(await browser.ask('POST', '/sign_in', { email: 'a' })).code).toBe('missing_parameter')
  })

  test('of strangers are limited by address', async () => {
    const shop = await open()
    const browser = openBrowser(shop)
    for (let count = 0; count < 120; count++) await browser.ask('POST', '/invitation', { token: 'x' })
    const refused = await browser.ask('POST', '/invitation', { token: 'x' })
    expect(readProblem(refused).code).toBe('rate_limited')
    expect(refused.headers['retry-after']).toBe('60')
    expect((await openBrowser(shop, '192.0.2.99').ask('POST', '/invitation', { token: 'x' })).status).toBe(400)
  })

  test('do not exist where the dashboard is off, which is the default of the middleware', async () => {
    const shop = await openShop()
    await expect(shop.request('POST', '/dashboard/auth/sign_in', { body: {} })).rejects.toThrow(/not the checkout's/)
    expect(shop.checkout.bodyLimit('POST', '/dashboard/auth/sign_in')).toBe(0)
    expect((await open()).checkout.bodyLimit('POST', '/dashboard/auth/sign_in')).toBeGreaterThan(0)
  })
})

test('a checkout that is opened again knows its users, sessions and marks', async () => {
  const shop = await openShop({ dashboard: true }, { storage: await testStorage() })
  const ann = await addPerson(shop)
  shop.restart()
  expect((await ann.browser.ask('GET', '/session')).status).toBe(200)
  const cookies = (await ann.signIn()).cookies ?? []
  expect(cookies).toEqual([expect.stringMatching(/session=/)])
})
