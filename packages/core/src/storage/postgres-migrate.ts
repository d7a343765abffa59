import type { Client, ClientConfig } from 'pg'
import { describeStorage } from './describe.ts'
import {
  OWN_TABLES as ALWAYS_THERE,
  DatabaseMissing,
  listSteps,
  type Migrated,
  type Migrations,
  postgresProfile,
  requireVersion,
  StorageError,
} from './migrate.ts'
import { connect } from './postgres-client.ts'
import { isDatabaseError } from './refusals.ts'

/** The advisory lock for changing tables, held in a transaction: any number that nothing else in the database locks. */
export const TABLES_LOCK = 7_240_361_905

/** The last mark of each process's transactions, and its age, so that old marks can be removed. */
const OWN_TABLES = `
  create table schema_version (one smallint primary key default 1 check (one = 1), version bigint not null);
  insert into schema_version (version) values (0);
  create table transaction_marks (
    writer text primary key,
    mark bigint not null,
    marked_at timestamptz not null default now()
  )`

/** Building an index may take long. */
const PATIENT = { statement_timeout: 0, query_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** Brings the tables up to date, or checks that they are, and removes the marks of processes that are gone. */
export async function prepareTables(options: ClientConfig, migrations: Migrations, ending: AbortSignal): Promise<void> {
  const client = await connect({ ...options, ...PATIENT }, ending)
  try {
    if (migrations !== 'run' && (await readOwner(client)) === 'nobody') throw new DatabaseMissing()
    if (migrations === 'refuse') return requireVersion(await readVersion(client))
    await migrate(client)
    await removeOldMarks(client)
  } catch (error) {
    throw nameDatabase(error, options)
  } finally {
    await client.end()
  }
}

const READ_ONLY = '25006'

/** A database that takes no writes for now can be read. */
async function removeOldMarks(client: Client): Promise<void> {
  try {
    await client.query(`delete from transaction_marks where marked_at < now() - interval '7 days'`)
  } catch (error) {
    if (!(isDatabaseError(error) && error.code === READ_ONLY)) throw error
  }
}

/** Brings the tables up to date, and returns the versions before and after. Throws when a newer release wrote them. */
export async function migratePostgres(options: ClientConfig): Promise<Migrated> {
  const client = await connect({ ...options, ...PATIENT }, new AbortController().signal)
  try {
    return await migrate(client)
  } catch (error) {
    throw nameDatabase(error, options)
  } finally {
    await client.end()
  }
}

/** PostgreSQL's codes for a missing right: to do something, and to see the schema at all. */
const MISSING_RIGHTS: readonly unknown[] = ['42501', '3F000']

/** Names the database in a StorageError, and says which right is missing; other errors are unchanged. */
export function nameDatabase(error: unknown, { connectionString = '' }: ClientConfig): unknown {
  if (isDatabaseError(error) && MISSING_RIGHTS.includes(error.code)) {
    return new StorageError(
      `${describeStorage(connectionString)}: ${error.message}. The user must own the tables and may have to create some: make it ` +
        'the owner of the database, or GRANT CREATE ON SCHEMA public to it',
    )
  }
  if (!(error instanceof StorageError)) return error
  return new StorageError(`${describeStorage(connectionString)}: ${error.message}`)
}

/** Each step in its own transaction. A second process waits and finds it done. */
async function migrate(client: Client): Promise<Migrated> {
  let from: number | null = null
  for (;;) {
    await client.query('begin')
    try {
      await client.query('select pg_advisory_xact_lock($1)', [TABLES_LOCK])
      await requireOwnSchema(client)
      const version = await readVersion(client)
      from ??= version
      const [step] = listSteps(version)
      if (step === undefined) {
        await client.query('commit')
        return { from, to: version }
      }
      if (version === 0) await client.query(OWN_TABLES)
      // Each statement of a step has its own view, so a server beside it must not write in between.
      else await client.query('lock table transaction_marks in exclusive mode')
      await client.query(postgresProfile.migration(step.up))
      await client.query('update schema_version set version = $1', [step.to])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
  }
}

const MARK = 'crypto_checkout_database'

/**
 * Marks a schema as ours if it is empty, or has our tables from before there was a mark. Throws as `readOwner` does.
 */
async function requireOwnSchema(client: Client): Promise<void> {
  if ((await readOwner(client)) === 'us') return
  await client.query(`create table ${MARK} (one smallint primary key default 1 check (one = 1))`)
}

/**
 * The owner of a schema: `nobody` if it is empty, `unmarked` if it has our tables from before there was a mark. Throws
 * StorageError for one with other tables.
 */
async function readOwner(client: Client): Promise<'us' | 'unmarked' | 'nobody'> {
  const text = `select table_name as name from information_schema.tables where table_schema = current_schema()`
  const { rows } = await client.query<{ name: string }>(text)
  const names = new Set(rows.map(({ name }) => name))
  if (names.has(MARK)) return 'us'
  if (names.size === 0) return 'nobody'
  if (['schema_version', ...ALWAYS_THERE].every((name) => names.has(name))) return 'unmarked'
  throw new StorageError(
    'it has the tables of another program: name a database or a schema of its own for the checkout',
  )
}

/** 0 if there are no tables. */
export async function readVersion(client: Client): Promise<number> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('schema_version') is not null as there`)
  if (!rows[0]?.there) return 0
  const { rows: versions } = await client.query<{ version: number }>('select version from schema_version')
  return versions[0]?.version ?? 0
}
