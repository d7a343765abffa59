import type { Kysely } from 'kysely'
import type { DatabaseClock } from './lease.ts'
import type { Tables } from './tables.ts'

/** Reads of what is committed. */
export type Db = Kysely<Tables>

/** `busy` ones are asked something, `idle` ones nothing; so many questions are `waiting` for one. */
export type Connections = { readonly busy: number; readonly idle: number; readonly waiting: number }

/** Somebody waits for what is `awaited`; `background` work, which may take longer, is in nobody's way. */
export type Urgency = 'awaited' | 'background'

declare const inTransaction: unique symbol
/** Reads and writes inside a transaction. Never wait in one for anything but the database. */
export type Tx = Kysely<Tables> & { readonly [inTransaction]: true }

/** Runs reads that all see the database at one moment: what is committed meanwhile is in none of them. */
export type ReadSnapshot = <T>(read: (db: Db) => Promise<T>) => Promise<T>

export type Transact = <T>(work: (tx: Tx) => Promise<T>, urgency?: Urgency) => Promise<T>

export type Storage = {
  /** Each statement sees what is committed then. Two statements may see two states: see `readSnapshot`. */
  readonly db: Db
  /** Never wait in one for anything but the database. It holds up no writer. */
  readonly readSnapshot: ReadSnapshot
  /**
   * Runs work in a transaction and answers once it is durable. Work that throws leaves nothing
   * behind, and may share its transaction's commit with others, never its fate. It sees and leaves the database as
   * if all work were done one after the other. It may be run more than once before it is answered, each time in a
   * database without traces of the time before: it keeps nothing outside that a second run would take for its own.
   * It is `awaited` unless said otherwise.
   */
  transact: Transact
  /** The database's clock where several nodes may share it; null where one process has it for itself. */
  readonly sharedClock: DatabaseClock | null
  /** How its connections for reading stand; null where there are none. */
  connections(): Connections | null
  close(): Promise<void>
}
