/** Caches the most recently used results of a pure function, up to `limit` of them. */
export type Lru<Value> = {
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
