import type { Draft, Entry, EntryByKind, Kind } from './entries.ts'

/** One entry before and after; undefined if it did not exist or no longer exists */
export type Change = { readonly before: Entry | undefined; readonly after: Entry | undefined }

export type View = {
  get<K extends Kind>(kind: K, id: string): EntryByKind<K> | undefined
  /** The order is not reliable */
  all<K extends Kind>(kind: K): Iterable<EntryByKind<K>>
}

export type State = View & {
  put(entry: Draft): void
  remove(entry: Entry): void
}

/** Changes on top of a state, invisible below until they are committed */
export type Layer = State & {
  changes(): Change[]
  /** Applies the changes to the state below. */
  commit(): void
}

/** The target of a layer's changes */
export type Base = View & { replace(kind: Kind, id: string, entry: Entry | undefined): void }

/** The ledger's entries after the last closed ledger */
export function createBase(): Base {
  const kinds = new Map<Kind, Map<string, Entry>>()
  const of = (kind: Kind): Map<string, Entry> => {
    const found = kinds.get(kind) ?? new Map<string, Entry>()
    kinds.set(kind, found)
    return found
  }
  return {
    get: <K extends Kind>(kind: K, id: string) => of(kind).get(id) as EntryByKind<K> | undefined,
    all: <K extends Kind>(kind: K) => of(kind).values() as Iterable<EntryByKind<K>>,
    replace(kind, id, entry) {
      if (entry) of(kind).set(id, entry)
      else of(kind).delete(id)
    },
  }
}

/** Entries put into the layer are marked as changed in ledger `sequence`. */
export function createLayer(below: Base, sequence: number): Layer & Base {
  const changed = new Map<string, { kind: Kind; id: string; before: Entry | undefined; after: Entry | undefined }>()
  const replace = (kind: Kind, id: string, after: Entry | undefined): void => {
    const key = `${kind} ${id}`
    const before = changed.has(key) ? changed.get(key)?.before : below.get(kind, id)
    changed.set(key, { kind, id, before, after })
  }
  return {
    get<K extends Kind>(kind: K, id: string) {
      const found = changed.get(`${kind} ${id}`)
      return found ? (found.after as EntryByKind<K> | undefined) : below.get(kind, id)
    },
    *all<K extends Kind>(kind: K) {
      for (const entry of below.all(kind)) if (!changed.has(`${kind} ${entry.id}`)) yield entry
      for (const { after } of changed.values()) if (after?.kind === kind) yield after as EntryByKind<K>
    },
    replace,
    put: (entry) => replace(entry.kind, entry.id, { ...entry, modified: sequence }),
    remove: (entry) => replace(entry.kind, entry.id, undefined),
    changes: () => [...changed.values()].filter(({ before, after }) => before || after),
    commit() {
      for (const { kind, id, after } of changed.values()) below.replace(kind, id, after)
    },
  }
}
