import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Db, Storage, Tx } from './database.ts'
import { SCHEMA_VERSION } from './migrate.ts'
import { up as first } from './migrations/0001-first.ts'
import { prepared } from './prepared.ts'
import { sqliteProfile } from './profile.ts'
import { openSqlite } from './sqlite.ts'

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

function open(path: string, migrations?: 'run' | 'refuse'): Storage {
  const storage = openSqlite({ path, ...(migrations ? { migrations } : {}) })
  opened.push(storage)
  return storage
}

const onFileAndInMemory = test.each(['file', 'memory'] as const)
const openKind = (kind: 'file' | 'memory') => open(kind === 'file' ? newPath() : ':memory:')

async function addMerchant(tx: Tx, id: string): Promise<number> {
  const row = { id, name: id, plan: 'starter', created_at: 1 }
  return (await tx.insertInto('merchants').values(row).returning('seq').executeTakeFirstOrThrow()).seq
}

async function merchants(db: Db): Promise<string[]> {
  return (await db.selectFrom('merchants').select('id').orderBy('seq').execute()).map((row) => row.id)
}

/** What counts of a transfer's row here is its amount. */
function transferRow(id: string, amount: bigint) {
  const chain = { chain: 'eip155:1', network: 'ethereum', cryptocurrency: 'USDC', token: '0x1' }
  const place = { block_number: 1, block_hash: '0x1', block_time: 1, log_index: 0, seen_at: 1, final_at: null }
  const identity = { tx_hash: id, from_address: '0x2', to_address: '0x3', raw_amount: `${amount}`, ordinal: 0 }
  const owner = { payment_id: null, merchant_id: null, livemode: 0, state: 'seen' } as const
  return { id, amount, ...chain, ...place, ...identity, ...owner }
}

onFileAndInMemory('work that throws leaves nothing and harms nobody in its group (%s)', async (kind) => {
  const storage = openKind(kind)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 150 }), async (fails) => {
      await storage.transact((tx) => tx.deleteFrom('merchants').execute())
      const results = await Promise.allSettled(
        fails.map((fail, index) =>
          storage.transact(async (tx) => {
            await addMerchant(tx, `mer_${index}`)
            if (fail) throw new Error(`refused ${index}`)
            return index
          }),
        ),
      )
      const expected = fails.map((fail, index) =>
        fail ? { status: 'rejected', reason: new Error(`refused ${index}`) } : { status: 'fulfilled', value: index },
      )
      expect(results).toEqual(expected)
      expect(await merchants(storage.db)).toEqual(fails.flatMap((fail, index) => (fail ? [] : [`mer_${index}`])))
    }),
    { numRuns: 15 },
  )
})

onFileAndInMemory(
  'work runs first come first served, one piece after the other, and sees what earlier pieces wrote (%s)',
  async (kind) => {
    const storage = openKind(kind)
    const order: number[] = []
    let inside = 0
    const seen = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        storage.transact(async (tx) => {
          expect(++inside).toBe(1)
          order.push(index)
          await addMerchant(tx, `mer_${index}`)
          await new Promise(setImmediate)
          const { length } = await merchants(tx)
          inside -= 1
          return length
        }),
      ),
    )
    expect(order).toEqual(seen.map((_, index) => index))
    expect(seen).toEqual(order.map((index) => index + 1))
  },
)

test('a statement that fails undoes its own piece of work only', async () => {
  const storage = open(newPath())
  const results = await Promise.allSettled([
    storage.transact((tx) => addMerchant(tx, 'mer_1')),
    storage.transact(async (tx) => {
      await addMerchant(tx, 'mer_2')
      await addMerchant(tx, 'mer_1')
    }),
    storage.transact((tx) => addMerchant(tx, 'mer_3')),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_3'])
})

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

onFileAndInMemory('nobody reads what is not committed (%s)', async (kind) => {
  const storage = openKind(kind)
  let reading: Promise<string[]> = Promise.resolve([])
  await storage
    .transact(async (tx) => {
      await addMerchant(tx, 'mer_1')
      reading = merchants(storage.db)
      await new Promise((resolve) => setTimeout(resolve, 5))
      throw new Error('undone')
    })
    .catch(() => {})
  expect(await reading).toEqual([])
})

test('readers of a file are not held up by a transaction', async () => {
  const storage = open(newPath())
  await storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_1')
    expect(await merchants(storage.db)).toEqual([])
    expect(await merchants(tx)).toEqual(['mer_1'])
  })
  expect(await merchants(storage.db)).toEqual(['mer_1'])
})

test('what was answered is there when the database is opened again', async () => {
  const path = newPath()
  const storage = open(path)
  await Promise.all(Array.from({ length: 100 }, (_, n) => storage.transact((tx) => addMerchant(tx, `mer_${n}`))))
  const copy = open(path)
  expect((await merchants(copy.db)).length).toBe(100)
  await storage.close()
  expect((await merchants(open(path).db)).length).toBe(100)
})

test('closing waits for the work under way', async () => {
  const path = newPath()
  const storage = open(path)
  const working = storage.transact(async (tx) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return addMerchant(tx, 'mer_1')
  })
  await storage.close()
  expect(await working).toBe(1)
  expect(await merchants(open(path).db)).toEqual(['mer_1'])
})

test.each([0, 1])('work that comes after the closing is refused, not left waiting (%d done before)', async (done) => {
  const storage = open(newPath())
  for (let n = 0; n < done; n++) await storage.transact((tx) => addMerchant(tx, `mer_before_${n}`))
  await storage.close()
  await expect(storage.transact((tx) => addMerchant(tx, 'mer_1'))).rejects.toThrow()
  await expect(storage.transact((tx) => addMerchant(tx, 'mer_2'))).rejects.toThrow()
})

test('an amount of any size is read as it was written, by writers too', async () => {
  const storage = open(':memory:')
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
        fc.nat().map(BigInt),
      ),
      async (amount) => {
        const id = `tr_${count + 1}`
        const row = await storage.transact((tx) =>
          tx.insertInto('transfers').values(transferRow(id, amount)).returningAll().executeTakeFirstOrThrow(),
        )
        expect(BigInt(row.amount)).toBe(amount)
        count += 1
        expect(row).toMatchObject({ id, seq: count, block_number: 1 })
        const read = await storage.db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        expect(BigInt(read.amount)).toBe(amount)
        expect(read).toMatchObject({ seq: count, block_time: 1, final_at: null })
      },
    ),
  )
})

test('amounts beyond a safe number are compared exactly', async () => {
  const storage = open(':memory:')
  const amount = 2n ** 53n
  await storage.transact(async (tx) => {
    for (const more of [0n, 1n, 2n])
      await tx
        .insertInto('transfers')
        .values(transferRow(`tr_${more}`, amount + more))
        .execute()
  })
  const found = await storage.db
    .selectFrom('transfers')
    .select('id')
    .where('amount', '=', amount + 1n)
    .execute()
  expect(found).toEqual([{ id: 'tr_1' }])
})

test('a database of a newer release is refused, and left as it is', () => {
  const path = newPath()
  const newer = new DatabaseSync(path)
  newer.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`)
  newer.close()
  expect(() => openSqlite({ path })).toThrow(/newer release/)
  expect(() => openSqlite({ path, migrations: 'refuse' })).toThrow(/another release/)
  const after = new DatabaseSync(path)
  expect(after.prepare('select count(*) as tables from sqlite_schema').get()).toEqual({ tables: 0 })
  after.close()
})

test('commands beside a running server bring no table up to date', async () => {
  const path = newPath()
  expect(() => openSqlite({ path, migrations: 'refuse' })).toThrow(/another release/)
  await open(path).close()
  expect(await merchants(open(path, 'refuse').db)).toEqual([])
})

test('a migration that fails leaves the database as it was', () => {
  const path = newPath()
  const before = new DatabaseSync(path)
  before.exec('create table cursors (something text)')
  before.close()
  expect(() => openSqlite({ path })).toThrow(/already exists/)
  const after = new DatabaseSync(path)
  expect(after.prepare('select name from sqlite_schema').all()).toEqual([{ name: 'cursors' }])
  expect(after.prepare('pragma user_version').get()).toEqual({ user_version: 0 })
  after.close()
})

test('a prepared query takes the values of each execution, fixed ones included', async () => {
  const storage = open(':memory:')
  const named = prepared<{ id: string; from: number }>()((db, value) =>
    db
      .selectFrom('merchants')
      .select(['id', 'name'])
      .where('created_at', '>=', value.from)
      .where('plan', '=', 'starter')
      .where((eb) => eb.or([eb('id', '=', value.id), eb('name', '=', value.id)])),
  )
  await storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_1')
    await addMerchant(tx, 'mer_2')
    expect(await named(tx, { id: 'mer_2', from: 0 })).toEqual([{ id: 'mer_2', name: 'mer_2' }])
  })
  expect(await named(storage.db, { id: 'mer_1', from: 1 })).toEqual([{ id: 'mer_1', name: 'mer_1' }])
  expect(await named(storage.db, { id: 'mer_1', from: 2 })).toEqual([])
  expect(await Promise.all(['mer_1', 'mer_2'].map((id) => named(storage.db, { id, from: 0 })))).toMatchObject([
    [{ id: 'mer_1' }],
    [{ id: 'mer_2' }],
  ])
})

test('a row number is never given twice', async () => {
  const storage = open(':memory:')
  const first = await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  await storage.transact((tx) => tx.deleteFrom('merchants').execute())
  expect(await storage.transact((tx) => addMerchant(tx, 'mer_1'))).toBeGreaterThan(first)
})

test('a database of the first release is brought up to date with what is in it', async () => {
  const path = newPath()
  const old = new DatabaseSync(path)
  old.exec(first.replaceAll('{id}', sqliteProfile.rowNumber))
  old.exec(
    "pragma user_version = 1; insert into merchants (id, name, plan, created_at) values ('old', 'old', 'starter', 1)",
  )
  old.close()

  const { db } = open(path)
  expect(await merchants(db)).toEqual(['old'])
  const tables = (names: readonly { name: string }[]) => names.map(({ name }) => name)
  expect(tables(await db.introspection.getTables())).toEqual(tables(await open(newPath()).db.introspection.getTables()))
})
