/** Meanings of fields that many tools have. They stand here once, and no tool repeats them. */
import { toRecord } from '@crypto-checkout/api-types'
import type { JsonObject } from './shorten-schema.ts'

/** A field's name and its meaning, such as `limit: How many items a page has`. */
export type Notes = ReadonlySet<string>

type Input = { readonly properties?: JsonObject }

const MANY_OPERATIONS = 6

export function findNotes(operations: readonly { readonly input: Input }[]): Notes {
  const notes = operations.flatMap(({ input }) => Object.entries(input.properties ?? {}).map(toNote))
  const counts = Map.groupBy(notes, (note) => note)
  return new Set([...counts].filter(([, { length }]) => length >= MANY_OPERATIONS).flatMap(([note]) => note ?? []))
}

function toNote([name, field]: readonly [string, unknown]): string | null {
  const { description } = toRecord(field)
  return description === undefined ? null : `${name}: ${description}`
}

/** The schema of an input without the descriptions that are notes. */
export function leaveOutNotes(notes: Notes, input: Input & JsonObject): JsonObject {
  const fields = Object.entries(input.properties ?? {}).map(([name, field]) => {
    const isNote = notes.has(toNote([name, field]) ?? '')
    return [name, isNote ? { ...toRecord(field), description: undefined } : field]
  })
  return { ...input, properties: Object.fromEntries(fields) }
}
