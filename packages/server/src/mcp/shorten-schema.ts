/** JSON schemas in few words: a conversation carries them all the time. */

export type JsonObject = { readonly [keyword: string]: unknown }

/** Longer lists become examples: the API says which value was probably meant, or names all. */
const MOST_VALUES = 12
const EXAMPLES = 2

/**
 * The schema without limits and formats, which the API names when it refuses a value.
 *
 * `shortenSchema({ anyOf: [{ type: 'number' }, { type: 'string', maxLength: 9 }] }) // { type: ['number', 'string'] }`
 */
export function shortenSchema(schema: JsonObject): JsonObject {
  const { type, const: only, required, additionalProperties, properties, items, anyOf } = schema
  const parts = isList(anyOf) ? anyOf.filter(isObject).map(shortenSchema) : []
  const types = parts.map((part) => (Object.keys(part).length === 1 ? part.type : undefined))
  const areTypes = parts.length > 0 && !types.includes(undefined)
  const short = {
    type: areTypes ? types.flat() : parts.length > 0 ? undefined : type,
    ...describeValues(schema),
    const: only,
    properties: isObject(properties) ? shortenEach(properties) : undefined,
    required: isList(required) && required.length > 0 ? required : undefined,
    additionalProperties: isObject(additionalProperties) ? shortenSchema(additionalProperties) : additionalProperties,
    items: isObject(items) ? shortenSchema(items) : items,
    anyOf: parts.length > 0 && !areTypes ? parts : undefined,
  }
  return Object.fromEntries(Object.entries(short).filter(([, value]) => value !== undefined))
}

function describeValues({ description, enum: values }: JsonObject): JsonObject {
  if (!isList(values) || values.length <= MOST_VALUES) return { description, enum: values }
  const examples = `such as ${values.slice(0, EXAMPLES).join(', ')}`
  return { description: description === undefined ? examples : `${description}, ${examples}` }
}

function shortenEach(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isObject(schema) ? shortenSchema(schema) : schema]),
  )
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
