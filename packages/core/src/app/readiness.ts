/** Tells whether a server should get requests: its database takes writes, and money that arrives is recorded. */
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import type { Storage } from '../storage/database.ts'
import { isOutOfSpace } from '../storage/refusals.ts'

/** Health checks come from several load balancers. */
const WRITE_EVERY_MS = 1_000

const NO_SPACE = 'the disk of the database is full'

/** Notes whether the last commit failed for want of space. */
export function watchSpace(storage: Storage): { readonly storage: Storage; readonly isFull: () => boolean } {
  let isFull = false
  return {
    isFull: () => isFull,
    storage: {
      ...storage,
      async transact(work, urgency) {
        try {
          const value = await storage.transact(work, urgency)
          isFull = false
          return value
        } catch (error) {
          if (isOutOfSpace(error)) isFull = true
          throw error
        }
      },
    },
  }
}

type Parts = Pick<Context, 'now' | 'elapsed' | 'networks'> & {
  readonly health: NetworkHealth
  readonly transact: Storage['transact']
  readonly isFull: () => boolean
}

/**
 * Returns why this server should get no requests, or null. It takes the lock, and writes a row at most each second: the lock
 * is there on a full disk too. Its own small write says nothing of the larger ones of others, which may still fail. Rejects
 * if the database does not answer.
 */
export function createReadiness({ now, elapsed, networks, health, transact, isFull }: Parts) {
  let nextWriteAt = 0
  const lock = () => transact((tx) => tx.selectFrom('leases').select('name').limit(1).execute())
  const write = () => {
    nextWriteAt = elapsed() + WRITE_EVERY_MS
    const row = { name: 'readiness', holder: '', note: '', token: 0, renewed_at: now(), expires_at: 0 }
    const update = { renewed_at: row.renewed_at }
    return transact((tx) =>
      tx
        .insertInto('leases')
        .values(row)
        .onConflict((one) => one.column('name').doUpdateSet(update))
        .execute(),
    )
  }
  return async (): Promise<string | null> => {
    try {
      await (elapsed() < nextWriteAt ? lock() : write())
    } catch (error) {
      if (isOutOfSpace(error)) return NO_SPACE
      throw error
    }
    if (isFull()) return NO_SPACE
    const failing = networks.find((network) => health.failsToRecord(network))
    return failing ? `what arrives on ${failing.environment} ${failing.name} cannot be recorded` : null
  }
}
