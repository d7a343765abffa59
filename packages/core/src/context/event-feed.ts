/** The number of events that a feed remembers for streams that are a little behind. All others read the database. */
import type { Owner } from '../domain/owner.ts'

const MAX_REMEMBERED = 64
const MAX_CHARACTERS = 256 * 1_024

/** An event as a stream sends it. */
export type FeedMessage = { readonly sequence: number; readonly text: string }

type Reader = { wake(): void }

/** The newest events of a merchant in an environment, read once for all its streams. */
export class EventFeed {
  readonly owner: Owner
  readonly readers = new Set<Reader>()
  #place: number
  #recent: FeedMessage[] = []

  constructor(owner: Owner, place: number) {
    this.owner = owner
    this.#place = place
  }

  /** The last sequence number that was read. */
  get place(): number {
    return this.#place
  }

  /** Adds the messages that follow, and hands them to the streams. */
  publish(messages: readonly FeedMessage[]): void {
    const last = messages.at(-1)
    if (!last) return
    this.#place = last.sequence
    this.#recent = keepNewest([...this.#recent, ...messages])
    for (const reader of this.readers) reader.wake()
  }

  /** The messages after a number; null if it does not remember all of them. */
  after(place: number): readonly FeedMessage[] | null {
    const index = this.#recent.findIndex(({ sequence }) => sequence === place + 1)
    return index === -1 ? null : this.#recent.slice(index)
  }
}

function keepNewest(messages: readonly FeedMessage[]): FeedMessage[] {
  let characters = 0
  let first = messages.length
  while (first > 0 && messages.length - first < MAX_REMEMBERED) {
    characters += messages[first - 1]?.text.length ?? 0
    if (characters > MAX_CHARACTERS) break
    first -= 1
  }
  return messages.slice(first)
}
