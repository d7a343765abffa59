import type { Context } from '../context.ts'
import { type Attempt, attemptDelivery, recordAttempt } from '../deliveries/attempt.ts'
import { type Claimed, claimDue, giveBack, isAnythingDue, leaveLanes } from '../deliveries/claim.ts'
import { fanOut, ownersBehind, ownersWithNews } from '../deliveries/fan-out.ts'
import { Lanes } from '../deliveries/lanes.ts'
import type { ToldJob } from './runner.ts'

/** For what other processes wrote, and for what is due by its time. */
const LOOK_EVERY_MS = 500
/** What is committed meanwhile is told together. */
const WOKEN_PAUSE_MS = 25

export type Deliveries = ToldJob & {
  /** Resolves when nothing that was claimed is left, and how it went is written. */
  idle(): Promise<void>
  /** The same, and begins no more: what is due is left for the next start. */
  drain(): Promise<void>
}

/**
 * Makes deliveries of new events and sends those that are due. Attempts go on beside the passes, so that a receiver
 * that hangs delays no other; the end of each lets the next of its lane begin.
 */
export function deliverJob(ctx: Context, log: (line: string) => void): Deliveries {
  const lanes = new Lanes()
  const attempts = new Set<Promise<void>>()
  const ended: Attempt[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let lastTurn: Promise<unknown> = Promise.resolve()
  let nextTurn: ReturnType<typeof takeTurn> | null = null

  /** Turns come one after another: who asks during one gets the next, and all who ask meanwhile get the same. */
  function turn(): ReturnType<typeof takeTurn> {
    nextTurn ??= lastTurn.then(() => {
      nextTurn = null
      return takeTurn()
    })
    lastTurn = nextTurn.catch(() => {})
    return nextTurn
  }

  /** What is new, how attempts ended, and what is begun next: all is written in one commit. */
  async function takeTurn(): Promise<{ readonly more: boolean }> {
    const behind = stopped ? [] : await findNews()
    const left = stopped ? lanes.takeAll() : lanes.takeStale(ctx.now())
    const [made] = await Promise.all([
      fanOut(ctx, behind),
      giveBack(ctx, left),
      // Before what is due is claimed: what outlasted its claim is not due again.
      ...ended.splice(0).map(record),
      beginNext(behind.length > 0 || left.length > 0),
    ])
    return made
  }

  async function findNews() {
    const told = ownersWithNews(ctx)
    if (ctx.elapsed() - lookedAt < LOOK_EVERY_MS) return told
    lookedAt = ctx.elapsed()
    return [...told, ...(await ownersBehind(ctx))]
  }

  /** `hasMore`: what this turn writes before may be due. */
  async function beginNext(hasMore: boolean): Promise<void> {
    if (stopped) return
    const full = lanes.full()
    if (!hasMore && !(await isAnythingDue(ctx, full))) return
    const claimed = await claimDue(ctx, full)
    lanes.add(claimed)
    for (const name of new Set(claimed.map(({ row }) => row.lane))) beginOn(name)
  }

  /** What is not written is sent again when its claim is over. */
  async function record(attempt: Attempt): Promise<void> {
    await recordAttempt(ctx, attempt).catch((error: unknown) => log(`delivery ${attempt.row.id}: ${String(error)}`))
  }

  function beginOn(name: string): void {
    if (stopped) return
    for (const one of lanes.begin(name, ctx.now())) begin(one)
  }

  function begin(one: Claimed): void {
    const attempt = send(one)
      .catch((error: unknown) => log(`delivery ${one.row.id}: ${String(error)}`))
      .finally(() => attempts.delete(attempt))
    attempts.add(attempt)
  }

  /** While enough of its lane wait, how it went is written with the ends of the next ones. */
  async function send(one: Claimed): Promise<void> {
    try {
      const attempt = await attemptDelivery(ctx, one.row)
      if (attempt) ended.push(attempt)
    } finally {
      lanes.end(one)
    }
    beginOn(one.row.lane)
    // The turn under way may bring more.
    await lastTurn
    if (lanes.needsMore(one.row.lane)) await turn()
  }

  async function idle(): Promise<void> {
    do {
      await Promise.all(attempts)
      await turn().catch((error: unknown) => log(`deliveries: ${String(error)}`))
    } while (attempts.size > 0)
  }

  return {
    name: 'deliver',
    everyMs: LOOK_EVERY_MS,
    wokenPauseMs: WOKEN_PAUSE_MS,
    run: turn,
    explain: (error) => (error instanceof Error ? error.message : String(error)),
    idle,
    async drain() {
      stopped = true
      await idle()
      await leaveLanes(ctx).catch((error: unknown) => log(`deliveries: ${String(error)}`))
    },
  }
}
