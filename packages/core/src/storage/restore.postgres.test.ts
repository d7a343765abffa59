import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Cut, openCutProxy } from '../testing/cut-proxy.ts'
import { dumpDatabase } from '../testing/dump.ts'
import { openSqlite, testCheckout } from '../testing/index.ts'
import { createDatabaseUrl, createFolder } from '../testing/places.ts'
import { holdSession } from '../testing/spare-databases.ts'
import { runOnce } from '../testing/storage.ts'
import { backupStorage } from './backup.ts'
import type { Storage } from './database.ts'
import { openStorage } from './open.ts'
import { restoreStorage } from './restore.ts'

/** A backup of a shop with a payment, and an empty database for it. */
async function openMove() {
  const folder = createFolder()
  const path = join(folder, 'checkout.db')
  const shop = await testCheckout({}, { storage: openSqlite({ path }) })
  await shop.create()
  await shop.stop()
  const file = join(folder, 'backup.db')
  await backupStorage(`sqlite:${path}`, file)
  const url = await createDatabaseUrl()
  return {
    ...{ source: `sqlite:${path}`, url },
    restore: (target = url) => restoreStorage(file, target, folder),
    /** Makes a restore pause, after it has inserted the merchants, until the result is called. */
    hold: async () => {
      await runOnce(
        url,
        `create function hold() returns trigger language plpgsql as
          'begin while not pg_try_advisory_xact_lock(1) loop perform pg_sleep(0.05); end loop; return null; end';
         create trigger hold after insert on merchants execute function hold()`,
      )
      const release = await holdSession(url, 'select pg_advisory_lock(1)')
      onTestFinished(release)
      return release
    },
    held: () =>
      expect
        .poll(
          () =>
            runOnce(url, `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`),
          { timeout: 30_000 },
        )
        .toHaveLength(1),
  }
}

/**
 * Does what a server does at its start, but with a number that collides with none. Returns how many merchants it found.
 */
function ensureMerchant(storage: Storage): Promise<number> {
  return storage.transact(async (tx) => {
    const { length } = await tx.selectFrom('merchants').select('id').execute()
    const row = { seq: 99, id: 'mer_new', name: 'New', plan: 'starter', created_at: 1 } as const
    if (length === 0) await tx.insertInto('merchants').values(row).execute()
    return length
  })
}

test('who opens the database meanwhile, or had it open, waits and finds the shop', async () => {
  const { source, url, restore, hold, held } = await openMove()
  const [early, late] = [openStorage(url, 'run'), openStorage(url, 'run')]
  onTestFinished(async () => {
    await Promise.all([early.close(), late.close()])
  })
  expect(await early.db.selectFrom('merchants').selectAll().execute()).toEqual([])
  const release = await hold()
  const restoring = restore()
  await held()
  const found = Promise.all([ensureMerchant(early), ensureMerchant(late)])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(() => runOnce(url, waiting)).toHaveLength(2)
  await release()
  expect(await found).toEqual([1, 1])
  await restoring
  expect({ ...(await dumpDatabase(url)), restores: [] }).toEqual(await dumpDatabase(source))
})

test('a database whose tables others keep locked is refused, and left as it is', async () => {
  const { url, restore } = await openMove()
  const release = await holdSession(url, 'begin; lock table payments in share mode')
  onTestFinished(release)
  await expect(restore(`${url}?lock_timeout=50`)).rejects.toThrow('is in use: stop all servers on it, and try again')
  await release()
  expect(Object.values(await dumpDatabase(url)).flat()).toEqual([])
})

test.each<[Cut, 'nothing' | 'everything']>([
  ['before', 'nothing'],
  ['after', 'everything'],
])(
  'where the connection is lost %s the commit, the next try tells what became of it: %s is there',
  async (cut, there) => {
    const { source, url, restore, hold, held } = await openMove()
    const proxy = await openCutProxy(url)
    onTestFinished(proxy.close)
    const release = await hold()
    const lost = expect(restore(proxy.url)).rejects.toThrow('was lost at the end: restore again')
    // After the earlier commits.
    await held()
    proxy.cut(cut)
    await release()
    await lost
    expect(proxy.made).toEqual([cut])
    if (there === 'everything') await expect(restore()).rejects.toThrow('is not empty')
    else await restore()
    expect({ ...(await dumpDatabase(url)), restores: [] }).toEqual(await dumpDatabase(source))
  },
)

test('a zero byte in a text, for which PostgreSQL has no place, is kept as what is no text', async () => {
  const { url, source } = await openMove()
  const folder = createFolder()
  const shop = openStorage(source, 'refuse')
  await shop.transact((tx) => tx.updateTable('merchants').set({ name: 'a\0b' }).execute())
  await shop.close()
  const file = join(folder, 'zero.db')
  await backupStorage(source, file)
  await restoreStorage(file, url, folder)
  expect((await dumpDatabase(url)).merchants).toMatchObject([{ name: 'a\uFFFDb' }])
})
