/** Prints schemas as types of TypeScript, with their descriptions as comments. */
import { z } from 'zod'

export type Schema = z.core.$ZodType

export type TypeNames = {
  /** Types by their schema. A schema with another description has the type of the one that it was made from. */
  readonly bySchema: ReadonlyMap<Schema, string>
  /** Unions of texts, by the texts. */
  readonly byValues: ReadonlyMap<string, string>
}

export type Printing = {
  readonly names: TypeNames
  /** The side of a schema that changes values. */
  readonly io: 'input' | 'output'
  /** The number of objects around it. */
  readonly depth: number
}

type Field = readonly [name: string, schema: Schema]

const LINE = 120

/** The key of a union in `byValues`. */
export function joinValues(values: readonly unknown[]): string {
  return JSON.stringify(values)
}

/** The type by its name, or its structure. Throws for a kind of schema without a type of its own: name it. */
export function printType(schema: Schema, printing: Printing): string {
  return findName(schema, printing.names) ?? printStructure(schema, printing)
}

function findName(schema: Schema, { bySchema }: TypeNames): string | undefined {
  for (let one: Schema | undefined = schema; one; one = one._zod.parent) {
    const name = bySchema.get(one)
    if (name !== undefined) return name
  }
  return undefined
}

function printStructure(schema: Schema, printing: Printing): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const print = (inner: Schema) => printType(inner, printing)
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return def.type
    case 'literal':
      return printValues(def.values, printing.names)
    case 'enum':
      return printValues(Object.values(def.entries), printing.names)
    case 'array':
      return `(${print(def.element)})[]`
    case 'record':
      return `Record<${print(def.keyType)}, ${print(def.valueType)}>`
    case 'union':
      return def.options.map(print).join(' | ')
    case 'nullable':
      return `${print(def.innerType)} | null`
    case 'pipe':
      return print(pickSide(def, printing.io))
    case 'object':
      return printFields(Object.entries(def.shape), printing)
    default:
      throw new Error(`give a schema of the kind ${def.type} a type in testing/api-types/names.ts`)
  }
}

function printValues(values: readonly unknown[], { byValues }: TypeNames): string {
  return byValues.get(joinValues(values)) ?? values.map(printValue).join(' | ')
}

function printValue(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The input of a preprocessed value is anything, so its output says more. */
function pickSide(def: z.core.$ZodPipeDef, io: Printing['io']): Schema {
  return io === 'input' && def.in._zod.def.type !== 'transform' ? def.in : def.out
}

/** An object that begins with the fields of a named one is that one and more. */
function printFields(fields: readonly Field[], printing: Printing): string {
  const base = findBase(fields, printing.names)
  if (base === null) {
    const inner = { ...printing, depth: printing.depth + 1 }
    return `{\n${fields.map((field) => printField(field, inner)).join('\n')}\n}`
  }
  const rest = fields.slice(base.length)
  return rest.length === 0 ? base.name : `${base.name} & ${printFields(rest, printing)}`
}

/** The longest of the named objects whose fields come first. */
function findBase(fields: readonly Field[], { bySchema }: TypeNames): { name: string; length: number } | null {
  const bases = [...bySchema].flatMap(([schema, name]) => {
    const { def } = (schema as z.core.$ZodTypes)._zod
    const own = def.type === 'object' ? Object.entries(def.shape) : []
    const fits = own.every(([key, field], index) => fields[index]?.[0] === key && fields[index]?.[1] === field)
    return own.length > 0 && fits ? [{ name, length: own.length }] : []
  })
  return bases.reduce<(typeof bases)[number] | null>(
    (best, one) => (one.length > (best?.length ?? 0) ? one : best),
    null,
  )
}

function printField([name, field]: Field, printing: Printing): string {
  const { def, traits } = (field as z.core.$ZodTypes)._zod
  const comment = formatComment(readDescription(field, printing), printing.depth)
  if (def.type !== 'optional') return `${comment}${name}: ${printType(field, printing)}`
  const orUndefined = traits.has('$ZodExactOptional') ? '' : ' | undefined'
  return `${comment}${name}?: ${printType(def.innerType, printing)}${orUndefined}`
}

/** Undefined for a named object, whose own comment says what it is. */
function readDescription(schema: Schema, printing: Printing): string | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (printing.names.bySchema.has(schema) && (def.type === 'object' || def.type === 'union')) return undefined
  const description = z.globalRegistry.get(schema)?.description
  if (description !== undefined) return description
  if (def.type === 'optional' || def.type === 'nullable') return readDescription(def.innerType, printing)
  return def.type === 'pipe' ? readDescription(pickSide(def, printing.io), printing) : undefined
}

/** A comment in lines that are not too long, below so many objects. */
export function formatComment(text: string | undefined, depth: number): string {
  if (text === undefined || text === '') return ''
  const sentences = /[.!?]$/.test(text) ? text : `${text}.`
  if (sentences.includes('*/')) throw new Error(`a comment would end within: ${sentences}`)
  const indent = 2 * depth
  if (indent + sentences.length + '/**  */'.length <= LINE) return `/** ${sentences} */\n`
  const lines = [' *']
  for (const word of sentences.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (indent + line.length <= LINE) lines[lines.length - 1] = line
    else lines.push(` * ${word}`)
  }
  return `/**\n${lines.join('\n')}\n */\n`
}

/** A type with its comment. `about`: what it is, if its schema does not say so. */
export function declareType(name: string, schema: Schema, printing: Printing, about?: string): string {
  const others = [...printing.names.bySchema].filter(([one]) => one !== schema)
  const inner = { ...printing, names: { ...printing.names, bySchema: new Map(others) } }
  const comment = formatComment(about ?? z.globalRegistry.get(schema)?.description, 0)
  return `${comment}export type ${name} = ${printStructure(schema, inner)}`
}
