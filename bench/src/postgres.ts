import { benchApi } from './api.ts'
import { withPostgres } from './postgres-server.ts'

/** The API on PostgreSQL, and beside it on SQLite. */
export function benchPostgres(path: string): Promise<void> {
  return withPostgres(async ({ newDatabase }) =>
    benchApi([
      ['0, SQLite', path],
      ['0, PostgreSQL', await newDatabase('api')],
    ]),
  )
}
