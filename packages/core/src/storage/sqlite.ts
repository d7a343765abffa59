import { existsSync } from 'node:fs'
import type { SQLInputValue, SQLOutputValue, StatementColumnMetadata, StatementSync } from 'node:sqlite'
import { compileFunction } from 'node:vm'
import {
  type BinaryOperationNode,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Storage, Tx } from './database.ts'
import { closeToOthers, ensurePrivate } from './durable-file.ts'
import { createGroupCommit } from './group-commit.ts'
import {
  AMOUNT_NAMES,
  type Answer,
  compareNumbers,
  createKysely,
  type DialectParts,
  type ExecuteStatement,
  FLAG,
  readAmount,
} from './kysely-over.ts'
import {
  APPLICATION_ID,
  DatabaseMissing,
  isMarked,
  listSteps,
  type Migrated,
  type Migrations,
  requireOwnFile,
  requireVersion,
  SCHEMA_VERSION,
  StorageError,
  sqliteProfile,
} from './migrate.ts'
import { DatabaseSync } from './node-sqlite.ts'
import { createSnapshotReaders, type SnapshotReader } from './sqlite-snapshots.ts'
import { AMOUNT_TEXTS } from './tables.generated.ts'

export const IN_MEMORY = ':memory:'
const BUSY_TIMEOUT_MS = 1_000
/** Another process may be creating the tables. */
const START_TIMEOUT_MS = 10_000
/** More than the checkout has: about five hundred. */
const STATEMENTS_KEPT = 1_000
/** The writer's page cache: a page of transfers touches many places before it is committed. */
const WRITER_CACHE_KIB = 32_768
/**
 * The longest log before it is written into the file, while requests wait: one of 8,000 pages took 30 ms. The same places
 * are often written again, so a short log costs more.
 */
const LOG_PAGES = 4_000

export type SqliteOptions = {
  /** A file's path, or `:memory:`. */
  readonly path: string
  /** Commands that run beside a server leave the tables as they are. */
  readonly migrations?: Migrations
  /** The content of a database in memory at first: the bytes of one that has all tables. */
  readonly image?: Uint8Array
}

/** Opens a SQLite database: write-ahead log, every commit synced to disk, one writer with group commit. */
export function openSqlite(options: SqliteOptions): Storage {
  const { path, migrations = 'run', image } = options
  if (path !== IN_MEMORY) migrations === 'run' ? ensurePrivate(path) : requireFile(path)
  const database = openOwn(path, migrations, image)
  if (path !== IN_MEMORY) closeToOthers(path)
  const ask = createAsk(database)
  const inTransaction: ExecuteStatement = async (...query) => {
    // On a full disk SQLite rolls back by itself. Later statements of the transaction would then be committed one by
    // one.
    if (!database.isTransaction) throw new Error('the transaction has been rolled back')
    return ask(...query)
  }
  const { transact, readSnapshot, idle, settled } = createGroupCommit({
    tx: createKysely(speech, inTransaction) as Tx,
    execute: (sql) => database.exec(sql),
  })
  // A separate reader sees only committed data. In memory there is only one connection, so reads wait for the writer.
  const reader = path === IN_MEMORY ? null : new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  const waiting: ExecuteStatement = async (...query) => {
    await settled()
    return ask(...query)
  }
  const snapshots = createSnapshotReaders(() => openReader(path))
  return {
    db: createKysely(speech, reader ? createAsk(reader) : waiting),
    // The one connection of an in-memory database reads in the writer's turn, when nothing else can write.
    readSnapshot: reader ? snapshots.read : readSnapshot,
    transact,
    sharedClock: null,
    connections: () => null,
    async close() {
      await idle()
      snapshots.close()
      for (const open of [database, reader]) if (open?.isOpen) open.close()
    },
  }
}

/** Throws StorageError if there is no file: opening it would create one. */
export function requireFile(path: string): void {
  if (!existsSync(path)) throw named(new DatabaseMissing(), path)
}

/** Opens a file that is ours or empty; another program's file is left unchanged. */
function openOwn(path: string, migrations: Migrations, image?: Uint8Array): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: START_TIMEOUT_MS })
  try {
    if (image) database.deserialize(image)
    requireOwnFile(database)
    // Checked before anything is written: an empty file stays empty.
    if (migrations !== 'run' && readVersion(database) === 0) throw new DatabaseMissing()
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
    database.exec(`pragma cache_size = -${WRITER_CACHE_KIB}; pragma wal_autocheckpoint = ${LOG_PAGES}`)
    // Savepoints' copies of changed pages go to memory too: they live for milliseconds, and a file costs a call per
    // page.
    database.exec('pragma temp_store = memory')
    if (migrations === 'refuse') requireVersion(readVersion(database))
    else migrate(database)
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return database
  } catch (error) {
    database.close()
    throw named(error, path)
  }
}

function openReader(path: string): SnapshotReader {
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  const [begin, commit] = [database.prepare('begin'), database.prepare('commit')]
  return {
    db: createKysely(speech, createAsk(database)),
    begin: () => void begin.run(),
    end: () => void (database.isTransaction && commit.run()),
    close: () => database.close(),
  }
}

/**
 * Brings a file's tables up to date, and returns the versions before and after. Throws when a newer release wrote it.
 */
export function migrateSqlite(path: string): Migrated {
  ensurePrivate(path)
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  try {
    const from = readVersion(database)
    migrate(database)
    closeToOthers(path)
    return { from, to: readVersion(database) }
  } catch (error) {
    throw named(error, path)
  } finally {
    database.close()
  }
}

export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version ?? 0)
}

/**
 * Brings tables up to a version, and marks the file as ours. Throws StorageError when a newer release or another
 * program wrote them. Processes that start at once do so one after the other.
 */
export function migrate(database: DatabaseSync, to = SCHEMA_VERSION): void {
  requireOwnFile(database)
  if (readVersion(database) === to && isMarked(database)) return
  database.exec('begin immediate')
  try {
    const from = readVersion(database)
    const steps = listSteps(from).filter((step) => step.to <= to)
    // Some steps widen a check by editing the schema. Node before 24 has no such defence.
    database.enableDefensive?.(false)
    for (const { up } of steps) database.exec(sqliteProfile.migration(up))
    database.enableDefensive?.(true)
    database.exec(`pragma user_version = ${Math.max(from, to)}; pragma application_id = ${APPLICATION_ID}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

/** SQLite's codes for a file that is not a database, and for a damaged one. */
const [CORRUPT, NO_DATABASE] = [11, 26]

/** Names the file in an error that its operator must look at. */
function named(error: unknown, path: string): unknown {
  if (error instanceof StorageError) return new StorageError(`${path}: ${error.message}`)
  const code = error instanceof Error && 'errcode' in error ? error.errcode : null
  if (code !== CORRUPT && code !== NO_DATABASE) return error
  return new StorageError(`${path}: it is no SQLite database, or it is damaged: put a backup in its place`)
}

class Compiler extends SqliteQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(compareNumbers(node))
  }

  /** SQLite plans by a limit's value, and again for each bound value. As part of an expression it does not. */
  protected override visitLimit({ limit }: LimitNode): void {
    this.append('limit +')
    this.visitNode(limit)
  }
}

const speech: DialectParts = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new Compiler(),
}

/** Executes on a connection at once, and keeps prepared statements. */
function createAsk(database: DatabaseSync): ExecuteStatement {
  const kept = new Map<string, (parameters: readonly unknown[]) => Answer>()
  return async (text, parameters) => {
    const known = kept.get(text)
    if (known) return known(parameters)
    const answer = prepareStatement(database.prepare(text), text)
    if (kept.size >= STATEMENTS_KEPT) kept.clear()
    kept.set(text, answer)
    return answer(parameters)
  }
}

/** The columns that keep amounts of more than 64 bits. */
const TEXTS = new RegExp(`\\b(${AMOUNT_TEXTS.join('|')})\\b`)

function prepareStatement(statement: StatementSync, text: string) {
  // Running it again changes nothing, unlike an insert that returns its row.
  const repeatable = /^\s*select\b/i.test(text)
  const hasTexts = TEXTS.test(text)
  const columns = statement.columns()
  const makeRow = compileRowMaker(columns)
  statement.setReturnArrays(true)
  return (parameters: readonly unknown[]): Answer => {
    const values = parameters.map((value) => toStored(value, hasTexts))
    if (columns.length === 0) return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) }
    if (!repeatable) return { rows: readBig(statement, values).map(makeRow) }
    try {
      return { rows: readRows(statement, values).map(makeRow) }
    } catch (error) {
      if (!isOutOfRange(error)) throw error
      return { rows: readBig(statement, values).map(makeRow) }
    }
  }
}

/** SQLite takes no integers of more than 64 bits. Columns of text store and compare smaller ones as text by themselves. */
function toStored(value: unknown, hasTexts: boolean): SQLInputValue {
  if (typeof value === 'boolean') return Number(value)
  const isLarge = hasTexts && typeof value === 'bigint' && BigInt.asIntN(64, value) !== value
  return isLarge ? String(value) : (value as SQLInputValue)
}

type Row = Record<string, SQLOutputValue | boolean>

/**
 * Makes objects of one shape. `node:sqlite` makes dictionaries: copying one, as each change of a payment does, takes
 * longer than reading it. A function that names the columns takes a twentieth of the time of a loop over them.
 */
function compileRowMaker(columns: readonly StatementColumnMetadata[]): (values: readonly SQLOutputValue[]) => Row {
  const fields = columns.map(
    (column, index) => `${JSON.stringify(column.name)}: ${readValue(column, `values[${index}]`)}`,
  )
  const make = compileFunction(`return { ${fields.join(', ')} }`, ['values', 'readAmount'])
  return (values) => make(values, readAmount)
}

/** The text that converts a value of a column. A sum has a name and no type. */
function readValue({ name, type }: StatementColumnMetadata, value: string): string {
  if (name === FLAG) return `${value} === null ? null : ${value} === 1`
  return AMOUNT_NAMES.has(name) && type?.toLowerCase() !== 'smallint' ? `readAmount(${value})` : value
}

/** Rows as arrays, which the types of `node:sqlite` do not know. */
function readRows(statement: StatementSync, values: SQLInputValue[]): SQLOutputValue[][] {
  return statement.all(...values) as unknown as SQLOutputValue[][]
}

function isOutOfRange(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE'
}

/** Integers beyond 2^53 can only be read as bigints. Safe ones become numbers again. */
function readBig(statement: StatementSync, values: SQLInputValue[]): SQLOutputValue[][] {
  statement.setReadBigInts(true)
  try {
    return readRows(statement, values).map((row) =>
      row.map((value) => (typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value)),
    )
  } finally {
    statement.setReadBigInts(false)
  }
}
