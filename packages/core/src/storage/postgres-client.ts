import { setTimeout as pause } from 'node:timers/promises'
import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Client, type ClientConfig, DatabaseError, type QueryResult, types } from 'pg'
import { describeStorage } from './describe.ts'
import type { Answer, Speech } from './kysely-over.ts'

/** A database host that vanished is noticed within about this time while a statement runs. */
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
/** Transactions wait for nothing but the database: one that idles has lost its owner. It ends before who waits for its locks gives up. */
const IDLE_IN_TRANSACTION_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** For a transaction that lasts as long as all rows of a database take, and ends with a process that is gone. */
export const LONG = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 60_000 }

const INT8 = 20
const NUMERIC = 1700

/** How every connection is made. Throws when the URL is not one. */
export function connectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'crypto-checkout',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The server's own limit comes first, and leaves a connection that can be used.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser },
  }
}

/** Integers come as SQLite gives them: numbers while they are safe, bigints beyond. Sums of integers are numeric. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? parseInteger : types.getTypeParser(oid, format)
}

function parseInteger(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

export const speech: Speech = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}

/** What `pg` answers, as Kysely takes it. */
export function answerOf({ rows, rowCount }: QueryResult): Answer {
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
}

/** How many statements a connection keeps: those that come later are mostly lists, each of its own length. */
const STATEMENTS_KEPT = 500
const names = new Map<string, string>()

/** A statement as `pg` takes it: with a name, by which each connection parses it once. */
export function statement(text: string, parameters: readonly unknown[]) {
  const values = parameters.map(withoutZero)
  const name = names.get(text) ?? (names.size < STATEMENTS_KEPT ? `s${names.size}` : undefined)
  if (name === undefined) return { text, values }
  names.set(text, name)
  return { name, text, values }
}

/** PostgreSQL refuses a text with a zero byte: it is kept as what is no text, and finds nothing. */
export function withoutZero(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** Between tries to connect: a server that fails over, or starts beside this one, is there within seconds. */
const CONNECT_PAUSES_MS = [50, 200, 500, 1_000, 2_000, 4_000]

/**
 * Connects, and tries again for some seconds while there is no connection to be had. A connection that breaks fails
 * what is asked of it, and nothing else.
 */
export async function connect(options: ClientConfig, ending: AbortSignal): Promise<Client> {
  for (const pauseMs of [...CONNECT_PAUSES_MS, null]) {
    const client = new Client(options)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      client.end().catch(() => {})
      if (pauseMs === null || ending.aborted || !isLost(error)) throw explained(error, options)
      await pause(pauseMs, null, { signal: ending })
    }
  }
  throw new Error('unreachable')
}

/** Says of a connection that could not be had that it was the database's. What the server itself says is clear. */
function explained(error: unknown, { connectionString = '' }: ClientConfig): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error
  const code = 'code' in error ? String(error.code) : 'ECONNECTION'
  const text = `${describeStorage(connectionString)} cannot be reached: ${error.message || code}`
  return Object.assign(new Error(text, { cause: error }), { code })
}

/** Somebody else was in the way, and nothing is left of the transaction: it may be run again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, /^(40001|40P01)$/)
}

/** Under serialisable isolation also how a row may show that somebody else has just written. */
export function isDuplicate(error: unknown): boolean {
  return hasCode(error, /^23505$/)
}

/** Waited for longer than the limit for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, /^55P03$/)
}

/** Connection exceptions; ended by an administrator, a crash or its idleness; too many; a server that only reads. */
const CONNECTION_ENDS = /^(08...|57P0[1-5]|25P03|53300|25006)$/

/** The connection is of no more use, and what it was asked last may have been done or not. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return hasCode(error, CONNECTION_ENDS) || isStale(error)
  return error instanceof Error
}

/** A column was added since the connection prepared the statement. */
function isStale(error: DatabaseError): boolean {
  return error.code === '0A000' && error.message.includes('cached plan')
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof DatabaseError && codes.test(error.code ?? '')
}
