import { afterEach, expect, test } from 'vitest'
import { shareWallet } from '../merchants/wallets/share.ts'
import { createTransferFor, paymentInput, TEST_WALLET, testCheckout } from '../testing/index.ts'
import { createDatabaseUrl } from '../testing/places.ts'
import { addMerchant } from '../testing/shop.ts'
import { runOnce } from '../testing/storage.ts'
import type { Storage } from './database.ts'
import { openPostgres } from './postgres.ts'

const closing: Storage[] = []
afterEach(async () => {
  for (const storage of closing.splice(0)) await storage.close()
})

/** Tables whose number of rows does not grow with business. */
const SMALL = ['schema_version', 'crypto_checkout_database', 'transaction_marks']

type Read = { readonly relname: string; readonly seq_scan: string }

test('payments are created, recorded and ended without reading a whole table', async () => {
  const url = await createDatabaseUrl()
  const name = new URL(url).pathname.slice(1)
  // Then PostgreSQL reads a whole table only if no index fits, whatever the values are.
  await runOnce(url, `alter database ${name} set enable_seqscan = off`)
  await runOnce(url, `alter database ${name} set plan_cache_mode = force_generic_plan`)
  const storage = openPostgres({ url })
  closing.push(storage)
  const shop = await testCheckout({}, { storage })
  const other = await addMerchant(shop)
  await runOnce(url, 'select pg_stat_reset()')

  const [exact, under, late, cancelled] = await Promise.all(Array.from({ length: 4 }, () => shop.create()))
  await shareWallet(shop.checkout.context, { address: TEST_WALLET, merchantId: other.id })
  await shop.request('POST', '/sandbox/v1/payments', { key: other.sandbox, body: paymentInput })
  if (!exact || !under || !late || !cancelled) throw new Error('a payment was not created')
  shop.mine([createTransferFor(exact), createTransferFor(under, 9_000_000n)])
  await shop.watch()
  await shop.checkout.sandbox.payments.cancel(cancelled.id)
  shop.mine()
  shop.mine()
  await shop.settle()
  shop.clock.advance(3_600_000)
  shop.mine([createTransferFor(late)])
  shop.mine()
  shop.mine()
  await shop.settle()
  expect((await shop.retrieve(exact)).status).toBe('completed')
  expect((await shop.retrieve(late)).exceptions).toContain('late')
  expect((await shop.checkout.sandbox.payments.list()).totalCount).toBe(4)

  // A connection reports what it read when it ends.
  await storage.close()
  const read = await runOnce<Read>(url, 'select relname, seq_scan from pg_stat_user_tables where seq_scan > 0')
  expect(read.map(({ relname }) => relname).filter((table) => !SMALL.includes(table))).toEqual([])
})
