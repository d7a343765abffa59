import type { KyselyPlugin } from 'kysely'
import type { Db, Storage } from '../storage/database.ts'

/** A database that runs a hook after each statement outside of transactions. */
export type InterleavedStorage = Storage & {
  /** Called after each statement, before its answer is passed on. */
  afterStatement: () => Promise<void>
}

/** Wraps a database so that a test can commit between any two statements of a read. */
export function interleave(storage: Storage): InterleavedStorage {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await interleaved.afterStatement()
      return result
    },
  }
  const watched = (db: Db): Db => db.withPlugin(plugin)
  const interleaved: InterleavedStorage = {
    ...storage,
    db: watched(storage.db),
    readSnapshot: (read) => storage.readSnapshot((db) => read(watched(db))),
    afterStatement: async () => {},
  }
  return interleaved
}
