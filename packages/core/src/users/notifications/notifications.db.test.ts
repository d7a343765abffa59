import type { SecurityNotice } from '@crypto-checkout/api-types'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createMailer } from '../../outbound/mail.ts'
import { openAuthenticator } from '../../testing/authenticator.ts'
import { createTransferFor } from '../../testing/index.ts'
import { type ReceivedMail, useMailServer } from '../../testing/mail-server.ts'
import {
  addPerson as addUnconfirmed,
  type Browser,
  confirmAddresses,
  invite,
  OWN_ORIGIN,
  openBrowser,
} from '../../testing/people.ts'
import { openReceiver } from '../../testing/receiver.ts'
import { createCompletedPayment, openRefunding, REFUND_TO } from '../../testing/refunding.ts'
import { addMerchant, connectionRequest, openShop } from '../../testing/shop.ts'
import { createNotifyJob } from '../../workers/notify.ts'
import { resetUserAsOperator } from '../reset.ts'
import { queueNotifications } from './queue.ts'

const mailbox = useMailServer()

const HOUR_MS = 3_600_000

async function open(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop({ dashboard: true, smtp: mailbox.configure(), ...options })
  await shop.settle()
  const send = createMailer({ ...mailbox.configure(), login: null })
  const lines: string[] = []
  const { context } = shop.checkout
  const job = createNotifyJob(context, send, (line) => lines.push(line))
  const pass = () => job.run()
  const { id: merchant } = await shop.checkout.merchant.retrieve()
  return Object.assign(shop, { pass, lines, merchant })
}
type Shop = Awaited<ReturnType<typeof open>>

/** A user that has confirmed its address. */
async function addPerson(shop: Parameters<typeof addUnconfirmed>[0], input?: Parameters<typeof addUnconfirmed>[1]) {
  const person = await addUnconfirmed(shop, input)
  await confirmAddresses(shop)
  return person
}

const choice = (shop: Shop, kinds: readonly string[], others: object = {}) => ({
  ...{ merchant: shop.merchant, livemode: false, kinds, language: 'en' },
  ...others,
})

/** Lets a new payment complete. */
async function complete(shop: Shop, reference = 'order-7') {
  const payment = await shop.create({ reference })
  shop.mine([createTransferFor(payment)])
  for (let block = 0; block < 3; block++) shop.mine()
  await shop.settle()
  return payment
}

const readMerchantId = async (shop: Shop) => (await shop.checkout.merchant.retrieve()).id

describe('a user', () => {
  test('gets one e-mail for each event of a kind that it chose, from then on', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await complete(shop)
    const chosen = await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    expect(chosen).toMatchObject({ status: 200, body: { available: true, choices: [{ kind: 'payment_completed' }] } })
    await shop.pass()
    expect(mailbox.received).toEqual([])
    const payment = await complete(shop, 'order-8')
    for (let turn = 0; turn < 3; turn++) await shop.pass()
    expect(mailbox.received).toHaveLength(1)
    const [{ to, text }] = mailbox.received as [ReceivedMail]
    expect(to).toEqual([ann.email])
    expect(text).toMatch(/^Subject: \[Test\] My shop: .*10\.00 paid\r$/m)
    expect(text).toMatch(new RegExp(`^Message-ID:\\s+<evt_\\w+\\.${ann.id}@`, 'm'))
    expect(text).toMatch(new RegExp(`/dashboard/${await readMerchantId(shop)}/sandbox/payments/${payment.id}\\r$`, 'm'))
    expect(text).toContain('Order: order-8')
    shop.restart()
    await shop.pass()
    expect(mailbox.received).toHaveLength(1)
  })

  test('gets it in its language, of money that fits no payment, too', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['money_to_check'], { language: 'de' }))
    const payment = await shop.create()
    shop.mine([createTransferFor(payment, 4_000_000n)])
    await shop.settle()
    await shop.pass()
    expect(mailbox.received.map(({ text }) => text)).toMatchObject([
      expect.stringMatching(/4 USDC kamen auf Ethereum in Ihrer Wallet an und passen zu keiner Zahlung/),
    ])
  })

  test('gets one of a refund when the payer has said where it goes', async () => {
    const shop = await openRefunding({ dashboard: true, smtp: mailbox.configure() })
    onTestFinished(shop.stop)
    const job = createNotifyJob(shop.checkout.context, createMailer({ ...mailbox.configure(), login: null }), () => {})
    const ann = await addPerson(shop)
    const { id: merchant } = await shop.checkout.merchant.retrieve()
    const body = { merchant, livemode: false, kinds: ['refund_to_sign'], language: 'en' }
    expect((await ann.browser.ask('POST', '/notifications', body)).status).toBe(200)
    const refund = await shop.checkout.sandbox.refunds.create({ paymentId: (await createCompletedPayment(shop)).id })
    await job.run()
    expect(mailbox.received).toEqual([])
    const entry = new URLSearchParams({ address: REFUND_TO, step: 'confirm' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const page = new URL(refund.nextAction?.url ?? '').pathname
    await shop.request('POST', page, { body: entry, headers, key: null })
    await job.run()
    expect(mailbox.received.map(({ text }) => text)).toEqual([
      expect.stringContaining(`/dashboard/${merchant}/sandbox/refunds/${refund.id}`),
    ])
  })

  test('gets one a day of a webhook whose deliveries are given up', async () => {
    const shop = await open({ publicUrl: 'http://127.0.0.1:3000' })
    const broken = await openReceiver((response) => response.writeHead(500).end())
    onTestFinished(broken.close)
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['webhook_failing']))
    const webhook = await shop.checkout.sandbox.webhooks.create({ url: broken.url })
    for (let payment = 0; payment < 3; payment++) await shop.create()
    for (let hour = 0; hour < 100; hour++) {
      shop.clock.advance(HOUR_MS)
      await shop.deliver()
      await shop.pass()
    }
    expect(mailbox.received).toHaveLength(1)
    expect(mailbox.received[0]?.text).toContain(`A delivery to ${broken.url} was given up after 10 attempts.`)
    expect(mailbox.received[0]?.text).toMatch(
      new RegExp(`/dashboard/${await readMerchantId(shop)}/sandbox/webhooks/${webhook.id}\\r$`, 'm'),
    )
  })

  test('chooses only what its role may read, at its own merchants', async () => {
    const shop = await open()
    const cashier = await addPerson(shop, { role: 'cashier' })
    const support = await addPerson(shop, { role: 'support', email: 'sue@example.com' })
    const ask = (body: object) => support.browser.ask('POST', '/notifications', body)
    for (const kind of ['refund_to_sign', 'payment_completed'])
      expect(await cashier.browser.ask('POST', '/notifications', choice(shop, [kind]))).toMatchObject({ status: 403 })
    const other = await addMerchant(shop)
    expect(await ask(choice(shop, ['payment_completed'], { merchant: other.id }))).toMatchObject({ status: 404 })
    expect(await ask(choice(shop, ['payment_started']))).toMatchObject({ status: 400 })
    expect((await ask(choice(shop, ['payment_completed']))).status).toBe(200)
    expect((await ask(choice(shop, []))).body.choices).toEqual([])
  })

  test('who has left the merchant, or lost the right, gets nothing any more', async () => {
    const shop = await open()
    const bob = await addPerson(shop, { role: 'support', email: 'bob@example.com' })
    const eve = await addPerson(shop, { role: 'support', email: 'eve@example.com' })
    for (const { browser } of [bob, eve]) await browser.ask('POST', '/notifications', choice(shop, ['money_to_check']))
    const { context } = shop.checkout
    const payment = await shop.create()
    shop.mine([createTransferFor(payment, 4_000_000n)])
    await shop.settle()
    await queueNotifications(context)
    await context.transact(async (tx) => {
      await tx.deleteFrom('memberships').where('user_id', '=', bob.id).execute()
      await tx.updateTable('memberships').set({ role: 'cashier' }).where('user_id', '=', eve.id).execute()
    })
    await shop.pass()
    expect(mailbox.received).toEqual([])
  })

  test('has its choice in the audit log', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    const [entry] = (await shop.checkout.audit.list()).data
    expect(entry).toMatchObject({
      ...{ operation: 'chooseNotifications', actor: ann.id },
      after: { environment: 'sandbox', notifications: ['payment_completed'] },
    })
  })
})

describe('an e-mail', () => {
  test('is sent again with the same id while the mail server fails, and given up after a day', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    mailbox.refusal = { message: 'busy', responseCode: 451 }
    await complete(shop)
    await shop.pass()
    await shop.pass()
    expect(shop.lines).toEqual([expect.stringMatching(/^an e-mail was not sent: .*busy/)])
    mailbox.refusal = null
    shop.clock.advance(2 * 60_000)
    await shop.pass()
    expect(mailbox.received).toHaveLength(1)
    mailbox.refusal = { message: 'busy', responseCode: 451 }
    await complete(shop)
    await shop.pass()
    shop.clock.advance(25 * HOUR_MS)
    await shop.pass()
    mailbox.refusal = null
    shop.clock.advance(25 * HOUR_MS)
    await shop.pass()
    expect(mailbox.received).toHaveLength(1)
    expect(await shop.checkout.context.db.selectFrom('notifications').select('event_id').execute()).toEqual([])
  })

  test('is not tried again if the mail server refuses it for ever', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    mailbox.refusal = { message: 'no such user', responseCode: 550 }
    await complete(shop)
    await shop.pass()
    mailbox.refusal = null
    shop.clock.advance(HOUR_MS)
    await shop.pass()
    expect(mailbox.received).toEqual([])
  })

  test('is taken by one of several servers', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    await complete(shop)
    await Promise.all([shop.pass(), shop.pass(), shop.pass()])
    expect(mailbox.received).toHaveLength(1)
  })

  test('never contains a header that a stranger wrote', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await shop.checkout.context.transact((tx) =>
      tx.updateTable('merchants').set({ name: 'Shop\r\nBcc: eve@example.com' }).execute(),
    )
    await ann.browser.ask('POST', '/notifications', choice(shop, ['payment_completed']))
    await complete(shop)
    await shop.pass()
    expect(mailbox.received.map(({ to }) => to)).toEqual([[ann.email]])
    const [head] = (mailbox.received[0]?.text ?? '').split('\r\n\r\n')
    expect(head).not.toMatch(/^Bcc:/m)
  })

  test('is one of at most 30 in an hour, of which the last says so', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    await ann.browser.ask('POST', '/notifications', choice(shop, ['money_to_check']))
    const payment = await shop.create()
    shop.mine(Array.from({ length: 33 }, (_, index) => createTransferFor(payment, 1_000_001n + BigInt(index))))
    await shop.settle()
    for (let turn = 0; turn < 8; turn++) await shop.pass()
    expect(mailbox.received).toHaveLength(30)
    expect(
      mailbox.received.filter(({ text }) => text.includes('Further e-mails of this hour are left out')),
    ).toHaveLength(1)
  })
})

test('all users of a merchant get at most 100 in an hour together, and the last one of each says so', async () => {
  const shop = await open()
  for (const name of ['ann', 'bob', 'eve', 'joe']) {
    const { browser } = await addPerson(shop, { role: 'support', email: `${name}@example.com` })
    expect((await browser.ask('POST', '/notifications', choice(shop, ['money_to_check']))).status).toBe(200)
  }
  const payment = await shop.create()
  shop.mine(Array.from({ length: 33 }, (_, index) => createTransferFor(payment, 1_000_001n + BigInt(index))))
  await shop.settle()
  for (let turn = 0; turn < 24; turn++) await shop.pass()
  expect(mailbox.received).toHaveLength(100)
  const last = mailbox.received.filter(({ text }) => text.includes('Further e-mails of this hour are left out'))
  expect(new Set(last.map(({ to }) => to[0])).size).toBe(4)
  expect(last).toHaveLength(4)
  shop.clock.advance(HOUR_MS)
  shop.mine([createTransferFor(payment, 2_000_000n)])
  await shop.settle()
  await shop.pass()
  expect(mailbox.received).toHaveLength(104)
})

test('without a mail server nothing can be chosen, and the user is told why', async () => {
  const shop = await openShop({ dashboard: true })
  const ann = await addPerson(shop)
  const { id: merchant } = await shop.checkout.merchant.retrieve()
  expect((await ann.browser.ask('GET', '/notifications')).body).toMatchObject({ available: false, choices: [] })
  const body = { merchant, livemode: false, kinds: ['payment_completed'], language: 'en' }
  expect(await ann.browser.ask('POST', '/notifications', body)).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_state', message: expect.stringContaining('smtp') } },
  })
})

describe('whoever changes where money or rights go does not do it in silence', () => {
  const elsewhere = `0x${'12'.repeat(20)}`
  const subjects = () => mailbox.received.map(({ to, text }) => [to[0], /^Subject: My shop: (.*)\r$/m.exec(text)?.[1]])
  const changeWallet = (browser: Browser, base = '/v1', wallet: string | null = elsewhere) =>
    browser.send('PATCH', `${base}/merchant/settings`, { wallets: { ethereum: wallet } })
  const readNotices = async (browser: Browser, merchant: string) =>
    (await browser.ask('GET', `/notices/${merchant}`)).body.data as SecurityNotice[]

  test('all owners get an e-mail when a manager redirects a wallet, and see it in the dashboard for a day', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com' })
    const late = await addUnconfirmed(shop, { email: 'late@example.com' })
    const mallory = await addPerson(shop, { email: 'mallory@example.com', role: 'manager' })
    await shop.checkout.context.transact((tx) =>
      tx.updateTable('users').set({ confirmed_email: null }).where('id', '=', late.id).execute(),
    )
    shop.clock.advance(1_000)
    await shop.pass()
    mailbox.received = []
    expect((await changeWallet(mallory.browser)).status).toBe(200)
    for (let turn = 0; turn < 2; turn++) await shop.pass()
    expect(subjects().toSorted()).toEqual([
      [ann.email, 'a wallet was changed'],
      [bob.email, 'a wallet was changed'],
    ])
    expect(mailbox.received[0]?.text).toContain(
      `By: ${mallory.email}\r\nWallet on Ethereum: ${elsewhere}\r\nFrom the address: 192.0.2.10`,
    )
    expect(mailbox.received[0]?.text).toContain(`/dashboard/${shop.merchant}/production/audit\r`)
    for (const { browser } of [ann, late])
      expect((await readNotices(browser, shop.merchant)).filter(({ matter }) => matter === 'wallet')).toMatchObject([
        {
          count: 1,
          entry: { operation: 'updateSettings', actor: mallory.id, after: { wallets: { ethereum: elsewhere } } },
        },
      ])
    expect(await readNotices(mallory.browser, shop.merchant)).toEqual([])
    shop.clock.advance(24 * HOUR_MS + 1)
    const again = await ann.signIn()
    expect([again.status, await readNotices(ann.browser, shop.merchant)]).toEqual([200, []])
    const other = await addMerchant(shop)
    expect((await ann.browser.ask('GET', `/notices/${other.id}`)).status).toBe(404)
  })

  test('owners are told when a manager chooses another network to settle on', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const mallory = await addPerson(shop, { email: 'mallory@example.com', role: 'manager' })
    shop.clock.advance(1_000)
    await shop.pass()
    mailbox.received = []
    const change = (body: object) => mallory.browser.send('PATCH', '/v1/merchant/settings', body)
    expect((await change({ settlementSpeed: 'fast' })).status).toBe(200)
    await shop.pass()
    expect(subjects()).toEqual([])
    expect((await change({ settlementNetwork: 'ethereum' })).status).toBe(200)
    await shop.pass()
    expect(subjects()).toEqual([[ann.email, 'a wallet was changed']])
  })

  test('owners are told of a shop system that is connected, by its host', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(1_000)
    await shop.pass()
    mailbox.received = []
    expect((await ann.browser.send('POST', '/v1/connections', connectionRequest)).status).toBe(201)
    await shop.pass()
    expect(subjects()).toEqual([[ann.email, 'a shop system was allowed to use the shop']])
    expect(mailbox.received[0]?.text).toContain(`By: ${ann.email}\r\nChanged: shop.example.com\r\n`)
    expect(await readNotices(ann.browser, shop.merchant)).toMatchObject([{ matter: 'connection', count: 1 }])
  })

  test('other settings, and wallets and keys of the sandbox, are not worth an e-mail', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    shop.clock.advance(1_000)
    await changeWallet(ann.browser, '/sandbox/v1')
    await ann.browser.send('POST', '/sandbox/v1/keys', { name: 'Till' })
    await ann.browser.send('PATCH', '/v1/merchant/settings', { settlementCurrency: 'DAI' })
    await shop.pass()
    expect(mailbox.received).toEqual([])
    const notices = await readNotices(ann.browser, shop.merchant)
    expect(notices.map(({ matter, entry }) => [matter, entry.livemode]).toSorted()).toEqual([
      ['key', false],
      ['wallet', false],
    ])
  })

  test('an owner who is put out by a new one is told of both', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const mallory = await addPerson(shop, { email: 'mallory@example.com', role: 'manager' })
    await ann.browser.send('PATCH', `/v1/users/${mallory.id}`, { role: 'owner' })
    await mallory.browser.send('DELETE', `/v1/users/${ann.id}`)
    await shop.pass()
    expect(subjects().toSorted()).toEqual([
      [ann.email, 'the owners changed'],
      [ann.email, 'the owners changed'],
      [mallory.email, 'the owners changed'],
      [mallory.email, 'the owners changed'],
    ])
    mailbox.received = []
    const carl = await addPerson(shop, { email: 'carl@example.com' })
    await shop.pass()
    expect(subjects()).toEqual([[mallory.email, 'the owners changed']])
    expect(mailbox.received[0]?.text).toContain(`By: ${carl.email}`)
  })

  test('a user is told once of another password and passkey, whatever it belongs to, and so are the owners', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
    const other = await addMerchant(shop)
    await bob.browser.ask('POST', '/invitation/accept', {
      token: await invite(shop, { email: bob.email, merchantId: other.id, role: 'support' }),
    })
    shop.clock.advance(1_000)
    await bob.browser.ask('POST', '/password', { password: 'another gluten wyvern quay' })
    const passkey = openAuthenticator(OWN_ORIGIN).register((await bob.browser.ask('POST', '/passkeys/options')).body)
    expect((await bob.browser.ask('POST', '/passkeys', { passkey, name: 'Phone' })).status).toBe(200)
    await shop.pass()
    const one = (email: string) => [email, 'the way to sign in was changed']
    expect(subjects().toSorted()).toEqual([one(ann.email), one(ann.email), one(bob.email), one(bob.email)])
    for (const browser of [ann.browser, bob.browser])
      expect(await readNotices(browser, shop.merchant)).toMatchObject([
        { matter: 'credential', count: 2, entry: { operation: 'addPasskey', target: { id: bob.id } } },
      ])
  })

  test('what the operator does by command is told once, by the server beside it', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
    const other = await addMerchant(shop)
    const token = await invite(shop, { email: bob.email, merchantId: other.id, role: 'support' })
    expect((await bob.browser.ask('POST', '/invitation/accept', { token })).status).toBe(200)
    await shop.pass()
    mailbox.received = []
    const { clock, node, storage } = shop
    const commands = await openShop({ smtp: mailbox.configure(), by: 'command_line' }, { clock, node, storage })
    await resetUserAsOperator(commands.checkout.context, bob.email)
    await shop.pass()
    const one = (email: string) => [email, 'the way to sign in was changed']
    expect(subjects().toSorted()).toEqual([one(ann.email), one(bob.email)])
    expect(mailbox.received[0]?.text).toContain('By: whoever runs the server')
  })

  test('a user is told of a sign-in in another browser, and owners find each sign-in in the audit log', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const bob = await addPerson(shop, { email: 'bob@example.com', role: 'cashier' })
    shop.clock.advance(1_000)
    await bob.signIn()
    await shop.pass()
    expect(mailbox.received).toEqual([])
    const stranger = openBrowser(shop, '203.0.113.7')
    expect((await bob.signIn(stranger, { password: 'wrong' })).status).toBe(401)
    expect((await bob.signIn(stranger)).status).toBe(200)
    await shop.pass()
    expect(subjects()).toEqual([[bob.email, 'a sign-in from another browser']])
    expect(mailbox.received[0]?.text).toContain('From the address: 203.0.113.7')
    expect(await readNotices(stranger, shop.merchant)).toMatchObject([{ matter: 'sign_in', count: 1 }])
    expect(await readNotices(ann.browser, shop.merchant)).toEqual([])
    const { data } = (await ann.browser.send('GET', `/v1/audit?operation=signIn&object=${bob.id}`)).body
    expect(data).toMatchObject([
      { address: '203.0.113.7', after: { method: 'password', browser: 'new' } },
      { address: '192.0.2.10', after: { method: 'password', browser: 'known' } },
    ])
  })

  test('a new key is told, at most thirty in an hour and beside thirty others', async () => {
    const shop = await open()
    const ann = await addPerson(shop)
    const made = await ann.browser.send('POST', '/v1/keys', { name: 'Till' })
    let id = made.body.id
    for (let turn = 0; turn < 31; turn++) id = (await ann.browser.send('POST', `/v1/keys/${id}/rotate`)).body.id
    for (let turn = 0; turn < 8; turn++) await shop.pass()
    expect(subjects()).toEqual(Array(30).fill([ann.email, 'a new API key']))
    expect(mailbox.received.filter(({ text }) => text.includes('left out'))).toHaveLength(1)
  })
})
