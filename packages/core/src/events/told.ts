import type { Observer } from '../observer.ts'
import type { Tx } from '../storage/database.ts'

type Telling = (observer: Observer) => void

/** Attempts of one transaction run one after the other. Its hooks belong to the latest attempt. */
const told = new WeakMap<Tx, Telling[]>()

/** Starts collecting after-commit hooks for this transaction. Hooks of a failed or retried attempt are dropped. */
export function beginTelling(tx: Tx): readonly Telling[] {
  const tellings: Telling[] = []
  told.set(tx, tellings)
  return tellings
}

/** Calls observers after the commit. */
export function tell(tx: Tx, telling: Telling): void {
  told.get(tx)?.push(telling)
}
