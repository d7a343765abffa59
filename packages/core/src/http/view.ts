/** Objects of the API from rows of the database. */
import { z } from 'zod'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'

/**
 * Builds an object of the API from a row. A field has the value of the column of its name, as its shape says: a time, an
 * amount of coins, a flag or JSON. What a column does not hold in that form is given: an integer in a token's own units
 * is no amount of coins. So a field without logic is in its shape alone.
 *
 *     const toView = createView(webhook)
 *     toView(row, { status: row.disabled_at === null ? 'enabled' : 'disabled' })
 */
export function createView<Fields extends z.ZodRawShape>({ shape }: z.ZodObject<Fields>) {
  const fields = Object.entries(shape)
  const readers = fields.map(([name, type]) => ({ name, read: createReader(type, toColumnName(name)) }))
  // A copy has the order of the shape, and is made faster than an object that grows.
  const empty = Object.fromEntries(fields.map(([name]) => [name, null]))
  return <Row extends object>(row: Row, given: Given<Fields, Row>) => {
    const view: Record<string, unknown> = { ...empty }
    for (const { name, read } of readers) view[name] = name in given ? Reflect.get(given, name) : read(row)
    return view as z.output<z.ZodObject<Fields>>
  }
}

/** The fields that no column holds as their shape says, and those that are to have another value. */
type Given<Fields extends z.ZodRawShape, Row> = object &
  Partial<z.output<z.ZodObject<Fields>>> & {
    [Name in keyof Fields as IsRead<Fields[Name], Name, Row> extends true ? never : Name]: z.output<Fields[Name]>
  }
type IsRead<Field, Name, Row> = Field extends z.ZodLiteral
  ? true
  : ColumnName<Name> extends keyof Row
    ? Holds<Row[ColumnName<Name>], Field>
    : false
type Holds<Column, Field> =
  Field extends z.ZodNullable<infer Inner>
    ? Holds<NonNullable<Column>, Inner>
    : [Column] extends [Stored<Field, Column>]
      ? true
      : false
/** A column of any text is trusted to have one of a field's words. */
type Stored<Field, Column> = Field extends z.ZodISODateTime | z.ZodNumber
  ? number
  : Field extends z.ZodCustomStringFormat<'amount'>
    ? bigint
    : Field extends z.ZodBoolean
      ? boolean | 0 | 1
      : Field extends z.ZodEnum
        ? string extends Column
          ? string
          : z.output<Field>
        : Field extends z.ZodString | z.ZodArray | z.ZodRecord
          ? string
          : never
type ColumnName<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${ColumnName<Rest>}`
  : ''

function toColumnName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function createReader(type: z.core.$ZodType, column: string): (row: object) => unknown {
  if (type instanceof z.ZodNullable) {
    const read = createReader(type.unwrap(), column)
    return (row) => (Reflect.get(row, column) === null ? null : read(row))
  }
  if (type instanceof z.ZodLiteral) return () => type.value
  if (type instanceof z.ZodISODateTime) return (row) => toIsoTime(Reflect.get(row, column))
  if (type instanceof z.ZodCustomStringFormat) return (row) => formatAmount(Reflect.get(row, column))
  if (type instanceof z.ZodBoolean) return (row) => Boolean(Reflect.get(row, column))
  if (type instanceof z.ZodArray || type instanceof z.ZodRecord) return (row) => JSON.parse(Reflect.get(row, column))
  return (row) => Reflect.get(row, column)
}
