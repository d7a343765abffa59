import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Dump, dumpDatabase } from '../testing/dump.ts'
import { openSqlite, testCheckout } from '../testing/index.ts'
import { createDatabaseUrl, createFolder } from '../testing/places.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { backupStorage } from './backup.ts'
import { FIRST_VERSION, SCHEMA_VERSION } from './migrate.ts'
import { openStorage } from './open.ts'
import { restoreStorage } from './restore.ts'
import { migrate } from './sqlite.ts'

/** A backup of a shop with some payments, the last of them deleted. */
async function makeBackup() {
  const folder = createFolder()
  const url = `sqlite:${join(folder, 'checkout.db')}`
  const shop = await testCheckout({}, { storage: openSqlite({ path: join(folder, 'checkout.db') }) })
  for (let n = 0; n < 3; n++) await shop.create({ metadata: { name: `Zoë ${n} 🧾` } })
  await shop.storage.transact((tx) => tx.deleteFrom('payments').where('seq', '=', 3).execute())
  await shop.stop()
  const file = join(folder, 'backup.db')
  await backupStorage(url, file)
  return { url, file, folder }
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The content of a database; null if it does not exist. */
async function lookAt(url: string): Promise<Dump | null> {
  const isThere = !url.startsWith('sqlite:') || existsSync(url.slice('sqlite:'.length))
  return isThere ? dumpDatabase(url) : null
}

/** The content of a database, with the mark of its restore. */
async function expectRestored(url: string): Promise<Dump> {
  return {
    ...(await dumpDatabase(url)),
    restores: [{ seq: 1n, restored_at: expect.any(BigInt), last_payment: 2n, last_refund: 0n }],
  }
}

test('a backup is put into a new database, which then numbers its rows as the one that was copied would', async () => {
  const { url, file, folder } = await makeBackup()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const before = hashOf(file)
  const target = await createDatabaseUrl()
  expect(await restoreStorage(file, target, folder)).toEqual({
    ...{ version: SCHEMA_VERSION, payments: 2, events: 3, heldRefunds: 0 },
  })
  expect(await dumpDatabase(target)).toEqual(await expectRestored(url))
  expect(hashOf(file)).toBe(before)
  expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  const storage = openStorage(target, 'refuse')
  const shop = await testCheckout({}, { storage })
  onTestFinished(shop.stop)
  // At another price: finding a free amount would use up a number.
  const { id } = await shop.create({ amount: 7 })
  const { seq } = await storage.db.selectFrom('payments').select('seq').where('id', '=', id).executeTakeFirstOrThrow()
  expect(seq).toBe(4)
})

test('the audit log of a restored database can be changed as little as before', async () => {
  const { url, file, folder } = await makeBackup()
  const target = await createDatabaseUrl()
  await restoreStorage(file, target, folder)
  const storage = openStorage(target, 'refuse')
  onTestFinished(() => storage.close())
  const { audit_log: entries } = await dumpDatabase(url)
  expect(entries).toMatchObject([{ operation: 'createKey', actor: 'command_line' }])
  const change = storage.transact((tx) => tx.updateTable('audit_log').set({ actor: 'x' }).execute())
  await expect(change).rejects.toThrow('audit log cannot be')
  await expect(storage.transact((tx) => tx.deleteFrom('audit_log').execute())).rejects.toThrow('audit log cannot be')
  expect((await dumpDatabase(target)).audit_log).toEqual(entries)
})

test('a database that has a row is refused by its name, and stays as it is', async () => {
  const { file, folder } = await makeBackup()
  const target = await createDatabaseUrl()
  const shop = await testCheckout({}, { storage: openStorage(target, 'run') })
  await shop.stop()
  const before = await dumpDatabase(target)
  const name = isOnPostgres()
    ? /^postgres:\/\/postgres@127.0.0.1:\d+\/test_\w+ is not empty/
    : /checkout.db is not empty/
  await expect(restoreStorage(file, target, folder)).rejects.toThrow(name)
  expect(await dumpDatabase(target)).toEqual(before)
})

test('where one was put back, another one is refused', async () => {
  const { file, folder } = await makeBackup()
  const target = await createDatabaseUrl()
  await restoreStorage(file, target, folder)
  await expect(restoreStorage(file, target, folder)).rejects.toThrow('is not empty')
})

test('tables without a row are no reason to refuse', async () => {
  const { url, file, folder } = await makeBackup()
  const target = await createDatabaseUrl()
  const storage = openStorage(target, 'run')
  await storage.db.selectFrom('merchants').select('id').execute()
  await storage.close()
  await restoreStorage(file, target, folder)
  expect(await dumpDatabase(target)).toEqual(await expectRestored(url))
})

/** Files that `backup` did not write, made from one that it did. */
const unfit: readonly { readonly what: string; readonly make: (file: string) => unknown; readonly message: string }[] =
  [
    {
      what: 'a text',
      make: (file) => writeFileSync(file, 'merchants, payments'.repeat(100)),
      message: 'is no backup of a checkout',
    },
    { what: 'an empty file', make: (file) => truncateSync(file, 0), message: 'is no backup of a checkout' },
    {
      what: 'a database of another program',
      make: (file) => {
        truncateSync(file, 0)
        change(file, 'create table merchants (id text); pragma user_version = 3')
      },
      message: 'is no backup of a checkout',
    },
    {
      what: 'a table that is missing',
      make: (file) => change(file, 'drop table permits'),
      message: 'is no backup of a checkout',
    },
    {
      what: 'a file that is cut off',
      make: (file) => truncateSync(file, Math.floor(statSync(file).size / 8_192) * 4_096),
      message: 'is damaged',
    },
    { what: 'a page that is overwritten', make: (file) => overwrite(file), message: 'is damaged' },
    {
      what: 'a newer release',
      make: (file) => change(file, `pragma user_version = ${SCHEMA_VERSION + 1}`),
      message: `is of a newer release: its tables are at version ${SCHEMA_VERSION + 1}, this release knows up to ${SCHEMA_VERSION}`,
    },
    {
      what: 'a version that is too old',
      make: (file) => change(file, `pragma user_version = ${FIRST_VERSION - 1}`),
      message:
        'the database is at version 52, this release knows 53 and later: open it once with commit 553b6959, which brings it to 53',
    },
    {
      what: 'a database in use',
      make: (file) => writeFileSync(`${file}-wal`, 'frames'),
      message: 'is a database in use',
    },
    { what: 'no file', make: (file) => rmSync(file), message: 'there is no file' },
  ]

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

/** Overwrites a page in the middle with another. */
function overwrite(file: string): void {
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / 8_192) * 4_096
  bytes.copy(bytes, middle, 4_096, 8_192)
  writeFileSync(file, bytes)
}

test.each(unfit)('$what is refused, and nothing is changed', async ({ make, message }) => {
  const { file, folder } = await makeBackup()
  make(file)
  const target = await createDatabaseUrl()
  const before = [await lookAt(target), existsSync(file) ? hashOf(file) : null]
  await expect(restoreStorage(file, target, folder)).rejects.toThrow(
    `${file} ${message}`.replace(/^(\S+) (there is no file)/, '$2 $1').replace(' the database', ': the database'),
  )
  expect([await lookAt(target), existsSync(file) ? hashOf(file) : null]).toEqual(before)
})

test('what is left of a backup that did not end is refused', async () => {
  const { file, folder } = await makeBackup()
  copyFileSync(file, `${file}.unfinished`)
  await expect(restoreStorage(`${file}.unfinished`, await createDatabaseUrl(), folder)).rejects.toThrow(
    'was not finished',
  )
  await expect(backupStorage(`sqlite:${file}`, file)).rejects.toThrow(`${file} exists`)
  await expect(backupStorage(`sqlite:${file}`, `${folder}/backup.db`)).rejects.toThrow('exists: name a new file')
})

test('a backup of an older release is brought up to date where it is put, and stays as it is itself', async () => {
  const folder = createFolder()
  const file = join(folder, 'old.db')
  const old = new DatabaseSync(file)
  migrate(old, FIRST_VERSION)
  old.exec(`insert into merchants (id, name, plan, created_at) values ('mer_1', 'Old shop', 'starter', 5);
    insert into users (id, email, email_key, created_at) values ('usr_1', 'Ann@x.org', 'ann@x.org', 5)`)
  old.close()
  const before = hashOf(file)
  const target = await createDatabaseUrl()
  const heldRefunds = 0
  expect(await restoreStorage(file, target, folder)).toEqual({
    ...{ version: FIRST_VERSION, payments: 0, events: 0, heldRefunds },
  })
  expect(hashOf(file)).toBe(before)
  const storage = openStorage(target, 'refuse')
  onTestFinished(() => storage.close())
  expect(await storage.db.selectFrom('merchants').select(['id', 'seq']).execute()).toEqual([{ id: 'mer_1', seq: 1 }])
  expect(await storage.db.selectFrom('restores').select('last_payment').execute()).toEqual([{ last_payment: 0 }])
  // The result of a migration in between.
  expect(await storage.db.selectFrom('users').select('claim').execute()).toEqual([{ claim: 'usr_1' }])
})

describe.skipIf(isOnPostgres())('a file', () => {
  test('that others have open is not replaced, nor is what a log without its database stands for', async () => {
    const { file, folder } = await makeBackup()
    const path = join(createFolder(), 'checkout.db')
    const user = openStorage(`sqlite:${path}`, 'run')
    onTestFinished(() => user.close())
    await expect(restoreStorage(file, `sqlite:${path}`, folder)).rejects.toThrow('checkout.db is in use')
    expect(await user.db.selectFrom('merchants').selectAll().execute()).toEqual([])
    await user.close()
    rmSync(path)
    writeFileSync(`${path}-wal`, 'frames')
    await expect(restoreStorage(file, `sqlite:${path}`, folder)).rejects.toThrow('without its database')
  })

  test('of another program is not replaced', async () => {
    const { file, folder } = await makeBackup()
    const path = join(createFolder(), 'notes.txt')
    writeFileSync(path, 'not to be lost'.repeat(100))
    await expect(restoreStorage(file, `sqlite:${path}`, folder)).rejects.toThrow('notes.txt is not empty')
    await expect(restoreStorage(file, 'sqlite::memory:', folder)).rejects.toThrow('in memory')
    expect(readFileSync(path, 'utf8')).toContain('not to be lost')
  })
})
