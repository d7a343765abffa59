import type { Expression, Kysely, SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.generated.ts'

/** Reads committed data. */
export type Db = Kysely<Tables>

/** The database's time, in milliseconds since the Unix epoch. */
export type DatabaseClock = Expression<number>

/** Connections that are `busy` or `idle`, and how many queries are `waiting` for one. */
export type Connections = { readonly busy: number; readonly idle: number; readonly waiting: number }

/** A caller waits for `awaited` work. `background` work may take longer and holds up no caller. */
export type Urgency = 'awaited' | 'background'

declare const inTransaction: unique symbol
/** Reads and writes inside a transaction. Never wait in one for anything but the database. */
export type Tx = Kysely<Tables> & { readonly [inTransaction]: true }

/** Runs reads that all see the database at one moment. Later commits are not visible to them. */
export type ReadSnapshot = <T>(read: (db: Db) => Promise<T>) => Promise<T>

export type Transact = <T>(work: (tx: Tx) => Promise<T>, urgency?: Urgency) => Promise<T>

export type Storage = {
  /** Each statement sees what is committed at that time. Two statements may see two states: see `readSnapshot`. */
  readonly db: Db
  /** Never wait in one for anything but the database. It does not block writers. */
  readonly readSnapshot: ReadSnapshot
  /**
   * Runs work in a transaction and resolves once it is durable. Work that throws leaves nothing behind. Pieces of work
   * may share a commit, but one failing does not fail the others. The result is as if all work ran one after the other.
   * Work may run more than once before `transact` resolves, each time in a database without traces of the earlier run.
   * So it must keep nothing outside that a second run would mistake for its own. The default is `awaited`.
   */
  transact: Transact
  /** The database's clock if several nodes can share the database; null if one process has it to itself. */
  readonly sharedClock: DatabaseClock | null
  /** The state of the reading connections; null if there are none. */
  connections(): Connections | null
  close(): Promise<void>
}

/**
 * Waits for independent statements, which are pipelined on PostgreSQL. They run in order. Throws the error of the first
 * that failed, once none is running any more.
 */
export async function pipeline<Statements extends readonly Promise<unknown>[]>(
  statements: readonly [...Statements],
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const settled = await Promise.allSettled(statements)
  const values = settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  return values as { -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }
}

/** Counts the rows that a query finds. PostgreSQL answers a text. */
export async function countRows(query: Pick<SelectQueryBuilder<Tables, keyof Tables, object>, 'clearSelect'>) {
  const counted = query.clearSelect().select((eb) => eb.fn.countAll<number>().as('rows'))
  return Number((await counted.executeTakeFirstOrThrow()).rows)
}
