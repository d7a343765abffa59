import { expect, test } from 'vitest'
import { createTransferFor, paymentInput, TEST_PAYER } from '../testing/index.ts'
import { openMethodsShop, STELLAR_WALLET } from '../testing/methods.ts'
import { migrateRows, type Rows } from '../testing/migrating.ts'

const OTHER_WALLET = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

/** Payments with every kind of term, of which one has several methods, and many with the same. None has words. */
async function fillTables() {
  const shop = await openMethodsShop()
  const { payments } = shop.checkout.sandbox
  const metadata = [
    {},
    { order: 'A-17', id: 90_210, price: '10.50', rate: 0.25, whole: '7.00', padded: '007.50', zero: 0, minus: -3.5 },
    { text: "it's", quote: '"', percent: '%', umlaut: 'Ärger', space: ' around ', empty: '', blank: ' ', yes: true },
    { hash: `0x${'AB'.repeat(32)}`, short: '0xAB', nested: { deep: 'no' }, list: ['no'], none: null },
    { ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`k${index}`, `v${index}`])), 5: 'first' },
    { long: 'x'.repeat(101), just: 'x'.repeat(100), same: '10' },
  ]
  for (const [index, one] of metadata.entries())
    await payments.create({
      ...paymentInput,
      amount: 10 + index / 4,
      reference: index ? `Ref${index}.50` : '12.50',
      metadata: one,
    })
  const stellar = { cryptocurrency: 'USDC', network: 'stellar' } as const
  const choosing = await payments.create({ ...paymentInput, alternatives: [stellar] })
  await payments.choose(choosing.id, stellar)
  for (let index = 0; index < 102; index++) {
    await payments.create({ ...paymentInput, merchantWallet: OTHER_WALLET, metadata: { channel: 'Web' } })
    if (index % 25 === 0) shop.clock.advance(1_800_000)
  }
  const [first, second, third] = [
    await payments.create({ ...paymentInput, amount: 1_000.07 }),
    await payments.create({ ...paymentInput, amount: 2_000 }),
    await payments.create({ ...paymentInput, amount: 3_000, network: 'polygon' }),
  ]
  await shop.pay({
    ethereum: [createTransferFor(first), createTransferFor(second)],
    polygon: [createTransferFor(third)],
  })
  for (let block = 0; block < 3; block++) {
    shop.clock.advance(900_000)
    await shop.pay({})
  }
  const stray = { ...createTransferFor(first, 123_456n), from: STELLAR_WALLET.replace(/.*/, TEST_PAYER) }
  await shop.pay({ ethereum: [stray] })
  return shop.checkout.context.db
}

/** What the migration fills, in order. PostgreSQL's client returns a bigint as text. */
const results = {
  tallies: 'span, start, status, network, cryptocurrency, exceptions',
  search_terms: 'term, created_at, payment_seq',
  search_tallies: 'term',
  received_tallies: 'quarter, network, cryptocurrency',
} as const

const toTexts = (rows: Rows) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])))

test('payments of a database from before are counted and found as those that are made now', async () => {
  const db = await fillTables()
  const tables: Record<string, Rows> = {}
  for (const name of ['merchants', 'payments', 'methods', 'transfers'] as const)
    tables[name] = await db.selectFrom(name).selectAll().execute()
  const escaped = (tables.payments ?? []).map((row) =>
    // Metadata that PostgreSQL cannot decode: it has no terms.
    row.metadata === '{}' && row.reference === '12.50'
      ? { ...row, metadata: '{"zero":"a\\u0000b","half":"\\ud800"}' }
      : row,
  )
  const read = await migrateRows('create table search_terms', { ...tables, payments: escaped })
  for (const [name, order] of Object.entries(results)) {
    const expected = await db
      .selectFrom(name as keyof typeof results)
      .selectAll()
      .execute()
    const counted = expected.filter((row) => !('payments' in row) || row.payments !== 0)
    const migrated = await read(`select * from ${name} order by ${order}`)
    expect(counted.length, name).toBeGreaterThan(1)
    expect(new Set(toTexts(migrated).map(toKey)), name).toEqual(new Set(toTexts(counted).map(toKey)))
    expect(migrated, name).toHaveLength(counted.length)
  }
})

function toKey(row: Readonly<Record<string, string>>): string {
  return Object.keys(row)
    .toSorted()
    .map((name) => `${name} ${row[name]}`)
    .join()
}
