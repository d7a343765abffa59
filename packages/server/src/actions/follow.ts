/** Commands that follow events, and print them. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Checkout, Event, EventType } from '@crypto-checkout/core'
import { print, printError } from '../command-line/output.ts'
import { LOCK, tryLockData } from '../setup/data-lock.ts'
import type { Settings } from '../setup/settings.ts'

const PAGE = 100

export function printEvent(event: Event): void {
  print(formatEventLine(event))
}

/** One line for people: number, time, type and object. */
export function formatEventLine({ sequence, createdAt, type, data }: Event): string {
  return `${String(sequence).padStart(6)}  ${createdAt}  ${type.padEnd(22)}  ${data.object.id}`
}

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

/** For commands that wait for events: warns on standard error if no server runs on the data. Creates no file and no folder. */
export function warnIfNotServed({ dataDir, isApp }: Settings): void {
  // Nothing shows whether an app runs.
  if (isApp || isServed(dataDir)) return
  printError(
    `No server runs on ${dataDir} on this machine. Events come once one does: start it with npm start, or ` +
      'crypto-checkout start. Name the options of an app that has the checkout in it by --app.',
  )
}

function isServed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false
  const release = tryLockData(dataDir)
  release?.()
  return release === null
}
