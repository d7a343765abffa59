import { listClosings, type Schedule } from '../domain/settlement-schedule.ts'
import type { Db } from '../storage/database.ts'
import { loadSettingsAt, type Settings } from './settings.ts'
import { listSettingsChangesBetween, type Owner } from './store.ts'

const A_PAGE = 100

/**
 * The ends of a merchant's settlement periods after one time and not after another, in milliseconds, oldest first, at
 * most `limit`. Each follows the schedule in force at that time, whatever was changed later. Call it in the transaction
 * that closes the periods, with its own time as the end.
 */
export async function findPeriodEnds(
  db: Db,
  owner: Owner,
  after: number,
  upTo: number,
  limit: number,
): Promise<number[]> {
  const ends: number[] = []
  let from = after
  for await (const { schedule, until } of schedulesBetween(db, owner, after, upTo)) {
    ends.push(...listClosings(schedule, from, until, limit - ends.length))
    if (ends.length >= limit) break
    from = until
  }
  return ends
}

/** The schedules in force, in order. Each is still in force at the end of its time, but not at its start. */
async function* schedulesBetween(
  db: Db,
  owner: Owner,
  after: number,
  upTo: number,
): AsyncGenerator<{ readonly schedule: Schedule; readonly until: number }> {
  let schedule = (await loadSettingsAt(db, owner, after)).settlementSchedule
  let place = { changed_at: after, seq: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await listSettingsChangesBetween(db, owner, place, upTo, A_PAGE)
    for (const change of page) {
      yield { schedule, until: change.changed_at }
      const changed: Settings = JSON.parse(change.settings_after)
      schedule = changed.settlementSchedule
      place = change
    }
    if (page.length < A_PAGE) break
  }
  yield { schedule, until: upTo }
}
