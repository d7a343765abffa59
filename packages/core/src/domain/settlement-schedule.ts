import { findFirstInstant, toWallTime } from '@crypto-checkout/api-types'
import { DAY_MS } from './time.ts'

export const settlementStatuses = ['pending', 'completed', 'failed'] as const

export const frequencies = ['daily', 'weekly', 'monthly', 'manual'] as const
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
type Weekday = (typeof weekdays)[number]

/**
 * The times when settlement periods are closed. `time` is `HH:MM` on the clocks of `timeZone`, a name of the IANA
 * database.
 */
export type Schedule = ScheduleIn<string>

/** As a merchant chose it. A zone that is null is the shop's. */
export type ChosenSchedule = ScheduleIn<string | null>

type ScheduleIn<Zone> = { readonly timeZone: Zone } & (
  | { readonly frequency: 'daily'; readonly time: string; readonly weekday: null; readonly dayOfMonth: null }
  | { readonly frequency: 'weekly'; readonly time: string; readonly weekday: Weekday; readonly dayOfMonth: null }
  /** On the last day of a month without that day. */
  | { readonly frequency: 'monthly'; readonly time: string; readonly weekday: null; readonly dayOfMonth: number }
  /** Nothing is closed automatically. */
  | { readonly frequency: 'manual'; readonly time: string | null; readonly weekday: null; readonly dayOfMonth: null }
)

/** The first instant after a time, in milliseconds, at which a schedule closes a period; null if it closes none. */
export function computeNextClosing(schedule: Schedule, after: number): number | null {
  if (schedule.frequency === 'manual') return null
  // Earlier days need no check: their closing came when clocks first showed that time or a later one.
  let day = Math.floor(toWallTime(schedule.timeZone, after) / DAY_MS)
  for (;;) {
    day = firstDay(schedule, day)
    const closing = findFirstInstant(schedule.timeZone, day * DAY_MS + timeOfDayMs(schedule.time))
    if (closing > after) return closing
    day += 1
  }
}

/**
 * The closings of a schedule after one time and not after another, oldest first, at most `limit`. Instants only
 * increase: asking in parts, each from the last one on, gives the same result.
 */
export function listClosings(schedule: Schedule, after: number, upTo: number, limit: number): number[] {
  const found: number[] = []
  let closing = computeNextClosing(schedule, after)
  while (closing !== null && closing <= upTo && found.length < limit) {
    found.push(closing)
    closing = computeNextClosing(schedule, closing)
  }
  return found
}

/** The schedule's first day from one on, counted from 1970-01-01. */
function firstDay(schedule: Exclude<Schedule, { frequency: 'manual' }>, from: number): number {
  if (schedule.frequency === 'daily') return from
  if (schedule.frequency === 'weekly') {
    // 1970-01-01 was a Thursday.
    const weekday = (((from + 3) % 7) + 7) % 7
    return from + ((weekdays.indexOf(schedule.weekday) - weekday + 7) % 7)
  }
  const date = new Date(from * DAY_MS)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const inThisMonth = dayOfMonth(year, month, schedule.dayOfMonth)
  return inThisMonth >= from ? inThisMonth : dayOfMonth(year, month + 1, schedule.dayOfMonth)
}

function dayOfMonth(year: number, month: number, wanted: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(wanted, last)) / DAY_MS
}

function timeOfDayMs(time: string): number {
  const [hours, minutes] = time.split(':')
  return (Number(hours) * 60 + Number(minutes)) * 60_000
}
