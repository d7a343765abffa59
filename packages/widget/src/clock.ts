/** The server's time, for a browser whose own clock may be wrong by any amount. */
export type ServerClock = {
  /** Sets the clock from the server time of a response and the request's duration. */
  sync(serverTime: string, roundTripMs: number): void
  /** Unix milliseconds by the server's clock. */
  nowMs(): number
  /**
   * Whether the browser's two clocks have diverged since `sync`. Either the device slept (some browsers stop the
   * monotonic clock meanwhile) or its time was set. The server's time must then be read again.
   */
  jumped(): boolean
}

const TOLERANCE_MS = 2000

/** `wallMs` is the device's date; `monotonicMs` only counts up. */
export function createServerClock(wallMs: () => number, monotonicMs: () => number): ServerClock {
  let server = wallMs()
  let wall = server
  let monotonic = monotonicMs()
  return {
    sync(serverTime, roundTripMs) {
      server = Date.parse(serverTime) + roundTripMs / 2
      wall = wallMs()
      monotonic = monotonicMs()
    },
    nowMs: () => server + (monotonicMs() - monotonic),
    jumped: () => Math.abs(wallMs() - wall - (monotonicMs() - monotonic)) > TOLERANCE_MS,
  }
}
