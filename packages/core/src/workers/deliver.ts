import type { Context } from '../context/context.ts'
import { type Attempt, attemptDelivery, recordAttempt } from '../webhooks/deliveries/attempt.ts'
import { type Claimed, claimDue, giveBack, isAnythingDue, leaveLanes } from '../webhooks/deliveries/claim.ts'
import { fanOut, findMerchantsBehind, takeMerchantsWithNewEvents } from '../webhooks/deliveries/fan-out.ts'
import { Lanes } from '../webhooks/deliveries/lanes.ts'
import type { MonitoredJob } from './runner.ts'

/** For changes by other processes, and for deliveries that become due. */
const LOOK_EVERY_MS = 500
/** Changes that are committed meanwhile are handled together. */
const WOKEN_PAUSE_MS = 25

export type Deliveries = MonitoredJob & {
  /** Resolves when no claimed delivery is left, and all outcomes are written. */
  idle(): Promise<void>
  /** The same, and starts no new ones: due deliveries wait for the next start. */
  drain(): Promise<void>
}

/**
 * Creates deliveries of new events and sends due ones. Attempts run outside the passes, so a receiver that hangs delays
 * no other. The end of each lets the next of its lane start.
 */
export function createDeliverJob(ctx: Context, log: (line: string) => void): Deliveries {
  const lanes = new Lanes()
  const attempts = new Set<Promise<void>>()
  const ended: Attempt[] = []
  let lookedAt = Number.NEGATIVE_INFINITY
  let stopped = false
  let lastTurn: Promise<unknown> = Promise.resolve()
  let nextTurn: ReturnType<typeof takeTurn> | null = null

  /** Runs one turn at a time; callers during a turn share the next one. */
  function turn(): ReturnType<typeof takeTurn> {
    nextTurn ??= lastTurn.then(() => {
      nextTurn = null
      return takeTurn()
    })
    lastTurn = nextTurn.catch(() => {})
    return nextTurn
  }

  /** New deliveries, outcomes of attempts and the next claims are written in one commit. */
  async function takeTurn(): Promise<{ readonly more: boolean }> {
    const behind = stopped ? [] : await findNews()
    const left = stopped ? lanes.takeAll() : lanes.takeStale(ctx.now())
    const [made] = await Promise.all([
      fanOut(ctx, behind),
      giveBack(ctx, left),
      // This comes before due deliveries are claimed: one that outlasted its claim is not due again.
      ...ended.splice(0).map(record),
      beginNext(behind.length > 0 || left.length > 0),
    ])
    return made
  }

  async function findNews() {
    const owners = takeMerchantsWithNewEvents(ctx)
    if (ctx.elapsed() - lookedAt < LOOK_EVERY_MS) return owners
    lookedAt = ctx.elapsed()
    return [...owners, ...(await findMerchantsBehind(ctx))]
  }

  /** `hasMore`: earlier writes of this turn may be due. */
  async function beginNext(hasMore: boolean): Promise<void> {
    if (stopped) return
    const full = lanes.full()
    if (!hasMore && !(await isAnythingDue(ctx, full))) return
    const claimed = await claimDue(ctx, full)
    lanes.add(claimed)
    for (const name of new Set(claimed.map(({ row }) => row.lane))) beginOn(name)
  }

  /** If its outcome is not written, a delivery is sent again when its claim ends. */
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

  /** While enough of its lane wait, the outcome is written with those of the next ones. */
  async function send(one: Claimed): Promise<void> {
    try {
      const attempt = await attemptDelivery(ctx, one.row)
      if (attempt) ended.push(attempt)
    } finally {
      lanes.end(one)
    }
    beginOn(one.row.lane)
    // The current turn may bring more.
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
    describeError: (error) => (error instanceof Error ? error.message : String(error)),
    idle,
    async drain() {
      stopped = true
      await idle()
      await leaveLanes(ctx).catch((error: unknown) => log(`deliveries: ${String(error)}`))
    },
  }
}
