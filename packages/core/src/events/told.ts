import type { Observer } from '../observer.ts'
import type { Tx } from '../storage/database.ts'

type Telling = (observer: Observer) => void

/** Pieces of one transaction run one after the other: what is told is of the one that began last. */
const told = new WeakMap<Tx, Telling[]>()

/** Begins a piece of work. Answers what will be told in it; what was told in one that failed, or is run again, is forgotten. */
export function beginTelling(tx: Tx): readonly Telling[] {
  const tellings: Telling[] = []
  told.set(tx, tellings)
  return tellings
}

/** Lets operators hear of something once it is committed. */
export function tell(tx: Tx, telling: Telling): void {
  told.get(tx)?.push(telling)
}
