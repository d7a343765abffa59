import { setTimeout as pause } from 'node:timers/promises'
import { type BinaryOperationNode, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { Client, type ClientConfig, DatabaseError, type FieldDef, type QueryResult, types } from 'pg'
import { describeStorage } from './describe.ts'
import { AMOUNT_NAMES, type Answer, compareNumbers, type DialectParts, FLAG, readAmount } from './kysely-over.ts'

/** The time after which a running statement notices that the database host has vanished. */
const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
/**
 * Transactions wait for nothing but the database, so an idle one has lost its owner. It ends before those that wait for
 * its locks give up.
 */
const IDLE_IN_TRANSACTION_MS = 5_000
const CONNECT_TIMEOUT_MS = 5_000
const KEEP_ALIVE_AFTER_MS = 10_000

/** For a transaction that copies all rows of a database, and that ends when its process is gone. */
export const LONG = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 60_000 }

const INT2 = 21
const INT8 = 20
const NUMERIC = 1700

/** Options of every connection. Throws when the URL is invalid. */
export function parseConnectionOptions(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'crypto-checkout',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The server's own limit comes first, and leaves a usable connection.
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    types: { getTypeParser },
  }
}

/** Integers have SQLite's form: numbers while they are safe, bigints beyond. Sums of integers are numeric. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 || oid === NUMERIC ? parseInteger : types.getTypeParser(oid, format)
}

function parseInteger(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(compareNumbers(node))
  }
}

export const postgresDialect: DialectParts = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}

/** Converts a result of `pg` to Kysely's. */
export function toAnswer({ rows, rowCount, fields }: QueryResult): Answer {
  for (const field of fields) {
    const read = findReader(field)
    if (read) for (const row of rows) row[field.name] = read(row[field.name])
  }
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
}

function findReader({ name, dataTypeID }: FieldDef) {
  if (name === FLAG) return readFlag
  return AMOUNT_NAMES.has(name) && dataTypeID !== INT2 ? readAmount : null
}

function readFlag(value: number | null): boolean | null {
  return value === null ? null : value === 1
}

/** The number of named statements that a connection keeps. Later ones are mostly lists, each with its own length. */
const STATEMENTS_KEPT = 500
const names = new Map<string, string>()

/** A statement for `pg`, with a name by which each connection parses it once. */
export function createStatement(text: string, parameters: readonly unknown[]) {
  const values = parameters.map(toStored)
  const name = names.get(text) ?? (names.size < STATEMENTS_KEPT ? `s${names.size}` : undefined)
  if (name === undefined) return { text, values }
  names.set(text, name)
  return { name, text, values }
}

function toStored(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : replaceZeroBytes(value)
}

/**
 * PostgreSQL rejects texts with a zero byte. The replacement character is stored instead, and a search for it finds
 * nothing.
 */
export function replaceZeroBytes(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}

/** Pauses between attempts to connect: a server that fails over or is starting is there within seconds. */
const CONNECT_PAUSES_MS = [50, 200, 500, 1_000, 2_000, 4_000]

/**
 * Connects, with retries for some seconds while no connection is available. A connection that breaks fails only the
 * requests made on it.
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

/** Names the database in a connection error. The server's own errors are clear. */
function explained(error: unknown, { connectionString = '' }: ClientConfig): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error
  const code = 'code' in error ? String(error.code) : 'ECONNECTION'
  const text = `${describeStorage(connectionString)} cannot be reached: ${error.message || code}`
  return Object.assign(new Error(text, { cause: error }), { code })
}

/** A conflict with another transaction. Nothing of this one is left, so it may be run again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, /^(40001|40P01)$/)
}

/** Waited for a lock for longer than the limit. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, /^55P03$/)
}

/**
 * Connection exceptions; ended by an administrator, a crash or for idleness; too many connections; a read-only server.
 */
const CONNECTION_ENDS = /^(08...|57P0[1-5]|25P03|53300|25006)$/

/** The connection is unusable, and its last request may or may not have been executed. */
export function isLost(error: unknown): boolean {
  if (error instanceof DatabaseError) return hasCode(error, CONNECTION_ENDS) || isStale(error)
  return error instanceof Error
}

/** A column was added after the connection prepared the statement. */
function isStale(error: DatabaseError): boolean {
  return error.code === '0A000' && error.message.includes('cached plan')
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof DatabaseError && codes.test(error.code ?? '')
}
