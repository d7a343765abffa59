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
  const sender = new Sender(ctx, log)
  return {
    name: 'deliver',
    everyMs: LOOK_EVERY_MS,
    wokenPauseMs: WOKEN_PAUSE_MS,
    run: () => sender.turn(),
    describeError: (error) => (error instanceof Error ? error.message : String(error)),
    idle: () => sender.idle(),
    drain: () => sender.drain(),
  }
}

type Turn = { readonly more: boolean }

class Sender {
  readonly #ctx: Context
  readonly #log: (line: string) => void
  readonly #lanes = new Lanes()
  readonly #attempts = new Set<Promise<void>>()
  /** Attempts whose outcome the next turn writes. */
  readonly #ended: Attempt[] = []
  #lookedAt = Number.NEGATIVE_INFINITY
  #stopped = false
  #lastTurn: Promise<unknown> = Promise.resolve()
  #nextTurn: Promise<Turn> | null = null

  constructor(ctx: Context, log: (line: string) => void) {
    this.#ctx = ctx
    this.#log = log
  }

  /** Runs one turn at a time; callers during a turn share the next one. */
  turn(): Promise<Turn> {
    this.#nextTurn ??= this.#lastTurn.then(() => {
      this.#nextTurn = null
      return this.#takeTurn()
    })
    this.#lastTurn = this.#nextTurn.catch(() => {})
    return this.#nextTurn
  }

  async idle(): Promise<void> {
    do {
      await Promise.all(this.#attempts)
      await this.turn().catch((error: unknown) => this.#log(`deliveries: ${String(error)}`))
    } while (this.#attempts.size > 0)
  }

  async drain(): Promise<void> {
    this.#stopped = true
    await this.idle()
    await leaveLanes(this.#ctx).catch((error: unknown) => this.#log(`deliveries: ${String(error)}`))
  }

  /** New deliveries, outcomes of attempts and the next claims are written in one commit. */
  async #takeTurn(): Promise<Turn> {
    const behind = this.#stopped ? [] : await this.#findNews()
    const left = this.#stopped ? this.#lanes.takeAll() : this.#lanes.takeStale(this.#ctx.now())
    const [made] = await Promise.all([
      fanOut(this.#ctx, behind),
      giveBack(this.#ctx, left),
      // This comes before due deliveries are claimed: one that outlasted its claim is not due again.
      ...this.#ended.splice(0).map((attempt) => this.#record(attempt)),
      this.#beginNext(behind.length > 0 || left.length > 0),
    ])
    return made
  }

  async #findNews() {
    const owners = takeMerchantsWithNewEvents(this.#ctx)
    if (this.#ctx.elapsed() - this.#lookedAt < LOOK_EVERY_MS) return owners
    this.#lookedAt = this.#ctx.elapsed()
    return [...owners, ...(await findMerchantsBehind(this.#ctx))]
  }

  /** `hasMore`: earlier writes of this turn may be due. */
  async #beginNext(hasMore: boolean): Promise<void> {
    if (this.#stopped) return
    const full = this.#lanes.full()
    if (!hasMore && !(await isAnythingDue(this.#ctx, full))) return
    const claimed = await claimDue(this.#ctx, full)
    this.#lanes.add(claimed)
    for (const name of new Set(claimed.map(({ row }) => row.lane))) this.#beginOn(name)
  }

  /** If its outcome is not written, a delivery is sent again when its claim ends. */
  async #record(attempt: Attempt): Promise<void> {
    await recordAttempt(this.#ctx, attempt).catch((error: unknown) => this.#logDelivery(attempt.row.id, error))
  }

  #beginOn(name: string): void {
    if (this.#stopped) return
    for (const one of this.#lanes.begin(name, this.#ctx.now())) this.#begin(one)
  }

  #begin(one: Claimed): void {
    const attempt = this.#send(one)
      .catch((error: unknown) => this.#logDelivery(one.row.id, error))
      .finally(() => this.#attempts.delete(attempt))
    this.#attempts.add(attempt)
  }

  /** While enough of its lane wait, the outcome is written with those of the next ones. */
  async #send(one: Claimed): Promise<void> {
    try {
      const attempt = await attemptDelivery(this.#ctx, one.row)
      if (attempt) this.#ended.push(attempt)
    } finally {
      this.#lanes.end(one)
    }
    this.#beginOn(one.row.lane)
    // The current turn may bring more.
    await this.#lastTurn
    if (this.#lanes.needsMore(one.row.lane)) await this.turn()
  }

  #logDelivery(id: string, error: unknown): void {
    this.#log(`delivery ${id}: ${String(error)}`)
  }
}
