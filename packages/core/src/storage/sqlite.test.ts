import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Db, pipeline, type Storage, type Tx } from './database.ts'
import { APPLICATION_ID, FIRST_VERSION, type Migrations, OWN_TABLES, SCHEMA_VERSION } from './migrate.ts'
import { migrate, migrateSqlite, openSqlite } from './sqlite.ts'

const folders: string[] = []
const opened: Storage[] = []

afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close().catch(() => {})
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'))
  folders.push(folder)
  return join(folder, 'checkout.db')
}

function open(path: string, migrations?: Migrations): Storage {
  const storage = openSqlite({ path, ...(migrations ? { migrations } : {}) })
  opened.push(storage)
  return storage
}

async function addMerchant(tx: Tx, id: string): Promise<number> {
  const row = { id, name: id, plan: 'starter', created_at: 1 } as const
  return (await tx.insertInto('merchants').values(row).returning('seq').executeTakeFirstOrThrow()).seq
}

async function merchants(db: Db): Promise<string[]> {
  return (await db.selectFrom('merchants').select('id').orderBy('seq').execute()).map((row) => row.id)
}

test('work that goes on after a statement that failed keeps what else it did', async () => {
  const storage = open(newPath())
  await storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_1')
    await expect(addMerchant(tx, 'mer_1')).rejects.toThrow(/UNIQUE/)
    await addMerchant(tx, 'mer_2')
  })
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_2'])
})

test('when the commit fails, all who shared it hear of it, nothing is left, and the next work is done', async () => {
  const storage = open(newPath())
  const breakCommit = sql`insert into api_keys (id, merchant_id, livemode, public_key, secret_hash, require_signature, created_at)
    values ('key_1', 'nobody', 0, 'pk', 'hash', 0, 1)`
  const results = await Promise.allSettled([
    storage.transact((tx) => addMerchant(tx, 'mer_1')),
    storage.transact(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await breakCommit.execute(tx)
    }),
    storage.transact((tx) => addMerchant(tx, 'mer_2')),
  ])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await merchants(storage.db)).toEqual([])
  await storage.transact((tx) => addMerchant(tx, 'mer_3'))
  expect(await merchants(storage.db)).toEqual(['mer_3'])
})

test('when the database is full, no statement of the work that was undone is done by itself', async () => {
  const storage = open(newPath())
  const fill = async (tx: Tx) => {
    await sql`pragma max_page_count = 1`.execute(tx)
    const row = { id: 'mer_full', name: 'x'.repeat(1_000_000), plan: 'starter', created_at: 1 } as const
    await tx.insertInto('merchants').values(row).execute()
  }
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const alone = storage.transact((tx) => pipeline([fill(tx), fill(tx).catch(() => addMerchant(tx, 'mer_2'))]))
  await expect(alone).rejects.toThrow(/full/)
  const shared = ['mer_3', 'mer_4'].map((id) =>
    storage.transact((tx) => pipeline([fill(tx), fill(tx).catch(() => addMerchant(tx, id))])),
  )
  for (const one of shared) await expect(one).rejects.toThrow(/full/)
  expect(await merchants(storage.db)).toEqual(['mer_1'])
})

test('when another process holds the database for too long, the work is refused and later work is done', async () => {
  const path = newPath()
  const storage = open(path)
  const other = new DatabaseSync(path)
  other.exec('begin immediate')
  const refused = await Promise.allSettled([1, 2].map((n) => storage.transact((tx) => addMerchant(tx, `mer_${n}`))))
  expect(refused.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  other.exec('rollback')
  other.close()
  await storage.transact((tx) => addMerchant(tx, 'mer_3'))
  expect(await merchants(storage.db)).toEqual(['mer_3'])
})

test('a database of a newer release is refused, and left as it is', () => {
  const path = newPath()
  const newer = new DatabaseSync(path)
  newer.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`)
  newer.close()
  expect(() => openSqlite({ path })).toThrow(/newer release/)
  expect(() => openSqlite({ path, migrations: 'refuse' })).toThrow(/newer release/)
  const after = new DatabaseSync(path)
  expect(after.prepare('select count(*) as tables from sqlite_schema').get()).toEqual({ tables: 0 })
  after.close()
})

test('commands beside a running server bring no table up to date', async () => {
  const path = newPath()
  writeVersion(path, SCHEMA_VERSION - 1)
  expect(() => openSqlite({ path, migrations: 'refuse' })).toThrow(/another release/)
  await open(path, 'upgrade').close()
  expect(await merchants(open(path, 'refuse').db)).toEqual([])
})

test('commands create no database, and leave an empty file empty', () => {
  const path = newPath()
  for (const migrations of ['upgrade', 'refuse'] as const) {
    expect(() => openSqlite({ path, migrations })).toThrow(`${path}: there is no database`)
    expect(existsSync(path)).toBe(false)
  }
  writeFileSync(path, '')
  for (const migrations of ['upgrade', 'refuse'] as const) {
    expect(() => openSqlite({ path, migrations })).toThrow(`${path}: there is no database`)
    expect(statSync(path).size).toBe(0)
  }
})

/** Writes a file of an older release. */
function writeVersion(path: string, version: number): void {
  const database = new DatabaseSync(path)
  migrate(database, version)
  database.close()
}

test('a migration that fails leaves the database as it was', () => {
  const path = newPath()
  const before = new DatabaseSync(path)
  before.exec(`create table cursors (something text); pragma application_id = ${APPLICATION_ID}`)
  before.close()
  expect(() => openSqlite({ path })).toThrow(/already exists/)
  const after = new DatabaseSync(path)
  expect(after.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'cursors' }])
  expect(after.prepare('pragma user_version').get()).toEqual({ user_version: 0 })
  after.close()
})

test('a database of the first version that is known is brought up to date with what is in it', async () => {
  const path = newPath()
  writeVersion(path, FIRST_VERSION)
  const old = new DatabaseSync(path)
  old.exec("insert into merchants (id, name, plan, created_at) values ('old', 'old', 'starter', 1)")
  old.close()
  expect(await merchants(open(path).db)).toEqual(['old'])
})

test('a database of an earlier version is refused by a sentence that names a commit, and left as it is', () => {
  const path = newPath()
  const old = new DatabaseSync(path)
  // From before there was a mark.
  old.exec(OWN_TABLES.map((name) => `create table ${name} (id text);`).join(''))
  old.exec(`pragma user_version = ${FIRST_VERSION - 1}`)
  old.close()
  const message =
    `${path}: the database is at version 52, this release knows 53 and later: open it once with commit 553b6959, ` +
    'which brings it to 53'
  for (const migrations of ['run', 'upgrade', 'refuse'] as const)
    expect(() => openSqlite({ path, migrations })).toThrow(message)
  expect(() => migrateSqlite(path)).toThrow(message)
  const after = new DatabaseSync(path)
  expect(after.prepare('select count(*) as tables from sqlite_schema').get()).toEqual({ tables: OWN_TABLES.length })
  expect(after.prepare('pragma user_version').get()).toEqual({ user_version: FIRST_VERSION - 1 })
  after.close()
})
