/** A database's description of its tables, in a form that does not depend on how they came about. */
import type { DatabaseSync } from '../storage/node-sqlite.ts'
import { runOnce } from './storage.ts'

/** By kind and name: the columns in their order, and then what restricts them. */
type Catalogue = Readonly<Record<string, readonly string[]>>

/** The tables, indexes and triggers of a SQLite database, by the statements that it keeps. */
export function readSqliteCatalogue(database: DatabaseSync): Catalogue {
  const rows = database.prepare('select type, name, sql from sqlite_schema where sql is not null').all()
  return Object.fromEntries(rows.map(({ type, name, sql }) => [`${type} ${name}`, splitStatement(String(sql))]))
}

/** A table's columns in their order, then its constraints by the alphabet, and then its options. Other statements whole. */
function splitStatement(sql: string): readonly string[] {
  const text = sql.replaceAll('"', '').replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim()
  if (!/^create table /i.test(text)) return [text.replace(/^create (unique )?\w+ /i, (start) => start.toLowerCase())]
  const end = text.lastIndexOf(')')
  const items = splitList(text.slice(text.indexOf('(') + 1, end))
  const isConstraint = (item: string) => /^(check|primary key|unique|foreign key)\b/.test(item)
  return [
    ...items.filter((item) => !isConstraint(item)),
    ...items.filter(isConstraint).toSorted(),
    text.slice(end + 1).trim(),
  ]
}

/** Splits at commas that are in no brackets and no quotes. */
function splitList(text: string): readonly string[] {
  const pieces = text.match(/'[^']*'|[(),]|[^'(),]+/g) ?? []
  const items = ['']
  let depth = 0
  for (const piece of pieces) {
    if (piece === '(') depth += 1
    if (piece === ')') depth -= 1
    if (piece === ',' && depth === 0) items.push('')
    else items.push(`${items.pop() ?? ''}${piece}`)
  }
  return items.map((item) => item.trim())
}

const QUERIES: Readonly<Record<string, string>> = {
  table: `select table_name as name, concat_ws(' ', column_name, data_type, collation_name, is_nullable, column_default,
      is_identity, identity_generation) as text
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`,
  constraint: `select conrelid::regclass as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid <> 0 and connamespace = current_schema()::regnamespace order by 1, 2`,
  // Those of constraints are there already, by names that depend on the past.
  index: `select tablename as name, indexdef as text from pg_indexes where schemaname = current_schema()
    and indexname not in (select conname from pg_constraint) order by 1, 2`,
  trigger: `select tgrelid::regclass as name, pg_get_triggerdef(oid) as text from pg_trigger
    where not tgisinternal order by 1, 2`,
  function: `select proname as name, prosrc as text from pg_proc where pronamespace = current_schema()::regnamespace
    order by 1`,
}

/** The same of a PostgreSQL database, by its catalogue. */
export async function readPostgresCatalogue(url: string): Promise<Catalogue> {
  const catalogue: Record<string, string[]> = {}
  for (const [kind, query] of Object.entries(QUERIES)) {
    const rows = await runOnce<{ name: string; text: string }>(url, query)
    for (const { name, text } of rows) {
      catalogue[`${kind} ${name}`] ??= []
      catalogue[`${kind} ${name}`]?.push(text)
    }
  }
  return catalogue
}
