import { expect, test } from 'vitest'
import { createDatabaseUrl } from '../testing/places.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { readPostgresColumns, readSqliteColumns, writeTableTypes } from '../testing/table-types.ts'
import { AMOUNTS } from './tables.generated.ts'

test('the types of the tables are what the catalogue says: npm run reference', async () => {
  const columns = isOnPostgres() ? await readPostgresColumns(await createDatabaseUrl()) : readSqliteColumns()
  await expect(writeTableTypes(columns)).toMatchFileSnapshot('tables.generated.ts')
})

test('no amount has the name of a table, by which queries would take its columns for amounts', () => {
  const tables = new Set(readSqliteColumns().map(({ table }) => table))
  expect(tables.size).toBeGreaterThan(40)
  expect([...AMOUNTS].filter((name) => tables.has(name))).toEqual([])
})
