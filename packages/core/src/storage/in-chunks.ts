import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** How many values one query may name: databases limit them. */
const AT_ONCE = 512

/**
 * Runs a query that names values in chunks, for any number of values, and returns all rows. Each chunk is padded to a
 * power of two by repeating a value, so that few statements are prepared. So the query must return a row once even if
 * its value is named twice.
 */
export async function queryInChunks<Value, Found>(
  values: readonly Value[],
  find: (chunk: readonly Value[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = []
  for (let start = 0; start < values.length; start += AT_ONCE) {
    for (const row of await find(filledUp(values.slice(start, start + AT_ONCE)))) found.push(row)
  }
  return found
}

function filledUp<Value>(chunk: readonly Value[]): Value[] {
  const size = 2 ** Math.ceil(Math.log2(chunk.length))
  return Array.from({ length: size }, (_, index) => chunk[Math.min(index, chunk.length - 1)] as Value)
}

/**
 * Whether several columns equal one of these rows of texts and integers: `(a, b) in (values (1, 2), (3, 4))`. The first
 * row sets the types of a list of values, so its values are cast for databases that need it.
 */
export function matchRows(
  columns: readonly string[],
  rows: readonly (readonly (string | number | bigint)[])[],
): RawBuilder<SqlBool> {
  const values = rows.map((row, index) => sql`(${sql.join(index === 0 ? row.map(typed) : row)})`)
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) in (values ${sql.join(values)})`
}

function typed(value: string | number | bigint) {
  return typeof value === 'string' ? sql`cast(${value} as text)` : sql`cast(${value} as bigint)`
}
