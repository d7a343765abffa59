/** Returns a recent answer for a key, or asks for one. Callers during a request share its answer. */
export type Cache<Value> = (key: string, ask: () => Promise<Value>) => Promise<Value>

/** Caches answers for some milliseconds of a monotonic clock. Failures are not cached. */
export function createCache<Value>(ms: number, elapsed: () => number): Cache<Value> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<Value> }>()
  return (key, ask) => {
    const known = kept.get(key)
    const now = elapsed()
    if (known && now - known.at < ms) return known.value
    const entry = { at: now, value: ask() }
    kept.set(key, entry)
    entry.value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key)
    })
    return entry.value
  }
}
