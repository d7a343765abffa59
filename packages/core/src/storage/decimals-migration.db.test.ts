import { expect, test } from 'vitest'
import { paymentInput } from '../testing/index.ts'
import { migrateRows, type Rows } from '../testing/migrating.ts'
import { createCompletedPayment, openRefunding, REFUND_TO } from '../testing/refunding.ts'
import { openSqlite } from './sqlite.ts'

const PER_CENT: Readonly<Record<string, number>> = { KWD: 10, CLF: 100 }
const CENTS = ['amount_cents', 'minimum_cents', 'maximum_cents', 'preset_cents']

/** As the rows were when all currencies were counted in hundredths. */
const toHundredths = (rows: Rows): Rows =>
  rows.map((row) => {
    const cents = CENTS.filter((name) => Number(row[name] ?? 0) > 0)
    const per = PER_CENT[String(row.currency)] ?? 1
    return { ...row, ...Object.fromEntries(cents.map((name) => [name, Number(row[name]) / per])) }
  })

const readCents = (rows: Rows) => rows.map((row) => [row.id, ...CENTS.map((name) => Number(row[name] ?? 0))])

test('amounts of before are the same in thousandths, and those of other currencies are untouched', async () => {
  const shop = await openRefunding(
    { rates: { KWD: 3.25, CLF: 40, JPY: 0.01 } },
    { storage: openSqlite({ path: ':memory:' }) },
  )
  const { paymentLinks, refunds } = shop.checkout.sandbox
  const { amount: _, ...open } = { ...paymentInput, title: 'Donation' }
  for (const currency of ['USD', 'KWD', 'CLF', 'JPY'] as const) {
    const payment = await createCompletedPayment(shop, { currency, amount: 12 })
    await refunds.create({ paymentId: payment.id, amount: 5, destination: REFUND_TO })
    await paymentLinks.create({ ...open, currency, amount: 7 })
    await paymentLinks.create({ ...open, currency, minimum: 2, maximum: 9, preset: 3 })
  }
  const { db } = shop.checkout.context
  const tables: Record<string, Rows> = {
    merchants: await db.selectFrom('merchants').selectAll().execute(),
    payment_links: await db.selectFrom('payment_links').selectAll().orderBy('id').execute(),
    payments: await db.selectFrom('payments').selectAll().orderBy('id').execute(),
    refunds: await db.selectFrom('refunds').selectAll().orderBy('id').execute(),
  }
  await shop.stop()
  const before = Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, toHundredths(rows)]))
  const read = await migrateRows('set amount_cents = amount_cents * 10 ', before)
  for (const name of ['payment_links', 'payments', 'refunds']) {
    const rows = tables[name] ?? []
    expect(rows.length).toBeGreaterThanOrEqual(4)
    expect(readCents(before[name] ?? [])).not.toEqual(readCents(rows))
    expect(readCents(await read(`select * from ${name} order by id`))).toEqual(readCents(rows))
  }
})
