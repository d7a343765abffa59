import type { ReportSummary } from '@crypto-checkout/api-types'
import { describe, expect, test } from 'vitest'
import { createMailer } from '../outbound/mail.ts'
import { TEST_PAYER, TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { useMailServer } from '../testing/mail-server.ts'
import { addPerson, confirmAddresses } from '../testing/people.ts'
import { createCompletedPayment, mineFinal, REFUND_TO, refundTransfer } from '../testing/refunding.ts'
import { openShop } from '../testing/shop.ts'
import { createMonthlyReportsJob, createNotifyJob } from '../workers/notify.ts'

const mailbox = useMailServer()

type Parts = Parameters<typeof openShop>[1]

/** A server with its own jobs. `pass` runs them as often as a server would within a moment. */
async function openServer(parts: Parts = {}) {
  const smtp = mailbox.configure()
  const shop = await openShop({ dashboard: true, smtp }, parts)
  const { context } = shop.checkout
  const make = createMonthlyReportsJob(context)
  const send = createNotifyJob(context, createMailer({ ...smtp, login: null }), (line) => shop.lines.push(line))
  const goTo = (time: string) => shop.clock.jump(Date.parse(time) - shop.clock.now())
  const pass = async () => {
    await make.run()
    await send.run()
  }
  return Object.assign(shop, { make, send, goTo, pass })
}
type Server = Awaited<ReturnType<typeof openServer>>
type Person = Awaited<ReturnType<typeof addPerson>>

/** A shop in November, with a person who may choose. */
async function open(timeZone = 'UTC') {
  const shop = await openServer()
  shop.goTo('2026-11-20T12:00Z')
  await shop.settle()
  await shop.checkout.sandbox.merchant.updateSettings({ timeZone })
  return Object.assign(shop, { ann: await addReader(shop) })
}

async function addReader(shop: Server, email = 'ann@example.com') {
  const person = await addPerson(shop, { role: 'accountant', email })
  await confirmAddresses(shop)
  return person
}

async function choose(shop: Server, { browser }: Person, kinds = ['monthly_report'], language = 'en') {
  const { id: merchant } = await shop.checkout.merchant.retrieve()
  return browser.ask('POST', '/notifications', { merchant, livemode: false, kinds, language })
}

/** Thin spaces and the line breaks of e-mails are as any other. */
const readText = (index = 0) => mailbox.received[index]?.text.replaceAll('\r\n', '\n').replaceAll('\u2009', ' ') ?? ''
const readSubjects = () => mailbox.received.map(({ text }) => /^Subject: (.*)\r$/m.exec(text)?.[1])
const readIds = () => mailbox.received.map(({ text }) => /^Message-ID:\s+<(.*)>\r$/m.exec(text)?.[1])

describe('the e-mail on the first of a month', () => {
  test('has the sums of its report, in the language of the reader', async () => {
    const shop = await open('Europe/Berlin')
    await choose(shop, shop.ann)
    await choose(shop, await addReader(shop, 'bernd@example.com'), ['monthly_report'], 'de')
    const payment = await createCompletedPayment(shop, { amount: 1_200 } as object)
    await createCompletedPayment(shop, { amount: 25, currency: 'EUR' } as object)
    const refund = await shop.checkout.sandbox.refunds.create({
      paymentId: payment.id,
      amount: 200,
      destination: REFUND_TO,
    })
    shop.mine([refundTransfer(refund), { token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: 7_000_000n }])
    await mineFinal(shop)
    shop.goTo('2026-11-30T23:05:00Z')
    await shop.pass()
    expect(mailbox.received.map(({ to }) => to[0]).toSorted()).toEqual(['ann@example.com', 'bernd@example.com'])
    const summary: ReportSummary = await shop.checkout.sandbox.reports.retrieve({
      from: '2026-11-01',
      to: '2026-11-30',
    })
    const stored = await shop.checkout.context.db.selectFrom('monthly_reports').selectAll().execute()
    expect(stored.map((row) => JSON.parse(row.summary ?? ''))).toEqual([summary])
    const { id } = await shop.checkout.merchant.retrieve()
    const toAnn = mailbox.received.findIndex(({ to }) => to[0] === 'ann@example.com')
    const [english, german] = [readText(toAnn), readText(1 - toAnn)]
    const direct = new Intl.NumberFormat('en', { maximumFractionDigits: 6 }).format(Number(summary.coins[0]?.direct))
    expect(english).toContain('\nSubject: [Test] My shop: report of November 2026\n')
    expect(english).toContain(`Money of November 1 – 30, 2026 (Europe/Berlin), by the time at which it was booked.
2 payments were completed.

Received: €25.00
Refunded: €0.00
After refunds: €25.00

Received: $1,200.00
Refunded: -$200.00
After refunds: $1,000.00

Paid to your wallets directly:
- ${direct} USDC (Ethereum)

Without a value, and in no total above:
- 7 USDC (Ethereum)

Open now:
- Money without a payment: 1 (7 USDC (Ethereum))

The report, on paper and as files:

https://pay.example.com/dashboard/${id}/sandbox/reports?from=2026-11-01&to=2026-11-30
`)
    expect(german).toContain('Nach Erstattungen: 1.000,00\u00a0$')
    expect(german).toContain('Geld vom 1.–30. November 2026 (Europe/Berlin)')
  })

  test('has fees, payouts and amounts beyond what a number holds', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    const { id: merchant_id } = await shop.checkout.merchant.retrieve()
    const account = `0x${'1'.repeat(40)}`
    const common = { merchant_id, livemode: false, booked_at: shop.clock.now(), chain: 'eip155:1', account } as const
    const large = 900_719_925_474_099_300n
    const coin = { network: 'ethereum', coin: 'USDC', unknown: '{}' }
    const native = { network: 'ethereum', coin: 'ETH', unknown: '{"fiatAmount":"no_rate"}' }
    const entries = [
      { kind: 'received', ...coin, currency: 'USD', rate: '1', fiat_amount: large, amount: 1_000_000n },
      { kind: 'received', ...coin, currency: 'USD', rate: '1', fiat_amount: 7n, amount: 1_000_000n },
      { kind: 'swept', ...coin, amount: 1_500_000n, counterparty: TEST_PAYER },
      { kind: 'network_fee', ...native, amount: -2_000n, raw_amount: -2_000_000_000_000_000n },
      { kind: 'network_fee', ...native, amount: null, raw_amount: null },
      { kind: 'relayed', ...native, amount: -500n, raw_amount: -500_000_000_000_000n },
    ] as const
    await shop.checkout.context.transact(async (tx) => {
      for (const [ordinal, entry] of entries.entries())
        await tx
          .insertInto('entries')
          .values({ ...common, sequence: 1_000, ordinal, ...entry })
          .execute()
    })
    shop.goTo('2026-12-01T00:05Z')
    await shop.pass()
    const text = readText()
    expect(text).toContain('Received: $9,007,199,254,740,993.07\n')
    expect(text).toContain('Paid out to your wallets by settlements:\n- 1.5 USDC (Ethereum)\n')
    expect(text).toContain(
      'Network fees of your keys:\n- -0.0025 ETH (Ethereum)\n- transactions whose fee is not known: 1\n',
    )
    expect(text).toContain('Nothing is open now.')
  })

  test('is sent to nobody who has not chosen it, and not of a month that was over then', async () => {
    const shop = await open()
    await choose(shop, shop.ann, ['payment_completed'])
    shop.goTo('2026-12-01T12:00Z')
    await shop.pass()
    expect(await shop.checkout.context.db.selectFrom('monthly_reports').selectAll().execute()).toEqual([])
    await shop.ann.signIn()
    expect((await choose(shop, shop.ann)).status).toBe(200)
    await shop.pass()
    expect(mailbox.received).toEqual([])
    shop.goTo('2027-01-01T00:05Z')
    await shop.pass()
    expect(readSubjects()).toEqual(['[Test] My shop: report of December 2026'])
    expect(readText()).toContain('No money moved in December 1 – 31, 2026 (UTC).')
  })

  test('is not for a role that may not see settlements', async () => {
    const shop = await open()
    for (const role of ['support', 'cashier'] as const) {
      const person = await addPerson(shop, { role, email: `${role}@example.com` })
      await confirmAddresses(shop)
      expect((await choose(shop, person)).status).toBe(403)
    }
  })

  test('is not lost by a choice of other e-mails on the first', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    shop.goTo('2026-12-01T00:01Z')
    await shop.ann.signIn()
    expect((await choose(shop, shop.ann, ['monthly_report', 'money_to_check'], 'de')).status).toBe(200)
    shop.goTo('2026-12-01T00:05Z')
    await shop.pass()
    expect(mailbox.received).toHaveLength(1)
    expect(readText()).toContain('November 2026 (UTC) hat sich kein Geld bewegt')
  })

  test.each([
    ['Pacific/Kiritimati', '2026-11-30T10:04:59.999Z', '2026-11-30T10:05Z'],
    ['America/Los_Angeles', '2026-12-01T08:04:59.999Z', '2026-12-01T08:05Z'],
  ])('is sent once the month is over in %s', async (zone, before, after) => {
    const shop = await open(zone)
    await choose(shop, shop.ann)
    shop.goTo(before)
    await shop.pass()
    expect(mailbox.received).toEqual([])
    shop.goTo(after)
    await shop.pass()
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
  })

  test.each([
    ['Pacific/Kiritimati', 'America/Los_Angeles'],
    ['America/Los_Angeles', 'Pacific/Kiritimati'],
  ])('is sent once if the shop goes from %s to %s on the first', async (zone, next) => {
    const shop = await open(zone)
    await choose(shop, shop.ann)
    for (const time of ['2026-11-30T10:05Z', '2026-11-30T18:00Z', '2026-12-01T08:05Z', '2026-12-09T00:00Z']) {
      shop.goTo(time)
      await shop.pass()
      if (time === '2026-11-30T10:05Z') await shop.checkout.sandbox.merchant.updateSettings({ timeZone: next })
      await shop.pass()
    }
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
    shop.goTo('2027-01-01T08:05Z')
    await shop.pass()
    expect(readSubjects()).toHaveLength(2)
  })
})

test('reports of months keep no news back', async () => {
  const shop = await open()
  await choose(shop, shop.ann, ['payment_completed'])
  await shop.pass()
  const { context, merchant } = shop.checkout
  const { id: merchant_id } = await merchant.retrieve()
  const { user_id, created_at } = await context.db
    .selectFrom('notification_choices')
    .select(['user_id', 'created_at'])
    .executeTakeFirstOrThrow()
  const common = { user_id, merchant_id, livemode: false, kind: 'monthly_report', language: 'en', attempts: 0 } as const
  const later = { due_at: created_at + 86_400_000, created_at: shop.clock.now(), is_last: 0 } as const
  await context.transact(async (tx) => {
    for (let index = 0; index < 120; index++)
      await tx
        .insertInto('notifications')
        .values({ event_id: `report_${index}`, ...common, ...later })
        .execute()
  })
  await createCompletedPayment(shop)
  await shop.pass()
  expect(mailbox.received).toHaveLength(1)
})

describe('a month is sent once', () => {
  test('by two servers at the same moment', async () => {
    const one = await open()
    await choose(one, one.ann)
    const { clock, node, storage } = one
    const other = await openServer({ clock, node, storage })
    one.goTo('2026-12-01T00:05Z')
    for (let turn = 0; turn < 2; turn++) {
      await Promise.all([one, other, one, other].map(({ make }) => make.run()))
      await Promise.all([one, other, one, other].map(({ send }) => send.run()))
    }
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
    await expect(
      one.checkout.context.transact((tx) =>
        tx
          .insertInto('monthly_reports')
          .columns(['merchant_id', 'livemode', 'month', 'id', 'created_at'])
          .expression((eb) =>
            eb
              .selectFrom('monthly_reports')
              .select(['merchant_id', 'livemode', 'month', eb.val('another').as('id'), 'created_at']),
          )
          .execute(),
      ),
    ).rejects.toThrow()
  })

  test('by a server that was stopped before it had written, or before it had sent', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    shop.goTo('2026-12-01T00:05Z')
    const transact: typeof shop.checkout.context.transact = (run, priority) =>
      shop.checkout.context.transact(async (tx) => {
        await run(tx)
        throw new Error('stopped')
      }, priority)
    await expect(createMonthlyReportsJob({ ...shop.checkout.context, transact }).run()).rejects.toThrow('stopped')
    await shop.send.run()
    expect(mailbox.received).toEqual([])
    await shop.make.run()
    const { clock, node, storage } = shop
    const next = await openServer({ clock, node, storage })
    for (let turn = 0; turn < 2; turn++) await next.pass()
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
  })

  test('with the same id, if the server was stopped before it knew that it had sent it', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    shop.goTo('2026-12-01T00:05Z')
    await shop.make.run()
    const { clock, node, storage } = shop
    const next = await openServer({ clock, node, storage })
    const send = createMailer({ ...mailbox.configure(), login: null })
    const dying = createNotifyJob(
      shop.checkout.context,
      async (mail) => {
        await send(mail)
        throw new Error('stopped')
      },
      () => {},
    )
    await expect(dying.run()).rejects.toThrow('stopped')
    await next.pass()
    clock.advance(60_000)
    for (let turn = 0; turn < 2; turn++) await next.pass()
    const [first, second, ...more] = readIds()
    expect([first, more]).toEqual([second, []])
    expect(first).toMatch(/^mer_\w+\.sandbox\.2026-11\.usr_/)
  })

  test('on a later day, if no server ran on the first', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    shop.goTo('2026-12-09T15:00Z')
    for (let day = 0; day < 7; day++) {
      await shop.pass()
      shop.clock.advance(86_400_000)
    }
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
  })

  test('after a weekend without a mail server', async () => {
    const shop = await open()
    await choose(shop, shop.ann)
    shop.goTo('2026-12-01T00:05Z')
    mailbox.refusal = { message: 'busy', responseCode: 451 }
    for (let hour = 0; hour < 70; hour++) {
      await shop.pass()
      shop.clock.advance(3_600_000)
    }
    mailbox.refusal = null
    shop.clock.advance(3_600_000)
    for (let turn = 0; turn < 2; turn++) await shop.pass()
    expect(readSubjects()).toEqual(['[Test] My shop: report of November 2026'])
    shop.clock.advance(3 * 86_400_000)
    await shop.pass()
    expect(await shop.checkout.context.db.selectFrom('notifications').select('user_id').execute()).toEqual([])
    expect(mailbox.received).toHaveLength(1)
  })
})
