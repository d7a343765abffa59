import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './tables.generated.ts'

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>

/** Some properties of an object, under their names. */
export function pick<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  ...keys: readonly Key[]
): Pick<Whole, Key> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>
}

/** A position in a list, which is in the order of these columns, from the highest down. */
export type ListPosition = { readonly created_at: number; readonly seq: number }
