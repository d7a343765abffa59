/** Requests of merchants in this process, until a pass writes them: a request waits for no write. */

export type LoggedRequest = {
  readonly id: string
  readonly merchantId: string
  readonly livemode: boolean
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
  /** The code of the refusal. */
  readonly code: string | null
  /** A key or a user. */
  readonly by: string
  readonly address: string
  readonly durationMs: number
}

/** The newest of a merchant in an environment that are kept between two passes. */
export const KEPT_OF_A_MERCHANT = 1_000
/** All that are kept between two passes. The next ones are left out. */
const KEPT_AT_MOST = 20_000

type Ring = { readonly entries: LoggedRequest[]; next: number }

export class RequestLog {
  #rings = new Map<string, Ring>()
  #kept = 0

  note(entry: LoggedRequest): void {
    const owner = `${entry.merchantId} ${entry.livemode}`
    const ring = this.#rings.get(owner) ?? { entries: [], next: 0 }
    if (ring.entries.length === KEPT_OF_A_MERCHANT) {
      ring.entries[ring.next] = entry
      ring.next = (ring.next + 1) % KEPT_OF_A_MERCHANT
    } else if (this.#kept < KEPT_AT_MOST) {
      if (ring.entries.length === 0) this.#rings.set(owner, ring)
      ring.entries.push(entry)
      this.#kept += 1
    }
  }

  /** Takes out all of them, by merchant and environment. */
  takeAll(): (readonly LoggedRequest[])[] {
    const taken = [...this.#rings.values()].map(({ entries }) => entries)
    this.#rings = new Map()
    this.#kept = 0
    return taken
  }
}
