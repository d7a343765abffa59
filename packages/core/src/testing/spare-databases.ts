/**
 * Databases of the run's PostgreSQL that tests use one after the other, with their connections. Creating a database copies
 * hundreds of files, and a new connection has to read the layout of each table first. Emptying one takes a few milliseconds.
 */
import { randomBytes } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { Client } from 'pg'
import type { Storage } from '../storage/database.ts'
import { createKysely } from '../storage/kysely-over.ts'
import { openStorage } from '../storage/open.ts'
import { postgresDialect } from '../storage/postgres-client.ts'

/** The database that has all tables. */
export const TEMPLATE = 'checkout_template'

/** The list that hands spare databases from one test file to the next, in the server's own database. */
const LIST = 'spare_databases'

/** A database, and the connection that empties it. */
type Spare = { readonly name: string; readonly storage: Storage; readonly cleaner: Client }

/** The spare databases of this process: with their connections, and by their names alone. */
const spares: Spare[] = []
const names: string[] = []

export async function createSpareList(server: string): Promise<void> {
  await runAdminStatement(server, `create table ${LIST} (name text primary key)`)
}

/** Lends a database that has all tables and no rows. Once closed, it refuses everything. */
export async function lendDatabase(server: string): Promise<Storage> {
  const spare = spares.pop() ?? (await openSpare(server, await takeName(server)))
  const { storage } = spare
  const running = new Set<Promise<unknown>>()
  let closing: Promise<void> | null = null
  function run<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) return Promise.reject(new Error('the database is closed'))
    const started = work()
    running.add(started)
    const end = () => running.delete(started)
    started.then(end, end)
    return started
  }
  const close = async () => {
    while (running.size > 0) await Promise.allSettled(running)
    await returnSpare(server, spare)
  }
  return {
    ...storage,
    db: createKysely(postgresDialect, (text, parameters) =>
      run(() => storage.db.executeQuery(CompiledQuery.raw(text, [...parameters]))),
    ),
    readSnapshot: (read) => run(() => storage.readSnapshot(read)),
    transact: (work, urgency) => run(() => storage.transact(work, urgency)),
    close() {
      closing ??= close()
      return closing
    },
  }
}

async function takeName(server: string): Promise<string> {
  const first = `(select name from ${LIST} limit 1 for update skip locked)`
  const [shared] = await runOnce<{ name: string }>(
    `${server}/postgres`,
    `delete from ${LIST} where name = ${first} returning name`,
  )
  return shared?.name ?? createDatabase(server)
}

async function openSpare(server: string, name: string): Promise<Spare> {
  const cleaner = new Client({ connectionString: `${server}/${name}` })
  await cleaner.connect()
  return { name, storage: openStorage(`${server}/${name}`, 'run'), cleaner }
}

async function closeSpare({ storage, cleaner }: Spare): Promise<void> {
  await storage.close()
  await cleaner.end()
}

/** Empties a database that nothing uses any more, for another test. Drops it if its test changed more than rows. */
async function returnSpare(server: string, spare: Spare): Promise<void> {
  if ((await readLayout(spare.cleaner)) === (await describeTemplate(server))) {
    await spare.cleaner.query(EMPTY)
    spares.push(spare)
  } else {
    await closeSpare(spare)
    await dropDatabase(server, spare.name)
  }
}

/** Lends a database that has all tables and no rows to any programs. `remove` ends their sessions. */
export async function lendDatabaseUrl(server: string): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const name = names.pop() ?? (await takeName(server))
  const url = `${server}/${name}`
  return {
    url,
    async remove() {
      if (await withClient(url, (client) => emptyIfUnchanged(server, client))) names.push(name)
      else await dropDatabase(server, name)
    },
  }
}

/** Ends all other sessions and empties the database. Returns false if more than rows were changed. */
async function emptyIfUnchanged(server: string, client: Client): Promise<boolean> {
  await client.query(END_OTHERS)
  if ((await readLayout(client)) !== (await describeTemplate(server))) return false
  await client.query(EMPTY)
  return true
}

/** It waits for each of them for at most a minute. */
const END_OTHERS = `
  select pg_terminate_backend(pid, 60000) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** Leaves the spare databases of this process to other ones. */
export async function shareSpares(server: string): Promise<void> {
  const own = spares.splice(0)
  await Promise.all(own.map(closeSpare))
  const values = [...own.map(({ name }) => name), ...names.splice(0)].map((name) => `('${name}')`)
  if (values.length > 0) await runAdminStatement(server, `insert into ${LIST} values ${values.join(', ')}`)
}

/** Creates a database that has all tables, and returns its name. */
export async function createDatabase(server: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runAdminStatement(server, `create database ${name} template ${TEMPLATE}`)
  return name
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await runAdminStatement(server, `drop database if exists ${name} with (force)`)
}

/** Empties all tables but the schema's version, and starts their numbers again. Triggers and references are off. */
const EMPTY = `
  set session_replication_role = replica;
  do $$ declare statement text; begin
    for statement in select format('delete from %I', relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_version'
    loop execute statement; end loop;
    perform setval(oid, 1, false) from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S';
  end $$`

/** Counts the objects of each kind and the settings, with their transactions. A copy has those of its template. */
const LAYOUT = `select concat_ws(' ', ${[
  ...['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc', 'pg_namespace'],
  'pg_db_role_setting join pg_database on setdatabase = pg_database.oid and datname = current_database()',
]
  .map((kind) => `(select concat(count(*), '-', sum(${kind.split(' ')[0]}.xmin::text::bigint)) from ${kind})`)
  .join(', ')}) as layout`

let templateLayout: string | null = null

async function describeTemplate(server: string): Promise<string> {
  templateLayout ??= await withClient(`${server}/${TEMPLATE}`, readLayout)
  return templateLayout
}

async function readLayout(client: Client): Promise<string> {
  return (await client.query<{ layout: string }>(LAYOUT)).rows[0]?.layout ?? ''
}

/** Runs a statement outside all databases of tests. */
export async function runAdminStatement(server: string, sql: string): Promise<void> {
  await runOnce(`${server}/postgres`, sql)
}

/** Runs statements in a PostgreSQL database like another program, and returns the rows. */
export async function runOnce<Row = unknown>(url: string, sql: string): Promise<Row[]> {
  return withClient(url, async (client) => (await client.query(sql)).rows)
}

/** Runs a statement, and keeps its session and its locks until the result is called. */
export async function holdSession(url: string, sql: string): Promise<() => Promise<void>> {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = withClient(url, async (client) => {
    await client.query(sql)
    begun.resolve()
    await released.promise
  })
  await Promise.race([begun.promise, holding])
  return () => {
    released.resolve()
    return holding
  }
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
