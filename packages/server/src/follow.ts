import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout, Event, EventType } from '@crypto-checkout/core'

const PAGE = 100
const LOOK_EVERY_MS = 250

type From = { readonly place: number; readonly type?: EventType | undefined }

/**
 * Passes the events after a position to the handler, in order and without gaps, until stopped. The next event waits
 * until the handler is done with the last.
 */
export async function follow(
  source: Pick<Checkout['events'], 'list'>,
  { place, type }: From,
  stop: AbortSignal,
  handle: (event: Event) => unknown,
): Promise<void> {
  let last = place
  while (!stop.aborted) {
    const { data, hasMore } = await source.list({ after: last, limit: PAGE, ...(type && { type }) })
    for (const event of data) {
      if (stop.aborted) return
      await handle(event)
    }
    last = data.at(-1)?.sequence ?? last
    if (!hasMore) await pause(LOOK_EVERY_MS, stop)
  }
}

/** Ends early on `stop`. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal: stop }).catch(() => {})
}

/** Aborts on the first Ctrl-C, so that the command ends as successful. */
export function createInterruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}
