import type { PublicPayment } from '@crypto-checkout/api-types'
import { asksForMoney, derivePhase } from '@crypto-checkout/payer-ui'
import type { LitElement, ReactiveController } from 'lit'
import { createFailure, type Failure, getEndpointUrl, readPayment } from './fetch-status.ts'
import { createServerClock } from './poll-schedule.ts'
import { createStatusEngine, type StatusEngine } from './status-engine.ts'

const SECOND_MS = 1000
/** A single failed request is not reported while a state is shown. */
const STALE_AFTER_FAILURES = 2

export type Stale = 'offline' | 'stale'

/** Keeps an element's view of one payment up to date while the element is in a document. */
export class PaymentFollower implements ReactiveController {
  payment: PublicPayment | null = null
  failure: Failure | null = null
  /** Failures since the last good answer. */
  #streak = 0
  #src = ''
  #engine: StatusEngine | null = null
  #unwake: (() => void) | undefined
  #tick: ReturnType<typeof setTimeout> | undefined
  readonly #clock = createServerClock(Date.now, () => performance.now())
  readonly #host: LitElement
  readonly #onFailure: (failure: Failure) => void

  /** `onFailure` is called for the first failure of each series. */
  constructor(host: LitElement, onFailure: (failure: Failure) => void) {
    this.#host = host
    this.#onFailure = onFailure
    host.addController(this)
  }

  get nowMs(): number {
    return this.#clock.nowMs()
  }

  /** The reason for which the displayed payment may be out of date; null if it is up to date. */
  get stale(): Stale | null {
    if (this.payment === null || this.failure === null) return null
    if (this.failure.code === 'unreachable' && !navigator.onLine) return 'offline'
    return this.#streak >= STALE_AFTER_FAILURES || !this.failure.retryable ? 'stale' : null
  }

  /** Switches to the payment at `src`. `snapshot` is its public view as JSON, if available. */
  follow(src: string, snapshot: string | null): void {
    this.#stop()
    this.#src = src
    this.#streak = 0
    this.failure = null
    this.payment = snapshot === null ? null : readPayment(snapshot)
    if (this.payment !== null) this.#clock.sync(this.payment.serverTime, 0)
    this.#start()
  }

  /** Reads the status now; resolves when the answer is known. */
  async check(): Promise<void> {
    if (this.#engine === null) this.#start()
    await this.#engine?.check()
  }

  hostConnected(): void {
    this.#start()
  }

  hostDisconnected(): void {
    this.#stop()
  }

  #start(): void {
    // A framework may set `src` late; do not warn about a missing `src` before that.
    if (!this.#host.isConnected || this.#engine !== null || !this.#src) return
    const url = getEndpointUrl(this.#src, document.baseURI, 'status')
    if (url === null) {
      this.#failed(createFailure('invalid_src'), 1)
      return
    }
    const engine = createStatusEngine({
      url,
      fetch: (input, init) => globalThis.fetch(input, init),
      clock: this.#clock,
      timers: window,
      random: Math.random,
      hidden: () => document.visibilityState === 'hidden',
      offline: () => !navigator.onLine,
      onPayment: (payment) => this.#arrived(payment),
      onFailure: (failure, streak) => this.#failed(failure, streak),
    })
    this.#engine = engine
    this.#unwake = listenForWake(engine.wake)
    void engine.check()
    this.#countDown()
  }

  #stop(): void {
    this.#engine?.stop()
    this.#engine = null
    this.#unwake?.()
    clearTimeout(this.#tick)
  }

  #arrived(payment: PublicPayment): void {
    this.payment = payment
    this.failure = null
    this.#streak = 0
    this.#host.requestUpdate()
    this.#countDown()
  }

  #failed(failure: Failure, streak: number): void {
    this.failure = failure
    this.#streak = streak
    this.#host.requestUpdate()
    if (streak === 1) this.#onFailure(failure)
  }

  /** Updates the display each second, and reads the status as soon as the deadline passes. */
  #countDown(): void {
    clearTimeout(this.#tick)
    if (this.payment === null || !asksForMoney(derivePhase(this.payment, this.nowMs))) return
    const remainingMs = Date.parse(this.payment.expiresAt) - this.nowMs
    // The display rounds up, so it changes when a whole number of seconds is left.
    const nextMs = remainingMs % SECOND_MS || SECOND_MS
    this.#tick = setTimeout(() => {
      this.#host.requestUpdate()
      const over = this.payment !== null && !asksForMoney(derivePhase(this.payment, this.nowMs))
      // A failing server is given time: the engine schedules its retries.
      if (over || (this.#clock.jumped() && this.failure === null)) this.#engine?.wake()
      this.#countDown()
    }, nextMs + 1)
  }
}

/** Calls back when the payer returns to the tab or the device is online again. Returns a function that stops this. */
function listenForWake(wake: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const whenVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  document.addEventListener('visibilitychange', whenVisible, { signal })
  window.addEventListener('online', wake, { signal })
  // Only a page restored from the browser's cache has missed anything.
  window.addEventListener('pageshow', (event) => event.persisted && wake(), { signal })
  return () => ending.abort()
}
