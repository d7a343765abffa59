import type { Recorded } from '../observer.ts'
import type { Tx } from '../storage/database.ts'

/** Pieces of one transaction run one after the other: what is told is of the one that began last. */
const told = new WeakMap<Tx, Recorded[]>()

/** Begins a piece of work. Answers what will be told in it; what was told in one that failed, or is run again, is forgotten. */
export function beginTelling(tx: Tx): readonly Recorded[] {
  const events: Recorded[] = []
  told.set(tx, events)
  return events
}

/** Lets operators hear of an event once it is committed. */
export function tell(tx: Tx, event: Recorded): void {
  told.get(tx)?.push(event)
}
