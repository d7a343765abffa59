import type { Event, EventType } from '@crypto-checkout/core'
import { createInterruptSignal, follow } from './follow.ts'
import { openMerchantOperations, runWithCheckout } from './open.ts'
import { print } from './print.ts'
import { readSettings } from './settings.ts'
import { type Command, parseEnvironment, parseNumber, parseOptions } from './usage.ts'
import { warnIfNotServed } from './warn-if-not-served.ts'

const SHOWN = 20
const PAGE = 100

export const events: Command = {
  usage: 'events [--environment sandbox|production] [--type TYPE] [--after SEQUENCE] [--limit N] [--follow] [--json]',
  summary: 'List the newest events of the first merchant, oldest first. --follow waits for more.',
  async run(words) {
    const { values } = parseOptions(words, {
      environment: 'string',
      type: 'string',
      after: 'string',
      limit: 'string',
      follow: 'boolean',
      json: 'boolean',
    })
    const environment = parseEnvironment(values.environment)
    const after = values.after === undefined ? null : parseNumber('--after', values.after, 0)
    const limit = values.limit === undefined ? SHOWN : parseNumber('--limit', values.limit, 1, PAGE)
    const show = values.json ? (event: Event) => print(JSON.stringify(event)) : printEvent
    await runWithCheckout(values, async (checkout) => {
      if (values.follow) warnIfNotServed(readSettings(values))
      const source = openMerchantOperations(checkout, environment).events
      // The operation's schema rejects unknown types.
      const type = values.type as EventType | undefined
      const last = (await source.list({ limit: 1 })).data[0]?.sequence ?? 0
      const query = { limit, ...(type && { type }) }
      const { data } = await source.list(after === null ? query : { ...query, after })
      const shown = after === null ? data.toReversed() : data
      shown.forEach(show)
      // A full page after a number may end before the newest event: following continues where it ended.
      const full = after !== null && shown.length === limit
      const newest = shown.at(-1)?.sequence ?? 0
      const place = full ? newest : Math.max(last, after ?? 0, newest)
      if (values.follow) await follow(source, { place, type }, createInterruptSignal(), show)
    })
  },
}

export function printEvent(event: Event): void {
  print(formatEventLine(event))
}

/** One line for people: number, time, type and object. */
export function formatEventLine({ sequence, createdAt, type, data }: Event): string {
  return `${String(sequence).padStart(6)}  ${createdAt}  ${type.padEnd(22)}  ${data.object.id}`
}
