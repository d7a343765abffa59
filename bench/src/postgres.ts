import { benchApi } from './api.ts'

/** The API on the PostgreSQL that DATABASE_URL names, a new one, and beside it on SQLite. */
export async function benchPostgres(path: string): Promise<void> {
  const url = process.env.DATABASE_URL ?? ''
  if (!url.startsWith('postgres')) {
    console.log('\nPostgreSQL: not measured, DATABASE_URL names none')
    return
  }
  await benchApi([
    ['0, SQLite', path],
    ['0, PostgreSQL', url],
  ])
}
