const MAX_REMEMBERED = 10_000

/**
 * What creating was refused for lately, so that repeating it does not cost the writer's time again. It is bounded: the
 * oldest entries are dropped first.
 */
export class FullWallets {
  readonly #until = new Map<string, number>()
  readonly #suspects = new Set<string>()

  /** Notes that no amount is free before a time, in milliseconds. */
  noteFull(place: string, until: number): void {
    this.#until.set(place, until)
    dropOldest(this.#until)
  }

  /** Until when no amount is free; null where that is unknown or over. */
  fullUntil(place: string, now: number): number | null {
    const until = this.#until.get(place)
    if (until === undefined) return null
    if (until > now) return until
    this.#until.delete(place)
    return null
  }

  /** Notes that a merchant was refused, so that the next request looks before it takes the writer's turn. */
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
