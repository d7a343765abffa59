import type { Pool, PoolClient } from 'pg'
import type { Db, ReadSnapshot } from './database.ts'
import { createKysely } from './kysely-over.ts'
import { createStatement, isLost, postgresDialect, toAnswer } from './postgres-client.ts'

const BEGIN = 'begin isolation level repeatable read read only'

type Reader = {
  readonly db: Db
  /** The error that broke the connection since the snapshot began; null if none did. */
  lost: unknown
}

/** Reads snapshots on a pool's connections, which must pipeline. If the connection breaks, all reads run once more. */
export function readSnapshotsOn(pool: Pool): ReadSnapshot {
  const readers = new WeakMap<PoolClient, Reader>()

  async function readOnce<T>(read: (db: Db) => Promise<T>): Promise<{ value: T } | { lost: unknown }> {
    const client = await pool.connect()
    const reader = readers.get(client) ?? openReader(client)
    readers.set(client, reader)
    reader.lost = null
    // Not awaited: if it fails, the first statement fails too.
    client.query(BEGIN).catch(() => {})
    try {
      return { value: await read(reader.db) }
    } catch (error) {
      if (reader.lost === null) throw error
      return { lost: reader.lost }
    } finally {
      // Not awaited either: there is nothing to commit.
      client.query('rollback').then(
        () => client.release(),
        (error) => client.release(error),
      )
    }
  }

  return async (read) => {
    const first = await readOnce(read)
    if ('value' in first) return first.value
    if (pool.ending) throw first.lost
    const second = await readOnce(read)
    if ('value' in second) return second.value
    throw second.lost
  }
}

function openReader(client: PoolClient): Reader {
  // The pool listens on idle connections only. Pending statements fail by themselves.
  client.on('error', () => {})
  const reader: Reader = {
    db: createKysely(postgresDialect, async (text, parameters) => {
      try {
        return toAnswer(await client.query(createStatement(text, parameters)))
      } catch (error) {
        if (isLost(error)) reader.lost ??= error
        throw error
      }
    }),
    lost: null,
  }
  return reader
}
