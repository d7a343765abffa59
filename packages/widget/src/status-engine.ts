import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Failure, fetchStatus, type StatusAnswer } from './fetch-status.ts'
import { computeNextPace, computePollDelayMs, computeRetryDelayMs, type ServerClock } from './poll-schedule.ts'

const TIMEOUT_MS = 15_000
/** Lets the server wait for a change, for eight seconds at most. Some hosts end silent requests after ten. */
const WAIT = '?wait=8'
/** After this time a hidden tab stops polling. */
const FORGOTTEN_MS = 300_000

type GoodAnswer = Exclude<StatusAnswer, { kind: 'failure' }>

type Timers = { setTimeout(callback: () => void, ms: number): unknown; clearTimeout(handle: unknown): void }

export type StatusEngineOptions = {
  url: string
  fetch: typeof globalThis.fetch
  clock: ServerClock
  timers: Timers
  /** A number from 0 to 1, for the jitter of retries. */
  random(): number
  /** Tells whether the tab is hidden. */
  hidden(): boolean
  /** Tells whether the browser reports that it is offline. */
  offline(): boolean
  /** Called for every good answer, also an unchanged one. */
  onPayment(payment: PublicPayment): void
  /** Called for every failed attempt; `streak` counts failures since the last good answer. */
  onFailure(failure: Failure, streak: number): void
}

export type StatusEngine = {
  /** Reads the status now. Resolves with the answer to a request made after this call. */
  check(): Promise<void>
  /** The tab is visible again or the network is back: reads the status now, unless that is known to be useless. */
  wake(): void
  /** Stops for good. A request in flight is aborted and its answer dropped. */
  stop(): void
}

/** The request that waits. A browser has few connections to a server, so the elements of a page share one wait. */
let waiting: AbortController | null = null

/** Reads the status once, and gives up after a time. */
async function request(
  { fetch, timers, url }: StatusEngineOptions,
  etag: string | null,
  abort: AbortController,
  waits?: boolean,
): Promise<StatusAnswer> {
  const deadline = timers.setTimeout(() => abort.abort(), TIMEOUT_MS)
  if (waits) waiting = abort
  const answer = await fetchStatus(fetch, waits ? url + WAIT : url, etag, abort.signal)
  if (waits) waiting = null
  timers.clearTimeout(deadline)
  return answer
}

/** Calls `poll` at the time of the next request, unless polling rests then. `waits` tells whether that may wait. */
function createSchedule(options: StatusEngineOptions, poll: (waits?: boolean) => Promise<void>) {
  const { clock, hidden, timers } = options
  let timer: unknown = null
  let streak = 0
  let pace = 1
  let completed = false
  let hiddenSince: number | null = null
  let cutOff = false
  /** True if the server has set the time of the next request; the timer then waits for it. */
  let toldToWait = false

  /** Tells whether automatic polling is paused. When the tab or the network comes back, `wake` is called. */
  const resting = (): boolean => {
    hiddenSince = hidden() ? (hiddenSince ?? clock.monotonicMs()) : null
    if (hiddenSince !== null && clock.monotonicMs() - hiddenSince >= FORGOTTEN_MS) return true
    // An offline browser may still reach a server on its own machine. So it must also have failed to reach it.
    return (cutOff && options.offline()) || completed
  }

  const set = (ms: number | null) => {
    if (ms === null) return
    timer = timers.setTimeout(() => {
      toldToWait = false
      // After a failure, a wait would hide whether the server answers again.
      if (!resting()) void poll(!(streak || waiting || hidden()))
    }, ms)
  }

  return {
    clear: () => timers.clearTimeout(timer),
    wake() {
      if (!resting() && !toldToWait) void poll()
    },
    /** The last request has failed. */
    retry({ code, retryable, retryAfterMs }: Failure): number {
      streak += 1
      toldToWait = retryAfterMs !== null
      cutOff = code === 'unreachable'
      if (code === 'rate_limited') pace = computeNextPace(pace, true)
      set(retryable ? computeRetryDelayMs(streak, retryAfterMs, options.random) : null)
      return streak
    },
    /** The last request has succeeded. `waitedMs` of the time until the next one have passed. */
    go(payment: PublicPayment, waitedMs: number) {
      completed = payment.status === 'completed'
      streak = 0
      toldToWait = cutOff = false
      pace = computeNextPace(pace, false)
      const delayMs = computePollDelayMs(payment, clock.nowMs(), hidden())
      set(delayMs && delayMs * pace - waitedMs)
    },
  }
}

/** Follows the status of one payment from creation until it is stopped. */
export function createStatusEngine(options: StatusEngineOptions): StatusEngine {
  const { clock } = options
  let payment: PublicPayment | null = null
  let etag: string | null = null
  let stopped = false
  let abort = new AbortController()
  let running: Promise<void> | null = null
  let queued: Promise<void> | null = null

  const answered = (answer: GoodAnswer, tookMs: number, waits?: boolean): void => {
    if (answer.kind === 'payment') {
      payment = answer.payment
      etag = answer.etag
      clock.sync(payment.serverTime, waits ? 0 : tookMs)
    }
    if (payment === null) return
    schedule.go(payment, waits ? tookMs : 0)
    options.onPayment(payment)
  }

  const ask = async (waits?: boolean): Promise<void> => {
    if (stopped) return
    schedule.clear()
    abort = new AbortController()
    const startedMs = clock.monotonicMs()
    // An answer to a tag would not contain the server's time.
    const answer = await request(options, clock.jumped() ? null : etag, abort, waits)
    if (stopped) return
    if (answer.kind !== 'failure') return answered(answer, clock.monotonicMs() - startedMs, waits)
    // A check has ended the wait, or a proxy may have.
    if (waits) return ask()
    options.onFailure(answer.failure, schedule.retry(answer.failure))
  }

  const start = (waits?: boolean): Promise<void> => {
    running = ask(waits).finally(() => {
      running = null
    })
    return running
  }

  const check = (waits?: boolean): Promise<void> => {
    if (running === null) return start(waits)
    if (waiting === abort) {
      abort.abort()
      return running
    }
    queued ??= running.then(() => {
      queued = null
      return start()
    })
    return queued
  }

  const schedule = createSchedule(options, check)

  return {
    check,
    wake: schedule.wake,
    stop() {
      stopped = true
      schedule.clear()
      abort.abort()
    },
  }
}
