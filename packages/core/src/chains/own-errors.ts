import type { Recipients } from './chain.ts'
import { OwnError } from './node-error.ts'

/** Reads with recipients whose errors penalise no node and are rethrown unchanged. */
export async function readGuarded<T>(recipients: Recipients, read: (guarded: Recipients) => Promise<T>): Promise<T> {
  try {
    return await read({
      all: () => recipients.all().catch(rejectAsOwn),
      intersect: (addresses) => recipients.intersect(addresses).catch(rejectAsOwn),
    })
  } catch (error) {
    throw error instanceof OwnError ? error.cause : error
  }
}

function rejectAsOwn(error: unknown): never {
  throw new OwnError(error)
}
