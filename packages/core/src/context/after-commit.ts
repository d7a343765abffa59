import type { Tx } from '../storage/database.ts'
import type { Observer } from './observer.ts'

type Telling = (observer: Observer) => void

/** Pieces of work that share a transaction run one after the other. New hooks belong to the piece that began last. */
const told = new WeakMap<Tx, Telling[]>()

/** Starts collecting after-commit hooks for a piece of work. Hooks of a piece that failed or is retried are dropped. */
export function collectAfterCommit(tx: Tx): readonly Telling[] {
  const tellings: Telling[] = []
  told.set(tx, tellings)
  return tellings
}

/** Calls observers after the commit. */
export function runAfterCommit(tx: Tx, telling: Telling): void {
  told.get(tx)?.push(telling)
}
