/** The open streams of events of this process. It reads no database and knows no HTTP. */

import { CheckoutError } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { EventFeed } from './event-feed.ts'
import { EventStream, type Subscription } from './event-stream.ts'

export const STREAMS_A_CALLER = 5
export const STREAMS_A_MERCHANT = 50
export const STREAMS_A_SERVER = 200

/** All streams of a process. */
export class EventFeeds {
  readonly #elapsed: () => number
  readonly #feeds = new Map<string, EventFeed>()
  readonly #streams = new Set<EventStream>()
  #isClosed = false

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** Opens a stream; `newest` is the last sequence number that is written. Throws `rate_limited`. */
  open(subscription: Subscription, newest: number): EventStream {
    const { owner, by } = subscription
    const own = [...this.#streams].filter((one) => one.subscription.owner.merchantId === owner.merchantId)
    refuseAbove(own.filter((one) => one.subscription.by === by).length, STREAMS_A_CALLER, 'You have')
    refuseAbove(own.length, STREAMS_A_MERCHANT, 'The merchant has')
    refuseAbove(this.#streams.size, STREAMS_A_SERVER, 'The server has')
    const stream = new EventStream(subscription, this.#openFeed(owner, newest), this.#elapsed)
    this.#streams.add(stream)
    void stream.ended.then(() => this.#streams.delete(stream))
    if (this.#isClosed) stream.end()
    return stream
  }

  /** The feeds that somebody reads. */
  list(): EventFeed[] {
    for (const [name, { readers }] of this.#feeds) if (readers.size === 0) this.#feeds.delete(name)
    return [...this.#feeds.values()]
  }

  get isEmpty(): boolean {
    return this.#feeds.size === 0
  }

  /** Looks after each stream. */
  async tick(): Promise<void> {
    for (const stream of this.#streams) stream.tick()
    await Promise.all([...this.#streams].map((stream) => stream.recheck()))
  }

  /** Ends all streams, and later ones at once: clients go on at another server, or after the restart. */
  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
  }

  #openFeed(owner: Owner, newest: number): EventFeed {
    const name = `${owner.merchantId} ${owner.livemode}`
    const known = this.#feeds.get(name)
    if (known && known.readers.size > 0) return known
    const feed = new EventFeed(owner, newest)
    this.#feeds.set(name, feed)
    return feed
  }
}

function refuseAbove(open: number, limit: number, who: string): void {
  if (open < limit) return
  throw new CheckoutError('rate_limited', `${who} ${limit} streams of events open already: close one first.`)
}
