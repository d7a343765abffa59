/** Tallies: rows that count other rows, by what they have in common and by spans of time. */
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../domain/time.ts'
import type { SpanPieces } from '../domain/time-spans.ts'

type Within<Args extends unknown[]> = (...range: [...Args, from: number, to: number]) => RawBuilder<unknown>

/** Sums a span of time: single rows at its edges, and tallies by the hour and the day of the rest. */
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
