import type { PublicPayment } from '@crypto-checkout/api-types'
import { type Failure, fetchStatus } from './fetch-status.ts'
import { computeNextPace, computePollDelayMs, computeRetryDelayMs, type ServerClock } from './poll-schedule.ts'

const TIMEOUT_MS = 15_000
/** After this time a hidden tab stops polling. */
const FORGOTTEN_MS = 300_000

type Timers = { set(callback: () => void, ms: number): unknown; clear(handle: unknown): void }

export type StatusEngineOptions = {
  url: string
  fetch: typeof globalThis.fetch
  clock: ServerClock
  timers: Timers
  monotonicMs(): number
  /** A number from 0 to 1, for the jitter of retries. */
  random(): number
  /** Whether the tab is hidden. */
  hidden(): boolean
  /** Whether the browser reports that it is offline. */
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

/** Follows the status of one payment from creation until it is stopped. */
export function createStatusEngine(options: StatusEngineOptions): StatusEngine {
  const { clock, timers, url } = options
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
  /** Whether the server has set the time of the next request; the timer then waits for it. */
  let toldToWait = false

  /** Whether automatic polling is paused. When the tab or the network comes back, `wake` is called. */
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
      wake()
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

  const ask = async (): Promise<void> => {
    timers.clear(timer)
    abort = new AbortController()
    const deadline = timers.set(() => abort.abort(), TIMEOUT_MS)
    const startedMs = options.monotonicMs()
    // An answer to a tag would not contain the server's time.
    const answer = await fetchStatus(options.fetch, url, clock.jumped() ? null : etag, abort.signal)
    timers.clear(deadline)
    if (stopped) return
    if (answer.kind === 'failure') return failed(answer.failure)
    streak = 0
    toldToWait = cutOff = false
    pace = computeNextPace(pace, false)
    if (answer.kind === 'payment') {
      payment = answer.payment
      etag = answer.etag
      clock.sync(payment.serverTime, options.monotonicMs() - startedMs)
    }
    if (payment === null) return
    const delayMs = computePollDelayMs(payment, clock.nowMs(), options.hidden())
    schedule(delayMs && delayMs * pace)
    options.onPayment(payment)
  }

  const start = (): Promise<void> => {
    running = ask().finally(() => {
      running = null
    })
    return running
  }

  const check = (): Promise<void> => {
    if (stopped) return Promise.resolve()
    if (running === null) return start()
    queued ??= running.then(() => {
      queued = null
      return stopped ? undefined : start()
    })
    return queued
  }

  return {
    check,
    wake,
    stop: () => {
      stopped = true
      timers.clear(timer)
      abort.abort()
    },
  }
}
