import { Client } from 'pg'
import { getLayout } from '../storage/layout.ts'
import { SCHEMA_VERSION } from '../storage/migrate.ts'
import { DatabaseSync } from '../storage/node-sqlite.ts'

/** In the database's form: all integers are bigints, whatever their size. */
type Value = string | bigint | null | number | Uint8Array
type Row = Readonly<Record<string, Value>>
/** All rows of all tables, in the order of their keys. */
export type Dump = Readonly<Record<string, readonly Row[]>>

/** Everything in a database of this version. */
export async function dumpDatabase(url: string): Promise<Dump> {
  return url.startsWith('sqlite:') ? dumpOfFile(url.slice('sqlite:'.length)) : dumpOfPostgres(url)
}

const queries = () =>
  getLayout(SCHEMA_VERSION).map(({ name, key }) => ({ name, text: `select * from ${name} order by ${key.join(', ')}` }))

function dumpOfFile(path: string): Dump {
  const database = new DatabaseSync(path, { readOnly: true })
  const rowsOf = (text: string) => {
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    return statement.all().map((row) => ({ ...row }))
  }
  try {
    return Object.fromEntries(queries().map(({ name, text }) => [name, rowsOf(text)]))
  } finally {
    database.close()
  }
}

const TEXT = 25

async function dumpOfPostgres(url: string): Promise<Dump> {
  const getTypeParser = (oid: number) => (oid === TEXT ? (text: string) => text : BigInt)
  const client = new Client({ connectionString: url, types: { getTypeParser: getTypeParser as never } })
  await client.connect()
  try {
    const dump: Record<string, readonly Row[]> = {}
    for (const { name, text } of queries()) dump[name] = (await client.query<Row>(text)).rows
    return dump
  } finally {
    await client.end()
  }
}
