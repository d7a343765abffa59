import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../domain/time.ts'
import type { SpanPieces } from '../domain/time-spans.ts'
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

type Within<Args extends unknown[]> = (...range: [...Args, from: number, to: number]) => RawBuilder<unknown>

/**
 * Sums a span of time: single rows at its edges, and tallies by the hour and the day of the rest. Tallies are rows that
 * count other rows, by what they have in common and by spans of time.
 */
export function sumSpan(
  pieces: SpanPieces,
  { rows, tallies }: { readonly rows: Within<[]>; readonly tallies: Within<[span: number]> },
): RawBuilder<unknown> {
  return sql`${rows(pieces.rowsFrom, pieces.rowsTo)}
    + ${tallies(HOUR_MS, pieces.hoursFrom, pieces.hoursTo)}
    + ${tallies(DAY_MS, pieces.daysFrom, pieces.daysTo)}
    + ${tallies(HOUR_MS, pieces.laterHoursFrom, pieces.laterHoursTo)}
    + ${rows(pieces.laterRowsFrom, pieces.laterRowsTo)}`
}
