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

/** Answers one statement. */
export type Ask = (text: string, parameters: readonly unknown[]) => Promise<Answer>

/** How a database speaks. */
export type Speech = Omit<Dialect, 'createDriver'>

/**
 * Kysely for queries alone: whoever answers them decides on which connection. With drivers of its own statements wait
 * for one another, and all that wait wake up after each, which takes longer than many statements.
 */
export function kyselyOver(speech: Speech, ask: Ask): Kysely<Tables> {
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
