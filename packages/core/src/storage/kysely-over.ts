import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { QueryResult } from 'pg'
import type { Tables } from './tables.ts'

export type Ask = (text: string, parameters: readonly unknown[]) => Promise<QueryResult>

/** Kysely's PostgreSQL for queries alone: whoever answers them decides on which connection. */
export function kyselyOver(ask: Ask): Kysely<Tables> {
  const client = { query: ask, release() {} } as unknown as PostgresPoolClient
  const pool: PostgresPool = { connect: async () => client, end: async () => {}, options: {} }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
