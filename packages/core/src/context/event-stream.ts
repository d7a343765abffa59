import type { Owner } from '../domain/owner.ts'
import type { EventFeed, FeedMessage } from './event-feed.ts'

export type Subscription = {
  readonly owner: Owner
  /** The reader: a key or a user. */
  readonly by: string
  /** The last sequence number that the reader has. */
  readonly after: number
  /** Reads the messages after a number, for a reader that is behind. */
  readonly read: (after: number) => Promise<readonly FeedMessage[]>
  /** Tells whether the reader may still read. */
  readonly mayContinue: () => Promise<boolean>
}

/** Proxies close connections that are silent for a minute, some for half of it. */
const KEEP_ALIVE_MS = 15_000
/** A client that takes nothing for this long is too slow. It goes on after the last event that it has. */
const STALLED_MS = 30_000
const CHECK_EVERY_MS = 3_000
const RETRY = 'retry: 2000\n\n'
const COMMENT = ': keep-alive\n\n'

/**
 * One reader's stream. It buffers nothing beyond one page: a reader asks for the next message when it has sent the last
 * one, and who is behind reads the database.
 */
export class EventStream implements AsyncIterableIterator<string> {
  readonly subscription: Subscription
  /** Resolves when the stream has ended. What the client has not taken by then is cut off. */
  readonly ended: Promise<void>
  readonly #feed: EventFeed
  readonly #elapsed: () => number
  readonly #end: () => void
  #place: number
  #page: FeedMessage[] = []
  #isOver = false
  /** A line that is due before the next event. */
  #note: string | null = RETRY
  #wake: (() => void) | null = null
  #handedAt: number
  #checkedAt: number

  constructor(subscription: Subscription, feed: EventFeed, elapsed: () => number) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.subscription = subscription
    this.ended = promise
    this.#end = resolve
    this.#feed = feed
    this.#elapsed = elapsed
    this.#place = subscription.after
    this.#handedAt = elapsed()
    this.#checkedAt = elapsed()
    feed.readers.add(this)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<string, undefined>> {
    while (!this.#isOver) {
      const text = this.#takeNote() ?? (await this.#takeMessage())
      if (text !== null) {
        this.#handedAt = this.#elapsed()
        return { done: false, value: text }
      }
      if (!this.#isOver) await this.#wait()
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorResult<string, undefined>> {
    this.end()
    return { done: true, value: undefined }
  }

  wake(): void {
    this.#wake?.()
  }

  end(): void {
    this.#isOver = true
    this.#feed.readers.delete(this)
    this.#end()
    this.wake()
  }

  /** Keeps a silent connection open, and ends one that takes nothing. */
  tick(): void {
    const silentMs = this.#elapsed() - this.#handedAt
    if (this.#wake === null) {
      if (silentMs >= STALLED_MS) this.end()
    } else if (silentMs >= KEEP_ALIVE_MS) {
      this.#note = COMMENT
      this.wake()
    }
  }

  /** Ends a stream whose reader may not read any more. It asks every few seconds. */
  async recheck(): Promise<void> {
    if (this.#elapsed() - this.#checkedAt < CHECK_EVERY_MS) return
    this.#checkedAt = this.#elapsed()
    if (!(await this.subscription.mayContinue())) this.end()
  }

  #takeNote(): string | null {
    const note = this.#note
    this.#note = null
    return note
  }

  async #takeMessage(): Promise<string | null> {
    if (this.#page.length === 0 && this.#isBehind()) {
      const page = this.#feed.after(this.#place) ?? (await this.subscription.read(this.#place))
      // Events in between are not kept any more. The client's next request says so.
      if (page[0]?.sequence !== this.#place + 1) this.end()
      else this.#page = [...page]
    }
    const message = this.#isOver ? undefined : this.#page.shift()
    if (!message) return null
    this.#place = message.sequence
    return message.text
  }

  #isBehind(): boolean {
    return this.#place < this.#feed.place
  }

  /** Until there is something to do, which may have come while it looked. */
  async #wait(): Promise<void> {
    if (this.#note !== null || this.#isBehind()) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    await promise
    this.#wake = null
  }
}
