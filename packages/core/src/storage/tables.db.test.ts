import { expect, test } from 'vitest'
import { createDatabaseUrl } from '../testing/places.ts'
import { isOnPostgres } from '../testing/storage.ts'
import { readPostgresColumns, readSqliteColumns, writeTableTypes } from '../testing/table-types.ts'

test('the types of the tables are what the catalogue says: npm run reference', async () => {
  const columns = isOnPostgres() ? await readPostgresColumns(await createDatabaseUrl()) : readSqliteColumns()
  await expect(writeTableTypes(columns)).toMatchFileSnapshot('tables.generated.ts')
})
