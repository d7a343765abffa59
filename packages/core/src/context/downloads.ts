/** The files that this process sends now. Each is made while it is sent, as fast as its client takes it. It knows no HTTP. */

/** Each takes time of the only thread, and a page of rows of memory. */
const MAX_AT_ONCE = 2
/** A client that takes nothing for this long, or all together for that long, gives its place to others. */
const STALLED_MS = 30_000
const LONGEST_MS = 600_000

type Rows = AsyncIterator<string | Uint8Array, unknown>

/** One file. `ended` resolves when it is complete, its client has gone, or others need its place. */
class Download implements AsyncIterableIterator<string | Uint8Array> {
  readonly ended: Promise<void>
  readonly #elapsed: () => number
  readonly #end: () => void
  readonly #startedAt: number
  #handedAt: number
  #rows: Rows | null = null
  #state: 'open' | 'complete' | 'left' | 'cut' = 'open'

  constructor(elapsed: () => number, release: () => void) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#elapsed = elapsed
    this.#startedAt = elapsed()
    this.#handedAt = this.#startedAt
    this.#end = () => {
      release()
      resolve()
    }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  give(rows: Rows): void {
    this.#rows = rows
  }

  /** Throws if the file was cut off: what was sent of it must not look complete. */
  async next(): Promise<IteratorResult<string | Uint8Array, undefined>> {
    try {
      const found = this.#state === 'open' ? await this.#rows?.next() : undefined
      this.#handedAt = this.#elapsed()
      if (this.#state === 'cut') throw new Error('the file was cut off: others waited for its place')
      if (this.#state === 'open' && found?.done === false) return { done: false, value: found.value }
      this.#finish('complete')
      return { done: true, value: undefined }
    } catch (error) {
      this.#finish('cut')
      throw error
    }
  }

  async return(): Promise<IteratorResult<string | Uint8Array, undefined>> {
    this.#finish('left')
    return { done: true, value: undefined }
  }

  cut(): void {
    this.#finish('cut')
  }

  isStuck(): boolean {
    const now = this.#elapsed()
    return now - this.#handedAt >= STALLED_MS || now - this.#startedAt >= LONGEST_MS
  }

  #finish(state: 'complete' | 'left' | 'cut'): void {
    if (this.#state !== 'open') return
    this.#state = state
    this.#end()
    void this.#rows?.return?.()
  }
}

export type WaitReason = 'same' | 'others'

/** All files that a process sends: two at a time, and one of each link. */
export class Downloads {
  readonly #elapsed: () => number
  readonly #open = new Map<string, Download>()
  #isClosed = false

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /**
   * Returns the reason for which a link's file has to wait: it is being sent, or others are. Null if it may be sent.
   */
  findReasonToWait(link: string): WaitReason | null {
    for (const one of this.#open.values()) if (one.isStuck()) one.cut()
    if (this.#open.has(link)) return 'same'
    return this.#isClosed || this.#open.size >= MAX_AT_ONCE ? 'others' : null
  }

  /** Takes a place for a link that needs not wait. The place is free again when its rows have ended, or cannot be read. */
  async open(link: string, start: () => Promise<Rows>): Promise<Download> {
    const download = new Download(this.#elapsed, () => this.#open.delete(link))
    this.#open.set(link, download)
    try {
      download.give(await start())
      return download
    } catch (error) {
      download.cut()
      throw error
    }
  }

  close(): void {
    this.#isClosed = true
    for (const one of this.#open.values()) one.cut()
  }
}
