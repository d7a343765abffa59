/** The server's time, on a browser whose own clock may be wrong by any amount. */
export type ServerClock = {
  /** Takes what a response says about the server's time, and how long the request took. */
  sync(serverTime: string, roundTripMs: number): void
  /** Unix milliseconds by the server's clock. */
  nowMs(): number
  /**
   * Whether the browser's two clocks have parted since `sync`: the device slept (some browsers
   * stop the monotonic clock meanwhile) or somebody set its time. Then the time must be asked for again.
   */
  jumped(): boolean
}

const TOLERANCE_MS = 2000

/** `wallMs` is the device's idea of the date, `monotonicMs` only counts on. */
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
