/** Shorter ones are waits for the browser itself. */
const LEAST_MS = 1000
const TIMES_FASTER = 10
const LOOK_AGAIN_MS = 20
const PATIENCE_MS = 30_000

const real = window.setTimeout.bind(window)

afterEach(() => {
  window.setTimeout = real as typeof setTimeout
})

/** Lets the element's timers of a second or more run ten times as fast until the test ends. */
export function hasten(): void {
  const faster = (callback: TimerHandler, ms = 0, ...more: unknown[]) =>
    real(callback, ms < LEAST_MS ? ms : ms / TIMES_FASTER, ...more)
  window.setTimeout = faster as typeof setTimeout
}

/** Waits in real time, so a test may be hastened. */
export async function waitUntil(condition: () => unknown, message = 'it does not happen'): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(message)
    await new Promise((resolve) => real(resolve, LOOK_AGAIN_MS))
  }
}
