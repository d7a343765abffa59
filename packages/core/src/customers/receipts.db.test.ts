import type { Payment } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { createMailer } from '../outbound/mail.ts'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { useMailServer } from '../testing/mail-server.ts'
import { createCompletedPayment, mineFinal, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { openShop, readProblem } from '../testing/shop.ts'
import { testStorage } from '../testing/storage.ts'
import { createNotifyJob } from '../workers/notify.ts'
import { createPruneJob } from '../workers/prune.ts'
import { findDueRounds, markFailed, markSent } from './store.ts'

const mailbox = useMailServer()

const DAY_MS = 86_400_000
const EMAIL = 'ann.payer@example.com'

async function open(customerReceipts: 'off' | 'given' | 'asked' = 'given', customerEmailDays = 90) {
  const shop = await openShop({ smtp: mailbox.configure() }, { storage: await testStorage() })
  await shop.settle()
  await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts, customerEmailDays })
  const { context } = shop.checkout
  const job = createNotifyJob(context, createMailer({ ...mailbox.configure(), login: null }), (line) =>
    shop.lines.push(line),
  )
  const erase = createPruneJob(context)
  return Object.assign(shop, {
    send: () => job.run(),
    erase: () => erase.run(),
    post: (body: object = {}, call: object = {}) =>
      shop.request('POST', '/sandbox/v1/payments', { body: { ...paymentInput, ...body }, ...call }),
  })
}
type Shop = Awaited<ReturnType<typeof open>>

async function refund(shop: Shop, payment: Payment) {
  const made = await shop.checkout.sandbox.refunds.create({ paymentId: payment.id, destination: REFUND_TO })
  shop.mine([refundTransfer(made)])
  await mineFinal(shop)
  return made
}

const customer = { customerEmail: EMAIL, customerLanguage: 'de-DE' }

describe('a customer', () => {
  test('gets the signed receipt of the payment and of its refund, each once, in its language', async () => {
    const shop = await open()
    const payment = await createCompletedPayment(shop, { ...customer, reference: 'A-17' } as object)
    for (let turn = 0; turn < 3; turn++) await shop.send()
    expect(mailbox.received.map(({ to }) => to)).toEqual([[EMAIL]])
    const text = mailbox.received[0]?.text ?? ''
    expect(text).toMatch(new RegExp(`^Message-ID:\\s+<${payment.id}\\.1@`, 'm'))
    expect(text).toMatch(/^Subject: \[Test\] Ihre Quittung von My shop\r$/m)
    expect(text).toContain('Sie haben 10,00\u00a0$ an My shop bezahlt.')
    expect(text).toContain('Bestellung: A-17')
    expect(text).toContain(`${payment.url}/receipt?lang=de`)
    const attached = /filename=.*\.jwt\r?\n(?:.+\r?\n)*\r?\n([\w+/=\r\n]+)/.exec(text)?.[1] ?? ''
    expect(Buffer.from(attached, 'base64').toString()).toBe(payment.receipt)
    const { id } = await refund(shop, payment)
    for (let turn = 0; turn < 3; turn++) await shop.send()
    expect(mailbox.received).toHaveLength(2)
    expect(mailbox.received[1]?.text).toContain(`${payment.url}/receipt/${id}?lang=de`)
    expect(mailbox.received[1]?.text).toMatch(/^Subject: \[Test\] Ihre Erstattung von My shop\r$/m)
  })

  test.each([
    ['ann@müller.de', 'de-DE'],
    ['"ann" <ann@example.com>', null],
    ['ann@example.com\r\nBcc: bob@example.com', null],
    ['ann@example.com,bob@example.com', null],
    ['ann', null],
    ['名前@例え.テスト', 'tlh'],
  ])('with the address %j is taken if it is one', async (customerEmail, language) => {
    const shop = await open()
    const made = await shop.post({ customerEmail, ...(language && { customerLanguage: language }) })
    if (language) expect(made.status).toBe(201)
    else expect(readProblem(made)).toMatchObject({ code: 'invalid_parameter', param: 'customerEmail' })
  })

  test('gets nothing without the setting, and nothing is kept of the address', async () => {
    const shop = await open('off')
    await createCompletedPayment(shop, customer as object)
    await shop.send()
    expect(mailbox.received).toEqual([])
    expect(await shop.checkout.context.db.selectFrom('customer_emails').selectAll().execute()).toEqual([])
  })

  test('gets nothing that is queued once the setting is off', async () => {
    const shop = await open()
    await createCompletedPayment(shop, customer as object)
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'off' })
    await shop.send()
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'given' })
    await shop.send()
    expect(mailbox.received).toEqual([])
  })

  test('whose address was corrected by reuse gets the receipt at the new one alone', async () => {
    const shop = await open()
    const order = { reference: 'A-1', reuse: true }
    const first = (await shop.post({ ...order, customerEmail: 'stranger@example.com' })).body
    const second = await createCompletedPayment(shop, { ...order, ...customer } as object)
    expect(second.id).toBe(first.id)
    await shop.send()
    expect(mailbox.received.map(({ to }) => to)).toEqual([[EMAIL]])
  })

  test('gets it later if the mail server is away, by the same message', async () => {
    const shop = await open()
    const payment = await createCompletedPayment(shop, customer as object)
    mailbox.refusal = { message: 'greylisted', responseCode: 450 }
    await shop.send()
    mailbox.refusal = null
    await shop.send()
    expect(mailbox.received).toEqual([])
    shop.clock.advance(60_000)
    await shop.send()
    expect(mailbox.received[0]?.text).toMatch(new RegExp(`^Message-ID:\\s+<${payment.id}\\.1@`, 'm'))
    expect(shop.lines.join('\n')).toContain('a receipt was not sent: the mail server answered 450')
  })

  test('gets ten receipts in an hour from a shop, and the others later', async () => {
    const shop = await open()
    for (let count = 0; count < 11; count++) await createCompletedPayment(shop, customer as object)
    for (let turn = 0; turn < 4; turn++) await shop.send()
    expect(mailbox.received).toHaveLength(10)
    shop.clock.advance(3_600_001)
    await shop.send()
    expect(mailbox.received).toHaveLength(11)
  })
})

test('a receipt that one server has sent is not failed by another', async () => {
  const shop = await open()
  await createCompletedPayment(shop, customer as object)
  const { db, transact } = shop.checkout.context
  const [row] = await findDueRounds(db, shop.clock.now(), 5)
  if (!row) throw new Error('nothing is due')
  await transact((tx) => markSent(tx, row, 1))
  await transact((tx) => markFailed(tx, row, 2))
  const rounds = await db.selectFrom('customer_receipts').select(['status', 'ended_at']).execute()
  expect(rounds).toEqual([{ status: 'sent', ended_at: 1 }])
})

describe('the address', () => {
  test('is in its own table alone: in no other, in no answer and in no line of the log', async () => {
    const shop = await open()
    const call = { headers: { 'idempotency-key': 'order-1' } }
    const answers = [await shop.post(customer, call), await shop.post(customer, call)]
    const payment = await createCompletedPayment(shop, customer as object)
    mailbox.refusal = { message: 'no such user', responseCode: 550 }
    await shop.send()
    await refund(shop, payment)
    for (const path of ['', `/${payment.id}`, '?limit=100'])
      answers.push(await shop.request('GET', `/sandbox/v1/payments${path}`))
    for (const path of ['/events?after=0&limit=100', '/audit?limit=100', '/requests?limit=100'])
      answers.push(await shop.request('GET', `/sandbox/v1${path}`))
    answers.push(await shop.request('GET', `/pay/${payment.id}/status`, { key: null }))
    expect(shop.lines.join('\n')).toContain('the mail server answered 550')
    expect(JSON.stringify([answers, shop.lines])).not.toContain(EMAIL)
    const { db } = shop.checkout.context
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    const holders: string[] = []
    for (const name of tables) {
      const rows = await db
        .selectFrom(name as 'payments')
        .selectAll()
        .execute()
      const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      if (text.includes(EMAIL)) holders.push(name)
    }
    expect(holders).toEqual(['customer_emails'])
  })

  test('is erased after the days of the settings, at once without the setting, and nothing is sent then', async () => {
    const shop = await open('given', 2)
    const payment = await createCompletedPayment(shop, customer as object)
    await shop.send()
    const count = async () =>
      (await shop.checkout.context.db.selectFrom('customer_emails').selectAll().execute()).length
    shop.clock.advance(2 * DAY_MS - 60_000)
    await shop.erase()
    expect(await count()).toBe(1)
    shop.clock.advance(60_000)
    await shop.erase()
    expect(await count()).toBe(0)
    shop.mine()
    await shop.settle()
    await refund(shop, payment)
    await shop.send()
    expect(mailbox.received).toHaveLength(1)
    await shop.post(customer)
    expect(await count()).toBe(1)
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'off' })
    await shop.erase()
    expect(await count()).toBe(0)
  })
})

describe('the page of a payment', () => {
  const page = ({ id }: Payment) => `/pay/${id.slice('pay_'.length)}`
  const give = (shop: Shop, payment: Payment, body: object) =>
    shop.request('POST', `${page(payment)}/email`, { key: null, body })
  const read = async (shop: Shop, payment: Payment) =>
    (await shop.request('GET', `${page(payment)}/status`, { key: null })).body.asksForEmail

  test('asks once for an address while the payment is open, if the merchant wants it', async () => {
    const shop = await open('asked')
    const payment = await shop.create()
    expect(await read(shop, payment)).toBe(true)
    const given = await give(shop, payment, { email: EMAIL, language: 'fr-CA' })
    expect(given).toMatchObject({ status: 200, body: { id: payment.id, asksForEmail: false } })
    expect(JSON.stringify(given.body)).not.toContain(EMAIL)
    const second = await give(shop, payment, { email: 'stranger@example.com' })
    expect(readProblem(second)).toMatchObject({ status: 400, code: 'invalid_state' })
    shop.mine([createTransferFor(payment)])
    await mineFinal(shop)
    await shop.send()
    expect(mailbox.received.map(({ to }) => to)).toEqual([[EMAIL]])
    expect(mailbox.received[0]?.text).toMatch(/^Subject: .*reçu/m)
  })

  test('takes one of two addresses that come at once', async () => {
    const shop = await open('asked')
    const payment = await shop.create()
    const emails = ['one@example.com', 'two@example.com']
    const answers = await Promise.all(emails.map((email) => give(shop, payment, { email })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    shop.mine([createTransferFor(payment)])
    await mineFinal(shop)
    await shop.send()
    expect(mailbox.received.map(({ to }) => to)).toEqual([[emails[answers.findIndex(({ status }) => status === 200)]]])
  })

  test('takes no address that nobody wants, that the merchant has given, or after the end', async () => {
    const shop = await open('asked')
    const done = await createCompletedPayment(shop)
    const known = (await shop.post(customer)).body
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'given' })
    const quiet = await shop.create()
    expect(await read(shop, quiet)).toBe(false)
    expect(readProblem(await give(shop, quiet, { email: EMAIL }))).toMatchObject({ code: 'invalid_state' })
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'asked' })
    for (const payment of [done, known]) {
      expect(await read(shop, payment)).toBe(false)
      const refused = await give(shop, payment, { email: 'stranger@example.com' })
      expect(readProblem(refused)).toMatchObject({ status: 400, code: 'invalid_state' })
    }
  })
})

describe('a press', () => {
  const press = (shop: Shop, { id }: Payment) =>
    shop.request('POST', `/sandbox/v1/payments/${id}/customer_receipts/resend`)

  test('sends the receipts again, as new messages, and none that waits', async () => {
    const shop = await open()
    const payment = await createCompletedPayment(shop, customer as object)
    const waits = await press(shop, payment)
    expect(waits).toMatchObject({ status: 200, body: { hasEmail: true, receipts: [{ status: 'pending' }] } })
    await shop.send()
    const { id } = await refund(shop, payment)
    await shop.send()
    expect((await press(shop, payment)).body.receipts).toHaveLength(4)
    await shop.send()
    expect(mailbox.received).toHaveLength(4)
    for (const subject of [payment.id, id])
      expect(mailbox.received.slice(2).some(({ text }) => text.includes(`<${subject}.2@`))).toBe(true)
    const { body } = await shop.request('GET', `/sandbox/v1/payments/${payment.id}/customer_receipts`)
    expect(body.receipts.map(({ status }: { status: string }) => status)).toEqual(['sent', 'sent', 'sent', 'sent'])
  })

  test('is refused before there is a receipt, without an address and without the setting', async () => {
    const shop = await open()
    const refused = { status: 400, code: 'invalid_state' }
    expect(readProblem(await press(shop, (await shop.post(customer)).body))).toMatchObject(refused)
    expect(readProblem(await press(shop, await createCompletedPayment(shop)))).toMatchObject(refused)
    const payment = await createCompletedPayment(shop, customer as object)
    await shop.checkout.sandbox.merchant.updateSettings({ customerReceipts: 'off' })
    expect(readProblem(await press(shop, payment))).toMatchObject(refused)
  })
})

test('a server without a mail server refuses the setting', async () => {
  const shop = await openShop()
  const body = { customerReceipts: 'given' }
  const refused = await shop.request('PATCH', '/sandbox/v1/merchant/settings', { body })
  expect(readProblem(refused)).toMatchObject({ code: 'invalid_parameter', param: 'customerReceipts' })
})
