import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout, Event, EventType } from '@crypto-checkout/core'

const PAGE = 100
const LOOK_EVERY_MS = 250

type From = { readonly place: number; readonly type?: EventType | undefined }

/**
 * Hands over the events after a place, in their order and without gaps, until it is told to stop: the
 * next one when the handler is done with the last.
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

/** Ends early when it is told to stop. */
export async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, null, { signal: stop }).catch(() => {})
}

/** Aborts with the first Ctrl-C, so that the command ends as one that has done its work. */
export function interrupted(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => controller.abort())
  return controller.signal
}
