import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  type QueryResult,
} from 'kysely'
import type { Tables } from './tables.ts'

// biome-ignore lint/suspicious/noExplicitAny: who asks knows what rows there are.
export type Answer = QueryResult<any>

/** Executes one statement. */
export type ExecuteStatement = (text: string, parameters: readonly unknown[]) => Promise<Answer>

/** The database's dialect, except for its driver. */
export type DialectParts = Omit<Dialect, 'createDriver'>

/**
 * Kysely for queries alone: `ask` decides on which connection they run. With Kysely's drivers statements wait for one
 * another, and all waiting ones wake up after each, which takes longer than many statements.
 */
export function createKysely(speech: DialectParts, ask: ExecuteStatement): Kysely<Tables> {
  const connection: DatabaseConnection = {
    executeQuery: ({ sql, parameters }) => ask(sql, parameters),
    streamQuery() {
      throw new Error('rows are asked for all at once')
    },
  }
  const executor = new DefaultQueryExecutor(speech.createQueryCompiler(), speech.createAdapter(), {
    provideConnection: (consumer) => consumer(connection),
  })
  const driver = new DummyDriver()
  const dialect: Dialect = { ...speech, createDriver: () => driver }
  return new Kysely<Tables>({ config: { dialect }, dialect, driver, executor })
}
