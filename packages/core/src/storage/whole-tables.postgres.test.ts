import type { Payment } from '@crypto-checkout/api-types'
import { afterEach, expect, test } from 'vitest'
import { shareWallet } from '../merchants/wallets/share.ts'
import { createTransferFor, paymentInput, TEST_WALLET, type TestCheckout, testCheckout } from '../testing/index.ts'
import { createDatabaseUrl } from '../testing/places.ts'
import { addMerchant, openShop } from '../testing/shop.ts'
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
  const url = await createDatabaseUrl({ isUnused: true })
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

const WAITING = 1_500
/** Of one index, for each payment. */
const ROWS_READ = 5

type Scanned = { readonly index: string; readonly rows: string }

test('creating and recording payments reads no more of an index when many others wait', async () => {
  const url = await createDatabaseUrl({ isUnused: true })
  const storage = openPostgres({ url })
  closing.push(storage)
  const shop = await openShop({}, { storage })
  const waiting = await createTogether(shop, WAITING)
  shop.mine(waiting.slice(0, 40).map((payment) => createTransferFor(payment)))
  await shop.watch()

  await storage.close()
  const scanned = await runOnce<Scanned>(
    url,
    'select indexrelname as index, idx_tup_read as rows from pg_stat_user_indexes where idx_scan > 0',
  )
  expect(scanned.map(({ index }) => index)).toContain('reservations_current')
  expect(scanned.filter(({ rows }) => Number(rows) > ROWS_READ * WAITING)).toEqual([])
})

/** Each of another price: payments of one price on a wallet are counted for each new one. */
function createTogether(shop: TestCheckout, number: number): Promise<Payment[]> {
  return Promise.all(Array.from({ length: number }, (_, index) => shop.create({ amount: 10 + index })))
}
