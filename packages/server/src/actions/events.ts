import type { Event } from '@crypto-checkout/core'
import { print } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { runForMerchant } from '../setup/open.ts'
import { readSettings } from '../setup/settings.ts'
import { createInterruptSignal, follow, printEvent, warnIfNotServed } from './follow.ts'

export async function listEvents(given: Input<'events'>): Promise<void> {
  const { after, limit, type } = given
  const show = given.json ? (event: Event) => print(JSON.stringify(event)) : printEvent
  await runForMerchant(given, async ({ events: source }) => {
    if (given.follow) warnIfNotServed(readSettings(given))
    const last = (await source.list({ limit: 1 })).data[0]?.sequence ?? 0
    const query = { limit, ...(type && { type }) }
    const { data } = await source.list(after === undefined ? query : { ...query, after })
    const shown = after === undefined ? data.toReversed() : data
    shown.forEach(show)
    // A full page after a number may end before the newest event: following continues where it ended.
    const full = after !== undefined && shown.length === limit
    const newest = shown.at(-1)?.sequence ?? 0
    const place = full ? newest : Math.max(last, after ?? 0, newest)
    if (given.follow) await follow(source, { place, type }, createInterruptSignal(), show)
  })
}
