import type { Tx } from './database.ts'

/** A kind of writes. `write` writes what all pieces of work in a transaction have of it, in order. */
export type DeferredKind<Item> = {
  readonly write: (tx: Tx, items: readonly Item[]) => Promise<unknown>
}

/** Writes that a piece of work leaves to the end of its transaction. */
export type Deferred = Map<DeferredKind<never>, unknown[]>

/** Pieces that share a transaction run one after the other. What is deferred belongs to the piece that began last. */
const collecting = new WeakMap<object, Deferred>()

/** A transaction's handle with a plugin is another object, and has the same adapter. */
const getKey = (tx: Tx): object => tx.getExecutor().adapter

/** Starts collecting for a piece of work. What a piece deferred is dropped with it if it fails. */
export function collectDeferred(tx: Tx): Deferred {
  const deferred: Deferred = new Map()
  collecting.set(getKey(tx), deferred)
  return deferred
}

/**
 * Leaves a write to the end of the transaction, where those of all pieces are one: requests that share a commit then
 * change a counter once. It is for what no work in a transaction reads: counts, searches and the log of events.
 */
export function deferWrite<Item>(tx: Tx, kind: DeferredKind<Item>, items: readonly Item[]): void {
  const deferred = collecting.get(getKey(tx))
  if (!deferred) throw new Error('a write was left to the end of no transaction')
  const all = deferred.get(kind)
  if (all) all.push(...items)
  else deferred.set(kind, [...items])
}

/** Writes what pieces of a transaction have deferred. */
export async function writeDeferred(tx: Tx, pieces: readonly Deferred[]): Promise<void> {
  const kinds = new Set(pieces.flatMap((deferred) => [...deferred.keys()]))
  for (const kind of kinds) {
    await kind.write(tx, pieces.flatMap((deferred) => deferred.get(kind) ?? []) as never[])
  }
}
