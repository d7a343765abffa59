import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createCheckout } from '../app/checkout.ts'
import { type Cut, openCutProxy } from '../testing/cut-proxy.ts'
import { paymentInput, testCheckout } from '../testing/index.ts'
import { createDatabaseUrl, createFolder } from '../testing/places.ts'
import { runAdminStatement, runOnce, TEST_POSTGRES } from '../testing/storage.ts'
import { backupStorage } from './backup.ts'
import type { Db, Storage, Tx } from './database.ts'
import { type DeferredKind, deferWrite } from './deferred.ts'
import { FIRST_VERSION, SCHEMA_VERSION } from './migrate.ts'
import { migrateStorage, openStorage } from './open.ts'
import { openPostgres } from './postgres.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function open(url: string): Storage {
  const storage = openPostgres({ url })
  closing.push(() => storage.close())
  return storage
}

/** A database without tables. */
async function emptyUrl(): Promise<string> {
  const url = await createDatabaseUrl()
  await runOnce(url, 'drop schema public cascade; create schema public')
  return url
}

async function addMerchant(tx: Tx, id: string): Promise<void> {
  await tx.insertInto('merchants').values({ id, name: id, plan: 'starter', created_at: 1 }).execute()
}

async function merchants(db: Db): Promise<string[]> {
  return (await db.selectFrom('merchants').select('id').orderBy('seq').execute()).map((row) => row.id)
}

/** Reads a number and writes it back one higher. Two transactions that do not wait for each other get this wrong. */
async function count(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('merchants').select('created_at').where('id', '=', 'mer_1').executeTakeFirstOrThrow()
  await tx
    .updateTable('merchants')
    .set({ created_at: row.created_at + 1 })
    .where('id', '=', 'mer_1')
    .execute()
  return row.created_at + 1
}

test('processes that change the same row take turns: no change is lost, and no work runs again', async () => {
  const url = await createDatabaseUrl()
  const processes = [open(url), open(url), open(url)]
  await processes[0]!.transact((tx) => addMerchant(tx, 'mer_1'))
  let runs = 0
  const countOnce = (tx: Tx) => {
    runs += 1
    return count(tx)
  }
  const answers = await Promise.all(Array.from({ length: 90 }, (_, n) => processes[n % 3]!.transact(countOnce)))
  expect(answers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 90 }, (_, n) => n + 2))
  expect(runs).toBe(90)
})

test('while another process writes, work is taken when its turn has come', async () => {
  const url = await createDatabaseUrl()
  const [one, other] = [open(url), open(url)]
  await one.transact((tx) => addMerchant(tx, 'mer_1'))
  let isTaken = false
  const take = async (tx: Tx) => {
    isTaken = true
    await count(tx)
  }
  /** The other process holds its turn until the first has asked for one. Returns whether its work was taken then. */
  const takeBeside = async (): Promise<boolean> => {
    isTaken = false
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const writing = other.transact(async (tx) => {
      await count(tx)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const taking = one.transact(take)
    await pause(100)
    const wasTaken = isTaken
    held.resolve()
    await Promise.all([writing, taking])
    return wasTaken
  }
  // The first wait shows that others write.
  await takeBeside()
  expect(await takeBeside()).toBe(false)
  expect(await one.transact(count)).toBe(6)
})

test('a long transaction comes to its end while others keep writing', async () => {
  const url = await createDatabaseUrl()
  const [one, other] = [open(url), open(url)]
  await one.transact((tx) => addMerchant(tx, 'mer_1'))
  let [runs, counted, isDone] = [0, 0, false]
  const others = Array.from({ length: 3 }, async () => {
    while (!isDone) {
      await other.transact(count)
      counted += 1
    }
  })
  const last = await one.transact(async (tx) => {
    runs += 1
    for (let n = 0; n < 20; n++) {
      await sql`select pg_sleep(0.02)`.execute(tx)
      await count(tx)
    }
    return count(tx)
  })
  isDone = true
  await Promise.all(others)
  expect(runs).toBe(1)
  expect(last).toBeLessThanOrEqual(counted + 22)
  expect(await other.transact(count)).toBe(counted + 23)
})

test('of two processes that each see that a thing is not there, one adds it', async () => {
  const url = await createDatabaseUrl()
  const [one, other] = [open(url), open(url)]
  const addIfNone = async (tx: Tx, id: string) => {
    if ((await merchants(tx)).length > 0) return false
    await new Promise((resolve) => setTimeout(resolve, 20))
    await addMerchant(tx, id)
    return true
  }
  const added = await Promise.all([
    one.transact((tx) => addIfNone(tx, 'mer_1')),
    other.transact((tx) => addIfNone(tx, 'mer_2')),
  ])
  expect(added.toSorted()).toEqual([false, true])
  expect(await merchants(one.db)).toHaveLength(1)
})

test('what a process has refused it refused on what was true when it was committed', async () => {
  const url = await createDatabaseUrl()
  const [one, other] = [open(url), open(url)]
  await one.transact((tx) => addMerchant(tx, 'mer_1'))
  const changes: Promise<void>[] = []
  const refused = one.transact(async (tx) => {
    const { length } = await merchants(tx)
    if (changes.length === 0) changes.push(other.transact((meanwhile) => addMerchant(meanwhile, 'mer_2')))
    await count(tx)
    throw new Error(`there are ${length}, and ${(await merchants(tx)).length} in the end`)
  })
  await expect(refused).rejects.toThrow(/there are (1, and 1|2, and 2) in the end/)
  await Promise.all(changes)
  expect(await merchants(one.db)).toEqual(['mer_1', 'mer_2'])
})

test('work that goes on after a statement that failed is undone, and who shares its commit is not', async () => {
  const storage = open(await createDatabaseUrl())
  const results = await Promise.allSettled([
    storage.transact((tx) => addMerchant(tx, 'mer_1')),
    storage.transact(async (tx) => {
      await addMerchant(tx, 'mer_2')
      await addMerchant(tx, 'mer_1').catch(() => {})
      return 'went on'
    }),
    storage.transact((tx) => addMerchant(tx, 'mer_3')),
  ])
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(results[1]).toMatchObject({ reason: { code: '23505' } })
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_3'])
})

/** A checkout on a network that breaks, and what its database holds in the end. */
async function openBreaking(parameters = '') {
  const url = await createDatabaseUrl()
  const proxy = await openCutProxy(url)
  closing.push(proxy.close)
  const storage = open(`${proxy.url}${parameters}`)
  const shop = await testCheckout({}, { storage })
  const countStored = async () =>
    (
      await runOnce(
        url,
        `select (select count(*) from payments)::int as payments,
      (select count(*) from events)::int as events, (select count(*) from idempotency)::int as kept`,
      )
    )[0]
  return { url, proxy, storage, shop, countStored }
}

test('what pieces defer is written once for all, and what cannot be written fails alone', async () => {
  const storage = open(await createDatabaseUrl())
  const written: string[][] = []
  const kind: DeferredKind<string> = {
    async write(tx, ids) {
      written.push([...ids])
      for (const id of ids) await addMerchant(tx, id)
    },
  }
  const add = (id: string) => storage.transact(async (tx) => deferWrite(tx, kind, [id]))
  await Promise.all(['mer_1', 'mer_2', 'mer_3'].map(add))
  expect(written).toEqual([['mer_1', 'mer_2', 'mer_3']])
  const results = await Promise.allSettled(['mer_4', 'mer_1', 'mer_5'].map(add))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_2', 'mer_3', 'mer_4', 'mer_5'])
})

test.each<[Cut, string]>([
  ['before', ''],
  ['after', ''],
  // The server notices by itself, without being told.
  ['unnoticed', '?idle_in_transaction_session_timeout=500'],
])('a connection that is lost %s the commit makes one payment, and its answer is right', async (cut, parameters) => {
  const { proxy, shop, countStored } = await openBreaking(parameters)
  proxy.cut(cut)
  const call = { body: paymentInput, headers: { 'idempotency-key': 'order-1' } }
  const answer = await shop.request('POST', '/sandbox/v1/payments', call)
  expect(proxy.made).toEqual([cut])
  expect(answer.status).toBe(201)
  expect(await countStored()).toEqual({ payments: 1, events: 1, kept: 1 })
  expect(await shop.retrieve(answer.body)).toMatchObject({ id: answer.body.id, cryptoAmount: answer.body.cryptoAmount })
  const again = await shop.request('POST', '/sandbox/v1/payments', call)
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect(again.body).toEqual(answer.body)
  expect(await countStored()).toEqual({ payments: 1, events: 1, kept: 1 })
})

test('a connection that is lost again and again makes one payment of each request', async () => {
  const { proxy, shop, countStored } = await openBreaking()
  proxy.cut('before', 'after', 'after', 'before', 'before', 'after')
  const answers = []
  for (let n = 0; n < 4; n++) answers.push(await shop.request('POST', '/sandbox/v1/payments', { body: paymentInput }))
  expect(proxy.made).toHaveLength(6)
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4)
  expect(await countStored()).toMatchObject({ payments: 4, events: 4 })
})

test('payments that share a commit whose answer is lost are all answered, and made once', async () => {
  const { proxy, shop, countStored } = await openBreaking()
  proxy.cut('after')
  const bodies = await Promise.all(Array.from({ length: 20 }, () => shop.create()))
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(20)
  expect(proxy.made).toEqual(['after'])
  expect(await countStored()).toMatchObject({ payments: 20, events: 20 })
})

test('connections that all break are replaced, for those who read too', async () => {
  const { proxy, shop, countStored } = await openBreaking()
  const payment = await shop.create()
  for (let n = 0; n < 3; n++) {
    await proxy.breakAll()
    expect(await shop.retrieve(payment)).toMatchObject({ id: payment.id })
    await proxy.breakAll()
    await shop.create()
  }
  expect(await countStored()).toMatchObject({ payments: 4 })
})

test('an administrator may end all connections at any time', async () => {
  const url = await createDatabaseUrl()
  const storage = open(url)
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  let left = 3
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      storage.transact(async (tx) => {
        const counted = await count(tx)
        if (left-- > 0) await runOnce(url, end)
        return counted
      }),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => n + 2))
})

test('what waits when the server stops is written, whatever of it is refused', async () => {
  const storage = open(await createDatabaseUrl())
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const results = Promise.allSettled([
    storage.transact((tx) => addMerchant(tx, 'mer_2')),
    storage.transact(async () => {
      throw new Error('refused')
    }),
    storage.transact((tx) => addMerchant(tx, 'mer_3')),
  ])
  await storage.close()
  expect(await results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'refused' } },
    { status: 'fulfilled' },
  ])
})

test('nothing is reported as done if the server has undone it at the commit', async () => {
  const storage = open(await createDatabaseUrl())
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  const added = storage.transact(async (tx) => {
    await addMerchant(tx, 'mer_2')
    // Nobody waits for it.
    addMerchant(tx, 'mer_1').catch(() => {})
  })
  await expect(added).rejects.toThrow()
  expect(await merchants(storage.db)).toEqual(['mer_1'])
  await storage.transact((tx) => addMerchant(tx, 'mer_3'))
  expect(await merchants(storage.db)).toEqual(['mer_1', 'mer_3'])
})

test('a server that is not there is waited for, and then told of', async () => {
  const { proxy, storage } = await openBreaking()
  await proxy.close()
  closing.pop()
  await expect(storage.db.selectFrom('merchants').selectAll().execute()).rejects.toThrow(/ECONNREFUSED/)
  const working = storage.transact((tx) => addMerchant(tx, 'mer_late'))
  const refused = expect(working).rejects.toThrow()
  await storage.close()
  await refused
})

test('a checkout whose database comes late serves once it is there', async () => {
  const url = await createDatabaseUrl()
  const late = new URL(url)
  late.pathname = `${late.pathname}_late`
  const checkout = createCheckout({ publicUrl: 'https://pay.example.com', database: late.href, log: () => {} })
  closing.push(() => checkout.stop())
  await expect(checkout.payments.list()).rejects.toThrow(/does not exist/)
  const server = process.env[TEST_POSTGRES] ?? ''
  await runAdminStatement(server, `create database ${late.pathname.slice(1)}`)
  closing.push(() => runAdminStatement(server, `drop database ${late.pathname.slice(1)} with (force)`))
  expect((await checkout.payments.list()).totalCount).toBe(0)
})

test('text is compared and ordered by its bytes, as SQLite does', async () => {
  const ids = ['a', 'B', 'ä', 'A', 'b', '_', '10', '9', 'é', 'Z']
  const sorted = async (storage: Storage) => {
    for (const id of ids) await storage.transact((tx) => addMerchant(tx, id))
    const rows = await storage.db.selectFrom('merchants').select('id').where('id', '>', '1').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  const sqlite = openStorage('sqlite::memory:', 'run')
  closing.push(() => sqlite.close())
  const expected = await sorted(sqlite)
  expect(expected.slice(0, 3)).toEqual(['10', '9', 'A'])
  expect(await sorted(open(await createDatabaseUrl()))).toEqual(expected)
})

test('a text with a zero byte finds nothing, and is kept without it', async () => {
  const storage = open(await createDatabaseUrl())
  await storage.transact((tx) => addMerchant(tx, 'mer\0'))
  expect(await merchants(storage.db)).toEqual(['mer\uFFFD'])
  expect(await storage.db.selectFrom('merchants').select('id').where('name', '=', '\0').execute()).toEqual([])
})

test('servers that start together on an empty database make its tables once', async () => {
  const url = await emptyUrl()
  const migrated = await Promise.all(Array.from({ length: 4 }, () => migrateStorage(url)))
  expect(migrated.map(({ to }) => to)).toEqual(Array(4).fill(SCHEMA_VERSION))
  expect(migrated.filter(({ from }) => from < SCHEMA_VERSION).length).toBeGreaterThan(0)
  const storages = [open(url), open(url), open(url)]
  await Promise.all(storages.map((storage, n) => storage.transact((tx) => addMerchant(tx, `mer_${n}`))))
  expect(await merchants(storages[0]!.db)).toHaveLength(3)
})

test('a migration that fails leaves what was before it, and the next try goes on there', async () => {
  const url = await emptyUrl()
  await runOnce(
    url,
    'create table crypto_checkout_database (one smallint); create table failed_sign_ins (something text)',
  )
  await expect(migrateStorage(url)).rejects.toThrow(/already exists/)
  expect(await runOnce(url, 'select version from schema_version')).toEqual([{ version: '59' }])
  await runOnce(url, 'drop table failed_sign_ins')
  expect(await migrateStorage(url)).toEqual({ from: 59, to: SCHEMA_VERSION })
})

test('a database of an earlier version is refused by a sentence that names a commit, and left as it is', async () => {
  const url = await createDatabaseUrl()
  await runOnce(url, `update schema_version set version = ${FIRST_VERSION - 1}; drop table crypto_checkout_database`)
  const message =
    'the database is at version 52, this release knows 53 and later: open it once with commit 553b6959, which brings it to 53'
  for (const migrations of ['run', 'upgrade', 'refuse'] as const) {
    const storage = openPostgres({ url, migrations })
    closing.push(() => storage.close())
    await expect(merchants(storage.db)).rejects.toThrow(message)
  }
  await expect(migrateStorage(url)).rejects.toThrow(message)
  await expect(backupStorage(url, join(createFolder(), 'old.db'))).rejects.toThrow(message)
  expect(await runOnce(url, 'select version from schema_version')).toEqual([{ version: String(FIRST_VERSION - 1) }])
  expect(await runOnce(url, `select to_regclass('crypto_checkout_database') as mark`)).toEqual([{ mark: null }])
})

test('a database of a newer release is refused, and so is one that commands find out of date', async () => {
  const url = await createDatabaseUrl()
  await runOnce(url, `update schema_version set version = ${SCHEMA_VERSION + 1}`)
  await expect(merchants(open(url).db)).rejects.toThrow(/newer release/)
  await runOnce(url, `update schema_version set version = ${SCHEMA_VERSION - 1}`)
  const beside = openPostgres({ url, migrations: 'refuse' })
  closing.push(() => beside.close())
  await expect(merchants(beside.db)).rejects.toThrow(/another release/)
})

test('commands put no tables into an empty schema', async () => {
  const url = await emptyUrl()
  const { host, pathname } = new URL(url)
  for (const migrations of ['upgrade', 'refuse'] as const) {
    const storage = openPostgres({ url, migrations })
    closing.push(() => storage.close())
    await expect(merchants(storage.db)).rejects.toThrow(`${host}${pathname}: there is no database`)
  }
  expect(await runOnce(url, `select table_name from information_schema.tables where table_schema = 'public'`)).toEqual(
    [],
  )
  await open(url).db.selectFrom('merchants').select('id').execute()
  const upgraded = openPostgres({ url, migrations: 'upgrade' })
  closing.push(() => upgraded.close())
  expect(await merchants(upgraded.db)).toEqual([])
})

test('a schema of another program is refused by its name, and left as it is', async () => {
  const url = await createDatabaseUrl()
  const tables = () => runOnce(url, `select table_name from information_schema.tables where table_schema = 'public'`)
  for (const table of ['orders', 'payments']) {
    await runOnce(url, `drop schema public cascade; create schema public; create table ${table} (id text)`)
    const { host, pathname } = new URL(url)
    const message = new RegExp(`${host}${pathname}: it has the tables of another program`)
    for (const migrations of ['run', 'upgrade', 'refuse'] as const) {
      const storage = openPostgres({ url, migrations })
      closing.push(() => storage.close())
      await expect(merchants(storage.db)).rejects.toThrow(message)
    }
    await expect(migrateStorage(url)).rejects.toThrow(message)
    expect(await tables()).toEqual([{ table_name: table }])
  }
})

test('a schema of ours from before the mark is recognised by its tables, and gets it', async () => {
  const url = await createDatabaseUrl()
  await runOnce(url, 'drop table crypto_checkout_database')
  expect(await merchants(open(url).db)).toEqual([])
  expect(await runOnce(url, 'select one from crypto_checkout_database')).toEqual([])
})

test("a column that a newer release adds beside a running server is in nobody's way", async () => {
  const url = await createDatabaseUrl()
  const storage = open(url)
  const readAll = (db: Db) => db.selectFrom('merchants').selectAll().execute()
  await storage.transact((tx) => addMerchant(tx, 'mer_1'))
  await readAll(storage.db)
  await storage.transact(readAll)
  await runOnce(url, 'alter table merchants add column later text')
  expect(await readAll(storage.db)).toHaveLength(1)
  expect(await storage.transact(readAll)).toHaveLength(1)
})

test('a database that does not exist is told of at once', async () => {
  const storage = open(`${process.env[TEST_POSTGRES]}/nowhere`)
  await expect(storage.transact((tx) => addMerchant(tx, 'mer_1'))).rejects.toThrow(/"nowhere" does not exist/)
  await runAdminStatement(process.env[TEST_POSTGRES] ?? '', 'select 1')
})

test('a user who may not create tables is told which right is missing', async () => {
  const url = new URL(await emptyUrl())
  const role = `guest_${url.pathname.slice(1)}`
  await runOnce(url.href, `create role ${role} login password 'guest'`)
  closing.push(() => runOnce(url.href, `drop owned by ${role}; drop role ${role}`))
  const guest = Object.assign(new URL(url), { username: role, password: 'guest' })
  const grant = /GRANT CREATE ON SCHEMA public/
  await expect(migrateStorage(guest.href)).rejects.toThrow(grant)
  await runOnce(url.href, `grant usage on schema public to ${role}`)
  await expect(migrateStorage(guest.href)).rejects.toThrow(/permission denied for schema public/)
  await expect(migrateStorage(guest.href)).rejects.toThrow(grant)
  await runOnce(url.href, `grant create on schema public to ${role}`)
  await migrateStorage(guest.href)
})

test('a database that takes no writes is read, also by a checkout that is opened meanwhile', async () => {
  const url = await createDatabaseUrl()
  const open = () => createCheckout({ publicUrl: 'https://pay.example.com', database: url, log: () => {} })
  const before = open()
  await before.ready()
  await before.stop()
  const name = new URL(url).pathname.slice(1)
  const server = process.env[TEST_POSTGRES] ?? ''
  await runAdminStatement(server, `alter database ${name} set default_transaction_read_only = on`)
  closing.push(() => runAdminStatement(server, `alter database ${name} reset default_transaction_read_only`))
  const checkout = open()
  closing.push(() => checkout.stop())
  await checkout.ready()
  expect((await checkout.payments.list()).totalCount).toBe(0)
  expect((await checkout.merchant.retrieve()).name).toBe('My shop')
})
