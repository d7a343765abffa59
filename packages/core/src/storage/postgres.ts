import { sql } from 'kysely'
import { Pool } from 'pg'
import type { DatabaseClock, Storage } from './database.ts'
import { createWorkQueue } from './group-commit.ts'
import { type Answer, createKysely } from './kysely-over.ts'
import type { Migrations } from './migrate.ts'
import {
  connect,
  createStatement,
  isLost,
  parseConnectionOptions,
  postgresDialect,
  toAnswer,
} from './postgres-client.ts'
import { createPostgresCommits } from './postgres-commit.ts'
import { prepareTables } from './postgres-migrate.ts'
import { openConnection } from './postgres-session.ts'
import { readSnapshotsOn } from './postgres-snapshots.ts'

/** In addition to the writing one. */
const READING_CONNECTIONS = 9
const IDLE_TIMEOUT_MS = 30_000
/** Connections are replaced now and then, so that one to a former server does not stay for ever. */
const LIFETIME_S = 1_800

/**
 * A scan of a whole table, however small, would conflict with its writers. Statements are planned once, for any values:
 * all of them use keys, and planning them costs more than running them.
 */
const WRITER_SETTINGS = 'set enable_seqscan = off; set jit = off; set plan_cache_mode = force_generic_plan'

/** The current time: `now()` would be the start of the transaction. */
const sharedClock: DatabaseClock = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)::bigint`

export type PostgresOptions = {
  /** `postgres://user:password@host:port/database`. `pg` reads any parameters after a question mark. */
  readonly url: string
  /** Commands that run beside a server leave the tables as they are. */
  readonly migrations?: Migrations
}

/**
 * Opens a PostgreSQL database on first use: one connection writes in serialisable transactions, others read committed
 * data.
 */
export function openPostgres({ url, migrations = 'run' }: PostgresOptions): Storage {
  const options = parseConnectionOptions(url)
  const ending = new AbortController()
  const ready = once(() => prepareTables(options, migrations, ending.signal))
  const pool = new Pool({
    ...options,
    // A snapshot's `begin` is sent with its first statement.
    pipeline: true,
    max: READING_CONNECTIONS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    maxLifetimeSeconds: LIFETIME_S,
  })
  pool.on('error', () => {})
  const db = createKysely(postgresDialect, async (text, parameters) => {
    await ready()
    return read(pool, text, parameters)
  })
  const writer = openConnection(async () => {
    await ready()
    const client = await connect({ ...options, pipeline: true }, ending.signal)
    await client.query(WRITER_SETTINGS)
    return client
  })
  const { transact, idle } = createWorkQueue(createPostgresCommits(writer, ending.signal))
  const readSnapshot = readSnapshotsOn(pool)
  return {
    db,
    readSnapshot: async (read) => {
      await ready()
      return readSnapshot(read)
    },
    transact,
    sharedClock,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    close: once(async () => {
      ending.abort()
      await idle()
      await Promise.all([writer.close(), pool.end()])
    }),
  }
}

/** Repeating a read after a lost connection changes nothing. */
async function read(pool: Pool, text: string, parameters: readonly unknown[]): Promise<Answer> {
  const asked = createStatement(text, parameters)
  try {
    return toAnswer(await pool.query(asked))
  } catch (error) {
    if (pool.ending || !isLost(error)) throw error
    return toAnswer(await pool.query(asked))
  }
}

/** Runs it at most once. After a failure the next caller retries. */
function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  return () => {
    running ??= run().catch((error: unknown) => {
      running = null
      throw error
    })
    return running
  }
}
