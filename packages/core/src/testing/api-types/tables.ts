/** Tables of fields in documents, from the same descriptions as the types. */
import { z } from 'zod'
import { inputTypes, objects } from './names.ts'

/** A table stands between these two. It has the fields that are named, or all of them. */
const PLACE = /(<!-- fields of (\w+)(?:: ([\w, ]+))? -->\n)[\s\S]*?(<!-- end of fields -->)/g

/** The document with its tables of fields as they are now. */
export function fillTables(document: string): string {
  return document.replaceAll(PLACE, (_, start: string, type: string, names: string | undefined, end: string) => {
    return `${start}\n${formatTable(type, names?.split(', '))}\n\n${end}`
  })
}

function formatTable(type: string, names: readonly string[] | undefined): string {
  const named = inputTypes[type] ?? objects[type]
  if (!(named?.schema instanceof z.ZodObject)) throw new Error(`no object of the API is called ${type}`)
  const rows = Object.entries<z.core.$ZodType>(named.schema.shape)
    .filter(([name]) => names?.includes(name) ?? true)
    .map(([name, schema]) => `| \`${name}\` | ${findDescription(schema)} |`)
  return ['| field | |', '|---|---|', ...rows].join('\n')
}

function findDescription(schema: z.core.$ZodType): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const description = z.globalRegistry.get(schema)?.description
  if (description !== undefined) return description
  return def.type === 'optional' || def.type === 'nullable' ? findDescription(def.innerType) : ''
}
