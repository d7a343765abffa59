import { benchApi } from './api.ts'
import { withPostgres } from './postgres-server.ts'

/** Measures the API on PostgreSQL, and on SQLite for comparison. */
export function benchPostgres(path: string): Promise<void> {
  return withPostgres(async ({ newDatabase }) =>
    benchApi([
      ['0, SQLite', path],
      ['0, PostgreSQL', await newDatabase('api')],
    ]),
  )
}
