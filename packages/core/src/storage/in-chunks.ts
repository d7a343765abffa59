import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** How many values a query names at once: databases limit them. */
const AT_ONCE = 512

/**
 * Runs a query that names values for as many values as there are, and answers all rows. The values
 * of a query are filled up to a power of two by repeating one, so that few statements are prepared:
 * it must answer a value that is named twice once.
 */
export async function inChunks<Value, Found>(
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
 * Whether several columns are one of these rows of texts and integers: `(a, b) in (values (1, 2), (3, 4))`. A list of
 * values has the types of its first row, which have to be told to some databases.
 */
export function oneOf(
  columns: readonly string[],
  rows: readonly (readonly (string | number | bigint)[])[],
): RawBuilder<SqlBool> {
  const values = rows.map((row, index) => sql`(${sql.join(index === 0 ? row.map(typed) : row)})`)
  return sql<SqlBool>`(${sql.join(columns.map((column) => sql.ref(column)))}) in (values ${sql.join(values)})`
}

function typed(value: string | number | bigint) {
  return typeof value === 'string' ? sql`cast(${value} as text)` : sql`cast(${value} as bigint)`
}
