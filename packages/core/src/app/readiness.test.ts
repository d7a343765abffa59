import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { TEST_PAYER, TEST_TOKEN, TEST_WALLET, testCheckout } from '../testing/index.ts'

const LARGE = { id: 'mer_large', name: 'x'.repeat(1_000_000), plan: 'starter', created_at: 1 } as const

async function open() {
  const shop = await testCheckout()
  onTestFinished(() => shop.stop())
  const { transact } = shop.checkout.context
  return {
    ...shop,
    limitPages: (pages: number) => transact((tx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(tx)),
    addLarge: () => transact((tx) => tx.insertInto('merchants').values(LARGE).execute()),
    /** More than a second after the last check. */
    check(): Promise<string | null> {
      shop.clock.advance(1_001)
      return shop.checkout.readiness()
    },
  }
}

test('a server is not ready after a commit failed for want of space, until there is space for a payment', async () => {
  const { check, limitPages, addLarge, checkout, storage } = await open()
  expect(await check()).toBeNull()
  await limitPages(1)
  await expect(addLarge()).rejects.toThrow(/full/)
  // Rows that are there already can still be written, as by jobs and by the check itself.
  await checkout.context.transact((tx) => tx.updateTable('leases').set({ renewed_at: 1 }).execute())
  expect(await check()).toBe('the disk of the database is full')
  expect(await check()).toBe('the disk of the database is full')
  await limitPages(1_000_000)
  expect(await check()).toBeNull()
  await check()
  const notes = await storage.db.selectFrom('leases').select('note').where('name', '=', 'readiness').execute()
  expect(notes).toEqual([{ note: '' }])
})

test('the check itself notices a full disk, before anybody else writes', async () => {
  const { check, storage } = await open()
  await storage.transact(async (tx) => {
    await sql`create temp trigger refuse before insert on leases begin select raise(fail, 'no'); end`.execute(tx)
  })
  await expect(check()).rejects.toThrow('no')
})

test('the check writes at most once a second, and rejects once the database is closed', async () => {
  const { check, checkout, storage, clock } = await open()
  const readTime = async () =>
    (await storage.db.selectFrom('leases').select('renewed_at').where('name', '=', 'readiness').executeTakeFirst())
      ?.renewed_at
  await check()
  const first = await readTime()
  clock.advance(900)
  await checkout.readiness()
  expect(await readTime()).toBe(first)
  await check()
  expect(await readTime()).toBeGreaterThan(Number(first))
  await storage.close()
  await expect(check()).rejects.toThrow()
})

test('a server is not ready while the database refuses what arrives, although it takes other writes', async () => {
  const { check, create, mine, watch, storage } = await open()
  const { amountDue } = await create()
  const pay = () => mine([{ token: TEST_TOKEN, from: TEST_PAYER, to: TEST_WALLET, rawAmount: toUnits(amountDue) }])
  const trigger = sql`create trigger refuse before insert on transfers begin select raise(abort, 'no such column'); end`
  await storage.transact((tx) => trigger.execute(tx))
  pay()
  await expect(watch()).rejects.toThrow('no such column')
  expect(await check()).toMatch(/^what arrives on production ethereum cannot be recorded$/)
  await storage.transact((tx) => sql`drop trigger refuse`.execute(tx))
  await watch()
  expect(await check()).toBeNull()
})

function toUnits(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}
