const WITHIN_MS = 5_000

/** Awaits a database query. Throws after five seconds: the callers are probes, which do not wait long. */
export async function awaitAnswer<T>(query: Promise<T>): Promise<T> {
  const { promise: tooLong, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it took too long')), WITHIN_MS)
  try {
    return await Promise.race([query, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
