/** Waits for a promise, but no longer than `ms` milliseconds. */
export async function waitAtMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  const { promise: tooLong, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  try {
    await Promise.race([awaited, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
