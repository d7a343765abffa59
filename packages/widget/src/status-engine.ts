import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Failure, fetchStatus, type StatusAnswer } from './fetch-status.ts'
import { computeNextPace, computePollDelayMs, computeRetryDelayMs, type ServerClock } from './poll-schedule.ts'

const TIMEOUT_MS = 15_000
/** Lets the server wait for a change, for eight seconds at most. Some hosts end silent requests after ten. */
const WAIT = '?wait=8'
/** After this time a hidden tab stops polling. */
const FORGOTTEN_MS = 300_000

type GoodAnswer = Exclude<StatusAnswer, { kind: 'failure' }>

type Timers = { set(callback: () => void, ms: number): unknown; clear(handle: unknown): void }

export type StatusEngineOptions = {
  url: string
  fetch: typeof globalThis.fetch
  clock: ServerClock
  timers: Timers
  monotonicMs(): number
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
  waits: boolean,
): Promise<StatusAnswer> {
  const deadline = timers.set(() => abort.abort(), TIMEOUT_MS)
  if (waits) waiting = abort
  const answer = await fetchStatus(fetch, waits ? url + WAIT : url, etag, abort.signal)
  if (waits) waiting = null
  timers.clear(deadline)
  return answer
}

/** Follows the status of one payment from creation until it is stopped. */
export function createStatusEngine(options: StatusEngineOptions): StatusEngine {
  const { clock, timers } = options
  let payment: PublicPayment | null = null
  let etag: string | null = null
  let streak = 0
  let pace = 1
  let stopped = false
  let timer: unknown = null
  let abort = new AbortController()
  let running: Promise<void> | null = null
  let queued: Promise<void> | null = null
  let hiddenSince: number | null = null
  let cutOff = false
  /** True if the server has set the time of the next request; the timer then waits for it. */
  let toldToWait = false
  /** Tells whether automatic polling is paused. When the tab or the network comes back, `wake` is called. */
  const resting = (): boolean => {
    hiddenSince = options.hidden() ? (hiddenSince ?? options.monotonicMs()) : null
    if (hiddenSince !== null && options.monotonicMs() - hiddenSince >= FORGOTTEN_MS) return true
    // An offline browser may still reach a server on its own machine. So it must also have failed to reach it.
    return (cutOff && options.offline()) || payment?.status === 'completed'
  }

  const wake = () => {
    if (!resting() && !toldToWait) void check()
  }

  const schedule = (ms: number | null) => {
    if (ms === null || stopped) return
    timer = timers.set(() => {
      toldToWait = false
      // After a failure, a wait would hide whether the server answers again.
      if (!resting()) void start(!(streak || waiting || options.hidden()))
    }, ms)
  }

  const failed = (failure: Failure): void => {
    const { code, retryable, retryAfterMs } = failure
    streak += 1
    toldToWait = retryable && retryAfterMs !== null
    cutOff = code === 'unreachable'
    if (code === 'rate_limited') pace = computeNextPace(pace, true)
    schedule(retryable ? computeRetryDelayMs(streak, retryAfterMs, options.random) : null)
    options.onFailure(failure, streak)
  }

  const ask = async (waits: boolean): Promise<void> => {
    timers.clear(timer)
    abort = new AbortController()
    const startedMs = options.monotonicMs()
    // An answer to a tag would not contain the server's time.
    const answer = await request(options, clock.jumped() ? null : etag, abort, waits)
    // A check has ended this wait, and asks again.
    if (stopped || (waits && queued !== null)) return
    if (answer.kind !== 'failure') return answered(answer, options.monotonicMs() - startedMs, waits)
    // A proxy may have ended the wait.
    return waits ? ask(false) : failed(answer.failure)
  }

  const answered = (answer: GoodAnswer, tookMs: number, waits: boolean): void => {
    streak = 0
    toldToWait = cutOff = false
    pace = computeNextPace(pace, false)
    if (answer.kind === 'payment') {
      payment = answer.payment
      etag = answer.etag
      clock.sync(payment.serverTime, waits ? 0 : tookMs)
    }
    if (payment === null) return
    const delayMs = computePollDelayMs(payment, clock.nowMs(), options.hidden())
    schedule(delayMs && delayMs * pace - (waits ? tookMs : 0))
    options.onPayment(payment)
  }

  const start = (waits = false): Promise<void> => {
    running = ask(waits).finally(() => {
      running = null
    })
    return running
  }

  const check = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    if (running === null) return start()
    if (waiting === abort) abort.abort()
    queued ??= running.then(() => {
      queued = null
      return stopped ? undefined : start()
    })
    return queued
  }

  const stop = () => {
    stopped = true
    timers.clear(timer)
    abort.abort()
  }

  return { check, wake, stop }
}
