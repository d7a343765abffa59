/**
 * The types of the tables' rows, from a database's catalogue and from the comments of the schema and its steps. A comment
 * before a table or a column describes it. One behind a column is its type, if the catalogue does not say it: an `Amount`,
 * or a union. `npm run reference` writes them.
 */
import { FLAG } from '../storage/kysely-over.ts'
import { getLayout } from '../storage/layout.ts'
import { listSteps, SCHEMA_VERSION } from '../storage/migrate.ts'
import { DatabaseSync } from '../storage/node-sqlite.ts'
import { migrate } from '../storage/sqlite.ts'
import { formatComment } from './api-types/print.ts'
import { formatSource } from './api-types/write.ts'
import { runOnce } from './storage.ts'

/** A column as a catalogue describes it. `isFilled`: a row may be inserted without it. */
export type CataloguedColumn = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isFilled: boolean
}

type Remark = { readonly about: string; readonly type: string | null }

export function readSqliteColumns(): CataloguedColumn[] {
  const database = new DatabaseSync(':memory:')
  migrate(database)
  const select = database.prepare(
    `select name, lower(type) as type, "notnull" = 0 and pk = 0 as nullable,
       dflt_value is not null or lower(type) = 'integer' and pk > 0 as filled
     from pragma_table_info(?) order by cid`,
  )
  const columns = getLayout(SCHEMA_VERSION).flatMap(({ name: table }) =>
    select.all(table).map(({ name, type, nullable, filled }) => ({
      ...{ table, name: String(name), type: String(type) },
      ...{ isNullable: nullable === 1, isFilled: filled === 1 },
    })),
  )
  database.close()
  return columns
}

export async function readPostgresColumns(url: string): Promise<CataloguedColumn[]> {
  const text = `select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as "isNullable",
      column_default is not null or is_identity = 'YES' as "isFilled"
    from information_schema.columns where table_schema = current_schema() order by table_name, ordinal_position`
  return runOnce<CataloguedColumn>(url, text)
}

/** The source of `storage/tables.generated.ts`. */
export function writeTableTypes(columns: readonly CataloguedColumn[]): string {
  const remarks = readRemarks()
  const tables = [...remarks.keys()].filter((name) => !name.includes('.'))
  const types = tables.map((table) => {
    const fields = columns.filter((column) => column.table === table).map((column) => printColumn(column, remarks))
    if (fields.length === 0) throw new Error(`the catalogue has no table ${table}`)
    return `${formatComment(remarks.get(table)?.about, 0)}type ${nameType(table)} = {\n${fields.join('\n')}\n}`
  })
  const entries = tables.map((table) => `${table}: ${nameType(table)}`)
  const source = `${HEAD}${types.join('\n\n')}\n\nexport type Tables = {\n${entries.join('\n')}\n}\n\n${printAmounts(columns, remarks)}`
  return formatSource('packages/core/src/storage/tables.generated.ts', source)
}

const HEAD = `/** Made by \`npm run reference\` from the schema and its steps. Change those, and run it again. */
import type {
  AuditObject,
  AuditOperation,
  Cryptocurrency,
  EntryKind,
  EventType,
  Merchant,
  NotificationKind,
  Transfer,
} from '@crypto-checkout/api-types'
import type { Generated } from 'kysely'
import type { Environment } from '../domain/catalog/network-facts.ts'
import type { ImageType } from '../domain/image/image.ts'
import type { SendPurpose } from '../domain/send.ts'

/**
 * Amounts are integers of 10^-6 coin, or of a chain's own units as text; times milliseconds, flags 0 or 1 (\`livemode\` a boolean).
 */
type Amount = bigint
type Flag = 0 | 1

`

function nameType(table: string): string {
  return `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`
}

/** Drivers know a column of a result by its name, so a name of amounts must not be that of other large integers. */
function printAmounts(columns: readonly CataloguedColumn[], remarks: ReadonlyMap<string, Remark>): string {
  const isAmount = ({ table, name }: CataloguedColumn) => remarks.get(`${table}.${name}`)?.type === AMOUNT
  const names = new Set(columns.filter(isAmount).map(({ name }) => name))
  const other = columns.find((column) => names.has(column.name) && column.type !== 'smallint' && !isAmount(column))
  if (other) throw new Error(`${other.table}.${other.name} is no amount, and others of its name are`)
  const texts = new Set(columns.filter((one) => isAmount(one) && one.type === 'text').map(({ name }) => name))
  const print = (list: ReadonlySet<string>) => [...list].toSorted().map((name) => `'${name}'`)
  return `/** The columns of amounts, in any table. A smallint of the same name is a flag. */
export const AMOUNTS: ReadonlySet<string> = new Set([${print(names).join(', ')}])

/** Those of them that are kept as text, because 64 bits are too few. */
export const AMOUNT_TEXTS: readonly string[] = [${print(texts).join(', ')}]`
}

const AMOUNT = 'Amount'

/** Types of columns that the schema leaves open: a new coin or event needs no step. By both names, or the column's. */
const named: Readonly<Record<string, string>> = {
  cryptocurrency: 'Cryptocurrency',
  environment: 'Environment',
  'audit_log.object': 'AuditObject',
  'audit_log.operation': 'AuditOperation',
  'deliveries.event_type': 'EventType',
  'deposit_balances.cryptocurrency': "Transfer['cryptocurrency']",
  'entries.kind': 'EntryKind',
  'events.type': 'EventType',
  'logos.content_type': 'ImageType',
  'merchants.plan': "Merchant['plan']",
  'notification_choices.kind': 'NotificationKind',
  'notifications.kind': "NotificationKind | 'security'",
  'payments.late_payments': "'review' | 'accept'",
  'sends.purpose': 'SendPurpose',
  'transfers.cryptocurrency': "Transfer['cryptocurrency']",
}

const types: Readonly<Record<string, string>> = { text: 'string', smallint: 'Flag' }

function printColumn(column: CataloguedColumn, remarks: ReadonlyMap<string, Remark>): string {
  const remark = remarks.get(`${column.table}.${column.name}`)
  if (remark === undefined) throw new Error(`the schema does not name ${column.table}.${column.name}`)
  const known = named[`${column.table}.${column.name}`] ?? named[column.name] ?? remark.type
  const base = column.name === FLAG ? 'boolean' : (known ?? types[column.type] ?? 'number')
  const type = `${base}${column.isNullable ? ' | null' : ''}`
  return `${formatComment(remark.about, 1)}${column.name}: ${column.isFilled ? `Generated<${type}>` : type}`
}

const COMMENT = /^ *-- (.*)$/
const TABLE = /^create table (\w+) \(/
const DROPPED = /^drop table (\w+)/
const COLUMN = /^ {2}(\w+) (?:text|bigint|smallint|integer|\{id\})/
const ADDED = /^alter table (\w+) add column (\w+) /
const RENAMED = /^alter table (\w+) rename column \w+ to (\w+)/
const TYPE = /-- (.*)$/
const ONE_OF = /check \(\w+ in \(([^)]*)\)\)/

/** What the text says of each table, by its name, and of each column, by both names. */
function readRemarks(): ReadonlyMap<string, Remark> {
  const remarks = new Map<string, Remark>()
  let [table, about] = ['', '']
  for (const line of listSteps(0).flatMap(({ up }) => up.split('\n'))) {
    const [, comment] = COMMENT.exec(line) ?? []
    if (comment !== undefined) {
      about = `${about} ${comment}`.trim()
      continue
    }
    forget(remarks, DROPPED.exec(line)?.[1])
    table = TABLE.exec(line)?.[1] ?? table
    const name = findName(line, table)
    if (name !== null) remarks.set(name, { about, type: findType(line) })
    about = ''
  }
  return remarks
}

/** Removes what was said of a table that a step drops. */
function forget(remarks: Map<string, Remark>, dropped: string | undefined): void {
  for (const name of remarks.keys()) if (name.split('.')[0] === dropped) remarks.delete(name)
}

/** The table or the column that a line makes. */
function findName(line: string, table: string): string | null {
  if (TABLE.test(line)) return table
  const [, altered, changed] = ADDED.exec(line) ?? RENAMED.exec(line) ?? []
  if (altered !== undefined) return `${altered}.${changed}`
  const [, column] = COLUMN.exec(line) ?? []
  return column === undefined ? null : `${table}.${column}`
}

function findType(line: string): string | null {
  return TYPE.exec(line)?.[1] ?? ONE_OF.exec(line)?.[1]?.replaceAll(', ', ' | ') ?? null
}
