/** Bars of an overview's chart: one for each day, with a part for each coin on a network. */
import { type Overview, shiftDate } from '@crypto-checkout/api-types'

/** Colours that can be told apart. What is beyond shares one. */
const MOST_KINDS = 6
const MOST_STEPS = 4
const DAY_MS = 86_400_000

type Method = { readonly network: string; readonly cryptocurrency: string }
/** Null: all others together. */
export type Kind = Method | null

export type Bar = {
  readonly date: string
  /** One for each kind, in the same order. */
  readonly amounts: readonly number[]
}

export type Chart = {
  readonly kinds: readonly Kind[]
  readonly bars: readonly Bar[]
  /** The marks of the scale, from 0 up. The last one is not below any bar. */
  readonly marks: readonly number[]
}

/** Amounts become numbers here: pixels do not show more digits. */
export function layOutBars({
  from,
  to,
  received,
  totals,
}: Pick<Overview, 'from' | 'to' | 'received' | 'totals'>): Chart {
  const kinds = pickKinds(totals)
  const byDay = Map.groupBy(received, ({ date }) => date)
  const bars = listDates(from, to).map((date) => {
    const amounts = kinds.map(() => 0)
    for (const one of byDay.get(date) ?? []) {
      const index = kinds.findIndex((kind) => kind === null || isSame(kind, one))
      amounts[index] = (amounts[index] ?? 0) + Number(one.amount)
    }
    return { date, amounts }
  })
  return { kinds, bars, marks: findMarks(Math.max(...bars.map(sumBar))) }
}

export function sumBar({ amounts }: Bar): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}

function isSame(one: Method, other: Method): boolean {
  return one.network === other.network && one.cryptocurrency === other.cryptocurrency
}

/** The kinds of which most came in, by name, so that a colour does not change with each payment. */
function pickKinds(totals: Overview['totals']): Kind[] {
  const sorted = totals.toSorted((a, b) => Number(b.amount) - Number(a.amount))
  const isMore = sorted.length > MOST_KINDS
  const shown = sorted.slice(0, isMore ? MOST_KINDS - 1 : MOST_KINDS)
  const named = shown.toSorted((a, b) => (toName(a) < toName(b) ? -1 : 1))
  return isMore ? [...named, null] : named
}

function toName({ network, cryptocurrency }: Method): string {
  return `${cryptocurrency} ${network}`
}

/** All dates between two, both included: `listDates('2026-10-31', '2026-11-01') // ['2026-10-31', '2026-11-01']` */
export function listDates(from: string, to: string): string[] {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: days }, (_, index) => shiftDate(from, index))
}

/** Round numbers up to a maximum: `findMarks(137) // [0, 50, 100, 150]` */
export function findMarks(maximum: number): number[] {
  if (maximum <= 0) return [0, 1]
  const rough = maximum / MOST_STEPS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power
  const count = Math.ceil(maximum / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
