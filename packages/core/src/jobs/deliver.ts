import type { Context } from '../context.ts'
import { attemptDelivery } from '../deliveries/attempt.ts'
import { claimDue, subjectOf } from '../deliveries/claim.ts'
import { fanOut } from '../deliveries/fan-out.ts'
import type { ToldJob } from './runner.ts'

/** For what other processes wrote, and for what is due by its time. */
const LOOK_EVERY_MS = 500
/** What is committed meanwhile is told together. */
const WOKEN_PAUSE_MS = 10

export type Deliveries = ToldJob & {
  /** Resolves when no attempt is under way. */
  idle(): Promise<void>
  /** The same, and begins no more: what is due is left for the next start. */
  drain(): Promise<void>
}

/**
 * Makes deliveries of new events and sends those that are due. Attempts go on beside the passes, so
 * that a receiver that hangs delays no other; the end of each lets the next of its lane begin.
 */
export function deliverJob(ctx: Context, log: (line: string) => void): Deliveries {
  const underWay = new Map<string, Set<string>>()
  const attempts = new Set<Promise<void>>()
  let starting: Promise<void> | null = null
  let again = false
  let stopped = false

  /** One at a time: each sees what the one before has begun. */
  function startDue(): Promise<void> {
    again = true
    starting ??= startWhileAsked()
    return starting
  }

  async function startWhileAsked(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        for (const row of await claimDue(ctx, underWay)) begin(row)
      }
    } finally {
      starting = null
    }
  }

  function begin(row: Parameters<typeof attemptDelivery>[1]): void {
    const subject = subjectOf(row)
    const busy = underWay.get(row.lane) ?? new Set()
    underWay.set(row.lane, busy.add(subject))
    const attempt = attemptDelivery(ctx, row)
      .finally(() => {
        busy.delete(subject)
        if (busy.size === 0) underWay.delete(row.lane)
      })
      .then(startDue)
      // It is due again when its claim is over.
      .catch((error: unknown) => log(`delivery ${row.id}: ${String(error)}`))
      .finally(() => attempts.delete(attempt))
    attempts.add(attempt)
  }

  async function idle(): Promise<void> {
    while (attempts.size > 0) await Promise.all(attempts)
  }

  return {
    name: 'deliver',
    everyMs: LOOK_EVERY_MS,
    wokenPauseMs: WOKEN_PAUSE_MS,
    async run() {
      const { more } = await fanOut(ctx)
      await startDue()
      return { more }
    },
    explain: (error) => (error instanceof Error ? error.message : String(error)),
    idle,
    drain() {
      stopped = true
      return idle()
    },
  }
}
