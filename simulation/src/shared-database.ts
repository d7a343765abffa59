import { type KyselyPlugin, sql } from 'kysely'
import type { Db, Storage, Tx } from '../../packages/core/src/storage/database.ts'

/**
 * SQLite in the role of a database that servers share. Its clock is true time. Rows need no locks, because transactions
 * run one after another.
 */
export function shareStorage(storage: Storage, clock: () => number): Storage {
  return {
    ...storage,
    db: storage.db.withPlugin(withoutLocks) satisfies Db,
    transact: (work, urgency) => storage.transact((tx) => work(tx.withPlugin(withoutLocks) as Tx), urgency),
    sharedClock: {
      expressionType: undefined,
      toOperationNode: () => sql<number>`cast(${clock()} as bigint)`.toOperationNode(),
    },
  }
}

const withoutLocks: KyselyPlugin = {
  transformQuery: ({ node }) =>
    node.kind === 'SelectQueryNode' && node.endModifiers ? { ...node, endModifiers: [] } : node,
  transformResult: async ({ result }) => result,
}
