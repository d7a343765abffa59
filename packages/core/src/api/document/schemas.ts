/** The schemas of the API document: each once, so that they refer to one another. */
import { eventTypes } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { refusals } from '../../domain/catalog/refusals.ts'
import { familyEvents } from '../../http/shapes/notification.ts'
import { shapeParts, shapes } from '../../http/shapes.ts'
import { inputs } from '../inputs.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

export function refer(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` }
}

export function createSchemas(): Record<string, JsonSchema> {
  const answers = convert({ ...shapes, ...shapeParts }, 'output')
  const bodies = convert(
    Object.fromEntries(Object.entries(inputs).map(([name, { schema }]) => [name, schema])),
    'input',
  )
  for (const [name, { about }] of Object.entries(inputs)) bodies[name] = { description: about, ...bodies[name] }
  return { ...answers, ...bodies, Event: discriminate(answers.Event), ErrorCode: explain(answers.ErrorCode) }
}

/** The schema of a query's parameters. */
export function createQuerySchema(query: z.ZodType): {
  readonly properties: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
} {
  const { properties, required = [] } = z.toJSONSchema(query, {
    io: 'input',
    unrepresentable: 'any',
    override: simplify,
  })
  return { properties: properties as Readonly<Record<string, JsonSchema>>, required }
}

function convert(named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const { schemas } = z.toJSONSchema(registry, {
    io,
    unrepresentable: 'any',
    uri: (id) => refer(id).$ref,
    override: (converted) => {
      simplify(converted)
      // Answers may grow: clients must not refuse a field that a later release adds.
      if (io === 'output' && converted.jsonSchema.additionalProperties === false)
        delete converted.jsonSchema.additionalProperties
    },
  })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema, $id, ...schema }]) => [id, schema]))
}

type Converted = { readonly jsonSchema: z.core.JSONSchema.BaseSchema }

/** Leaves out what says nothing more: patterns of dates that have a format, and the limits of all integers. */
function simplify({ jsonSchema }: Converted): void {
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date' || jsonSchema.format === 'email')
    delete jsonSchema.pattern
  dropOwnFormat({ jsonSchema })
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  delete jsonSchema.propertyNames
}

/** The pattern says it all: the name of the format is for our own views. */
export function dropOwnFormat({ jsonSchema }: Converted): void {
  if (jsonSchema.format === 'amount') delete jsonSchema.format
}

/** The name of the schema of a type of events. */
export function nameFamilyEvent(type: string): string {
  const family = type.slice(0, type.indexOf('.'))
  const name = Object.keys(familyEvents).find((one) => one.toLowerCase() === `${family}event`)
  if (name === undefined) throw new Error(`no event has the type ${type}`)
  return name
}

/** The type of an event says which object it has. */
function discriminate(event: JsonSchema | undefined): JsonSchema {
  const mapping = Object.fromEntries(eventTypes.map((type) => [type, refer(nameFamilyEvent(type)).$ref]))
  return { ...event, discriminator: { propertyName: 'type', mapping } }
}

/** Each code with its HTTP status and what it means, as viewers of API documents show it. */
function explain(code: JsonSchema | undefined): JsonSchema {
  const meanings = Object.entries(refusals).map(([name, { status, meaning }]) => [name, `${status}: ${meaning}`])
  return { ...code, 'x-enumDescriptions': Object.fromEntries(meanings) }
}
