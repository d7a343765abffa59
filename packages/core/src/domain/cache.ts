/** Caches: of the most recently used results, of recent answers, and of what follows from kept objects. */

/** Caches the most recently used results of a pure function, up to `limit` of them. */
type Lru<Value> = {
  get(key: string): Value
  counters(): LruCounters
}

export type LruCounters = { hits: number; misses: number; size: number }

export function createLru<Value>(limit: number, compute: (key: string) => Value): Lru<Value> {
  const entries = new Map<string, { value: Value }>()
  let hits = 0
  let misses = 0
  return {
    get(key) {
      const known = entries.get(key)
      if (known) {
        hits += 1
        // A Map keeps the order of insertion: deleted and set again, an entry becomes the newest.
        entries.delete(key)
        entries.set(key, known)
        return known.value
      }
      misses += 1
      const value = compute(key)
      const oldest = entries.keys().next()
      if (entries.size >= limit && !oldest.done) entries.delete(oldest.value)
      entries.set(key, { value })
      return value
    },
    counters: () => ({ hits, misses, size: entries.size }),
  }
}

/** Computes once what follows from a frozen object, and keeps it as long as the object. Any other object may change. */
export function cacheOfFrozen<Input extends object, Value>(compute: (input: Input) => Value): (input: Input) => Value {
  const known = new WeakMap<Input, Value>()
  return (input) => {
    const before = known.get(input)
    if (before !== undefined) return before
    const value = compute(input)
    if (Object.isFrozen(input)) known.set(input, value)
    return value
  }
}

/** Drops the oldest entries of a collection with more than `most`. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  if (entries.size <= most) return
  // The way to the first entry leads past all that were deleted, so some more are dropped at a time.
  const kept = most - Math.floor(most / 16)
  for (const oldest of entries.keys()) {
    entries.delete(oldest)
    if (entries.size <= kept) return
  }
}

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

/** Caches the answer. A failure is not cached: a merchant may be created later. */
export function cacheAnswer<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null
  return () => {
    answer ??= ask().catch((error: unknown) => {
      answer = null
      throw error
    })
    return answer
  }
}
