import type { Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { createTransferFor } from '../testing/index.ts'
import { migrateRows, type Rows } from '../testing/migrating.ts'
import { openSweeping } from '../testing/sweeping.ts'
import { openSqlite } from './sqlite.ts'

const SUMS = [
  ...['received', 'received_final', 'on_time', 'on_time_final', 'in_grace', 'in_grace_final'],
  ...['dust', 'dust_on_time', 'dust_in_grace', 'transfers_on_chain', 'dust_on_chain'],
]
const select = `select id, ${SUMS.join()} from payments order by id`

/** Payments with money of every state and time, and the tables' content at that point. */
async function fillTables(): Promise<Record<'merchants' | 'payments' | 'transfers', Rows>> {
  const { shop } = await openSweeping({}, { storage: openSqlite({ path: ':memory:' }) })
  const { context } = shop.checkout
  await context.db.updateTable('payments').set({ min_transfer: 0n }).execute()
  await shop.settle()
  const payments: Payment[] = []
  for (let n = 0; n < 4; n++) payments.push(await shop.create({ expiresIn: 60 }))
  await context.db.updateTable('payments').set({ min_transfer: 0n }).execute()
  const pay = async (amounts: readonly bigint[], blocks = 3) => {
    shop.mine(amounts.flatMap((amount, index) => (payments[index] ? [createTransferFor(payments[index], amount)] : [])))
    for (let block = 0; block < blocks; block++) shop.mine()
    await shop.settle()
  }
  await pay([10_000_000n, 4_000_000n, 7n])
  shop.mine([])
  await pay([1n], 0)
  shop.node.drop(1)
  shop.clock.advance(3_600_000)
  await pay([2_000_000n, 3_000_000n])
  shop.clock.advance(2 * 86_400_000)
  await pay([1_000_000n])
  await pay([500_000n, 600_000n], 0)
  const { db } = context
  const [merchants, paid, transfers] = [
    await db.selectFrom('merchants').selectAll().execute(),
    await db.selectFrom('payments').selectAll().execute(),
    await db.selectFrom('transfers').selectAll().execute(),
  ]
  return { merchants, payments: paid, transfers }
}

test('payments of a database from before have the sums of their transfers', async () => {
  const tables = await fillTables()
  const states = new Set(tables.transfers.map(({ state }) => state))
  expect(states).toEqual(new Set(['final', 'seen', 'orphaned']))
  const expected = tables.payments
    .map((row) => Object.fromEntries(['id', ...SUMS].map((name) => [name, row[name]])))
    .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  expect(expected.some(({ in_grace_final }) => in_grace_final !== 0)).toBe(true)
  const read = await migrateRows('create table stray_dust', tables)
  const migrated = await read(select)
  expect(migrated.map(numbered)).toEqual(expected.map(numbered))
})

const numbered = (row: Record<string, unknown>) => ({
  ...Object.fromEntries(SUMS.map((name) => [name, Number(row[name])])),
  id: row.id,
})
