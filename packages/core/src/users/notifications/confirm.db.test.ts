import { expect, test } from 'vitest'
import { createMailer } from '../../outbound/mail.ts'
import { createTransferFor } from '../../testing/index.ts'
import { useMailServer } from '../../testing/mail-server.ts'
import { addPerson, readEmailCode } from '../../testing/people.ts'
import { addMerchant, openShop } from '../../testing/shop.ts'
import { createNotifyJob } from '../../workers/notify.ts'

const mailbox = useMailServer()

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

async function open() {
  const smtp = mailbox.configure()
  const shop = await openShop({ dashboard: true, smtp })
  await shop.settle()
  const { context, merchant } = shop.checkout
  const job = createNotifyJob(context, createMailer({ ...smtp, login: null }), () => {})
  return Object.assign(shop, { pass: () => job.run(), merchant: (await merchant.retrieve()).id })
}
type Shop = Awaited<ReturnType<typeof open>>
type Person = Awaited<ReturnType<typeof addPerson>>

const askForCode = (shop: Shop, { browser }: Person, others: object = {}) =>
  browser.ask('POST', '/notifications/code', { merchant: shop.merchant, language: 'en', ...others })
const enter = ({ browser }: Person, code: string) => browser.ask('POST', '/notifications/confirm', { code })
const choose = (shop: Shop, { browser }: Person, kinds: readonly string[]) =>
  browser.ask('POST', '/notifications', { merchant: shop.merchant, livemode: false, kinds, language: 'en' })

/** Digits that are not the code. */
const spoil = (code: string) => code.replaceAll(/./g, (digit) => String((Number(digit) + 1) % 10))

test('an address is confirmed by the code that is sent there, and gets nothing else before', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const refused = await choose(shop, ann, ['payment_completed'])
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_state' } } })
  const before = { address: { email: ann.email, confirmed: false, codeSentAt: null } }
  expect((await ann.browser.ask('GET', '/notifications')).body).toMatchObject(before)
  const asked = await askForCode(shop, ann)
  expect(asked.body.address).toMatchObject({ confirmed: false, codeSentAt: expect.stringMatching(/Z$/) })
  await shop.pass()
  await shop.pass()
  expect(mailbox.received.map(({ to }) => to)).toEqual([[ann.email]])
  const [, code = ''] = /^(\d{8})\r?$/m.exec(mailbox.received[0]?.text ?? '') ?? []
  expect(code).toBe(await readEmailCode(shop, ann.email))
  const answer = await enter(ann, `${code.slice(0, 4)} ${code.slice(4)} `)
  expect(answer).toMatchObject({ status: 200, body: { address: { confirmed: true, codeSentAt: null } } })
  expect((await choose(shop, ann, ['payment_completed'])).status).toBe(200)
  const payment = await shop.create()
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  await shop.pass()
  expect(mailbox.received).toHaveLength(2)
  const entries = (await shop.checkout.audit.list()).data.map(({ operation, actor }) => [operation, actor])
  expect(entries.slice(0, 3)).toEqual([
    ['chooseNotifications', ann.id],
    ['confirmEmail', ann.id],
    ['requestEmailCode', ann.id],
  ])
  expect(JSON.stringify((await shop.checkout.audit.list()).data)).not.toContain(code)
})

test('the e-mail with the code has no words of a merchant', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  await shop.checkout.merchant.update({ name: 'Buy pills at evil.example' })
  for (const language of ['en', 'de']) {
    await askForCode(shop, ann, { language })
    await shop.pass()
    shop.clock.advance(MINUTE_MS)
  }
  expect(mailbox.received).toHaveLength(2)
  expect(mailbox.received.map(({ text }) => text).join()).not.toContain('pills')
  expect(mailbox.received[1]?.text).toMatch(/bestätigen|Bestätigen/)
})

test('a code is guessed at most five times, works once, and for half an hour', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  expect(await enter(ann, '12345678')).toMatchObject({ status: 400, body: { error: { code: 'invalid_state' } } })
  await askForCode(shop, ann)
  const first = await readEmailCode(shop, ann.email)
  const guesses = await Promise.all(Array.from({ length: 8 }, () => enter(ann, spoil(first))))
  const codes = guesses.map(({ body }) => body.error.code)
  expect(codes.filter((code) => code === 'invalid_parameter')).toHaveLength(5)
  expect(codes.filter((code) => code === 'invalid_state')).toHaveLength(3)
  expect((await enter(ann, first)).status).toBe(400)
  shop.clock.advance(MINUTE_MS)
  await askForCode(shop, ann)
  const second = await readEmailCode(shop, ann.email)
  expect(second).not.toBe(first)
  expect((await enter(ann, first)).status).toBe(400)
  shop.clock.advance(31 * MINUTE_MS)
  expect((await enter(ann, second)).body.error.code).toBe('invalid_state')
  await askForCode(shop, ann)
  expect((await enter(ann, await readEmailCode(shop, ann.email))).status).toBe(200)
  expect((await askForCode(shop, ann)).body.error.code).toBe('invalid_state')
})

test('a code is of one user', async () => {
  const shop = await open()
  const [ann, bob] = [await addPerson(shop), await addPerson(shop, { email: 'bob@example.com' })]
  await askForCode(shop, ann)
  await askForCode(shop, bob)
  expect((await enter(bob, await readEmailCode(shop, ann.email))).status).toBe(400)
  expect((await bob.browser.ask('GET', '/notifications')).body.address.confirmed).toBe(false)
})

test('an address gets one code a minute, three a day and ten a month, whoever enters it', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const ask = async () => (await askForCode(shop, ann)).status
  const atOnce = await Promise.all([ask(), ask(), ask()])
  expect(atOnce.toSorted()).toEqual([200, 429, 429])
  for (const expected of [200, 200, 429]) {
    shop.clock.advance(MINUTE_MS)
    expect(await ask()).toBe(expected)
  }
  expect(Number((await askForCode(shop, ann)).headers['retry-after'])).toBeGreaterThan(80_000)
  // Another user gets the address.
  const moved = { email: 'old@example.com', email_key: 'old@example.com' }
  await shop.checkout.context.transact((tx) => tx.updateTable('users').set(moved).where('id', '=', ann.id).execute())
  const again = await addPerson(shop, { address: '192.0.2.11' })
  expect((await askForCode(shop, again)).status).toBe(429)
  let sent = 3
  for (let day = 0; day < 5; day++) {
    shop.clock.advance(DAY_MS)
    await again.signIn()
    for (let turn = 0; turn < 3; turn++) {
      shop.clock.advance(MINUTE_MS)
      if ((await askForCode(shop, again)).status === 200) sent += 1
    }
  }
  expect(sent).toBe(10)
})

test('a merchant’s users have at most twenty codes sent in a day', async () => {
  const shop = await open()
  const statuses: number[] = []
  for (let number = 0; number < 21; number++) {
    const person = await addPerson(shop, { email: `user${number}@example.com`, address: `192.0.2.${number + 20}` })
    statuses.push((await askForCode(shop, person)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
})

test('a code is asked for at a merchant of one’s own, by a session alone', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  const other = await addMerchant(shop)
  expect((await askForCode(shop, ann, { merchant: other.id })).status).toBe(404)
  expect((await askForCode(shop, ann, { email: 'eve@example.com' })).status).toBe(400)
  const foreign = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } }
  const body = { merchant: shop.merchant, language: 'en' }
  expect((await ann.browser.ask('POST', '/notifications/code', body, foreign)).status).toBe(403)
  await ann.browser.ask('POST', '/sign_out')
  expect((await askForCode(shop, ann)).status).toBe(401)
  expect((await enter(ann, '12345678')).status).toBe(401)
  await shop.pass()
  expect(mailbox.received).toEqual([])
})

test('codes of a month ago are forgotten', async () => {
  const shop = await open()
  const ann = await addPerson(shop)
  await askForCode(shop, ann)
  await shop.pass()
  shop.clock.advance(31 * DAY_MS)
  await shop.pass()
  expect(await shop.checkout.context.db.selectFrom('email_codes').select('seq').execute()).toEqual([])
})
