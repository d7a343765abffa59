import { setTimeout as sleep } from 'node:timers/promises'
import { type Checkout, type Environment, type Event, type EventType, environments } from '@crypto-checkout/core'
import { withCheckout } from './open.ts'
import { type Command, parseOptions, UsageError } from './usage.ts'

const SHOWN = 20
const PAGE = 100
const LOOK_EVERY_MS = 250

export const events: Command = {
  usage: 'events [--environment sandbox|production] [--type TYPE] [--after SEQUENCE] [--limit N] [--follow] [--json]',
  summary: 'List the newest events of the first merchant, oldest first, and with --follow those that come.',
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
    const print = values.json ? (event: Event) => console.log(JSON.stringify(event)) : printEvent
    const stop = values.follow ? interrupted() : AbortSignal.abort()
    await withCheckout(values, async (checkout) => {
      const source = operationsOf(checkout, environment).events
      // The schema of the operation refuses types that there are not.
      const type = values.type as EventType | undefined
      const last = (await source.list({ limit: 1 })).data[0]?.sequence ?? 0
      const query = { limit, ...(type && { type }) }
      const { data } = await source.list(after === null ? query : { ...query, after })
      const shown = after === null ? data.toReversed() : data
      shown.forEach(print)
      // A full page from a number on may end before the newest event: what is followed goes on where it ended.
      const full = after !== null && shown.length === limit
      const newest = shown.at(-1)?.sequence ?? 0
      const place = full ? newest : Math.max(last, after ?? 0, newest)
      await follow(source, { place, type }, stop, print)
    })
  },
}

type EventSource = Pick<Checkout['events'], 'list'>

/** Hands over the events after a place, in their order and without gaps, until it is told to stop. */
async function follow(
  source: EventSource,
  from: { readonly place: number; readonly type: EventType | undefined },
  stop: AbortSignal,
  handle: (event: Event) => void,
): Promise<void> {
  let { place } = from
  while (!stop.aborted) {
    const { data, hasMore } = await source.list({ after: place, limit: PAGE, ...(from.type && { type: from.type }) })
    data.forEach(handle)
    place = data.at(-1)?.sequence ?? place
    if (!hasMore) await sleep(LOOK_EVERY_MS, null, { signal: stop }).catch(() => {})
  }
}

function operationsOf(checkout: Checkout, environment: Environment): Pick<Checkout, 'events'> {
  return environment === 'production' ? checkout : checkout.sandbox
}

/** A line for people: number, time, type and what it is about. */
export function printEvent({ sequence, createdAt, type, data }: Event): void {
  console.log(`${String(sequence).padStart(6)}  ${createdAt}  ${type.padEnd(22)}  ${data.object.id}`)
}

function parseEnvironment(text = 'sandbox'): Environment {
  const environment = environments.find((known) => known === text)
  if (!environment) throw new UsageError('--environment must be sandbox or production.')
  return environment
}

function parseNumber(option: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text)
  if (!/^\d{1,15}$/.test(text) || number < least || number > most) {
    const range = most === Number.MAX_SAFE_INTEGER ? `${least} or more` : `${least} to ${most}`
    throw new UsageError(`${option} must be a whole number, ${range}, not ${text}.`)
  }
  return number
}

/** Aborts with the first Ctrl-C, so that the command ends as one that has done its work. */
function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}
