/** Tells whether a server should get requests: its database takes writes, and money that arrives is recorded. */
import { randomBytes } from 'node:crypto'
import type { Context } from '../context/context.ts'
import type { NetworkHealth } from '../networks/health.ts'
import type { Storage } from '../storage/database.ts'
import { excluded } from '../storage/prepared.ts'
import { isOutOfSpace } from '../storage/refusals.ts'

/** Health checks come from several load balancers. */
const WRITE_EVERY_MS = 1_000

/** The room that a payment with all its texts needs, and what it adds to indexes. */
const PROOF_BYTES = 64 * 1_024

const NO_SPACE = 'the disk of the database is full'

type Space = { readonly isFull: () => boolean; readonly prove: () => void }

/** Notes that a commit failed for want of space, until somebody proves that there is space again. */
export function watchSpace(storage: Storage): Space & { readonly storage: Storage } {
  let isFull = false
  return {
    isFull: () => isFull,
    prove() {
      isFull = false
    },
    storage: {
      ...storage,
      async transact(work, urgency) {
        try {
          return await storage.transact(work, urgency)
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
  readonly space: Space
}

/**
 * Returns why this server should get no requests, or null. It takes the lock, and writes a row at most each second: the lock
 * is there on a full disk too. Small writes succeed on a disk without room for a payment. So after a commit failed for want of
 * space, only a large row shows that there is room again. Rejects if the database does not answer.
 */
export function createReadiness({ now, elapsed, networks, health, transact, space }: Parts) {
  let nextWriteAt = 0
  const lock = () => transact((tx) => tx.selectFrom('leases').select('name').limit(1).execute())
  const write = async () => {
    nextWriteAt = elapsed() + WRITE_EVERY_MS
    // PostgreSQL would compress a text that repeats.
    const note = space.isFull() ? randomBytes(PROOF_BYTES / 2).toString('hex') : ''
    const row = { name: 'readiness', holder: '', note, token: 0, renewed_at: now(), expires_at: 0 }
    await transact((tx) =>
      tx
        .insertInto('leases')
        .values(row)
        .onConflict((one) => one.column('name').doUpdateSet(excluded('renewed_at', 'note')))
        .execute(),
    )
    if (note !== '') space.prove()
  }
  return async (): Promise<string | null> => {
    try {
      await (elapsed() < nextWriteAt ? lock() : write())
    } catch (error) {
      if (isOutOfSpace(error)) return NO_SPACE
      throw error
    }
    if (space.isFull()) return NO_SPACE
    const failing = networks.find((network) => health.failsToRecord(network))
    return failing ? `what arrives on ${failing.environment} ${failing.name} cannot be recorded` : null
  }
}
