const MAX_REMEMBERED = 10_000

/**
 * Recent refusals of payment creation, so that repeating one does not cost the writer's time again. Bounded: the oldest
 * entries are dropped first.
 */
export class FullWallets {
  readonly #until = new Map<string, number>()
  readonly #suspects = new Set<string>()

  /** Records that no amount is free before a time, in milliseconds. */
  noteFull(place: string, until: number): void {
    this.#until.set(place, until)
    dropOldest(this.#until)
  }

  /** The time until which no amount is free; null if it is unknown or past. */
  fullUntil(place: string, now: number): number | null {
    const until = this.#until.get(place)
    if (until === undefined) return null
    if (until > now) return until
    this.#until.delete(place)
    return null
  }

  /** Records that a merchant was refused, so that the next request is checked before it takes the writer's turn. */
  suspect(merchantAtPlace: string): void {
    this.#suspects.add(merchantAtPlace)
    dropOldest(this.#suspects)
  }

  isSuspect(merchantAtPlace: string): boolean {
    return this.#suspects.has(merchantAtPlace)
  }

  acquit(merchantAtPlace: string): void {
    this.#suspects.delete(merchantAtPlace)
  }
}

function dropOldest(entries: Map<string, unknown> | Set<string>): void {
  if (entries.size <= MAX_REMEMBERED) return
  const [oldest] = entries.keys()
  if (oldest !== undefined) entries.delete(oldest)
}
