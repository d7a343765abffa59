import type { Db, ReadSnapshot } from './database.ts'

/** A reading connection. Between `begin` and `end` it sees the database as of its first statement. */
export type SnapshotReader = {
  readonly db: Db
  begin(): void
  end(): void
  close(): void
}

/** Most snapshots last less than a millisecond, so that one connection serves nearly all of them. */
const MAX_READERS = 8

/**
 * Lends connections to readers, one reader at a time on each, because a connection has one transaction. It opens a
 * connection when all others are lent. At the limit, readers wait in order of arrival.
 */
export function createSnapshotReaders(open: () => SnapshotReader) {
  const all: SnapshotReader[] = []
  const free: SnapshotReader[] = []
  const waiting: ((reader: SnapshotReader) => void)[] = []

  async function take(): Promise<SnapshotReader> {
    const reader = free.pop()
    if (reader) return reader
    if (all.length >= MAX_READERS) return new Promise((resolve) => waiting.push(resolve))
    const opened = open()
    all.push(opened)
    return opened
  }

  function giveBack(reader: SnapshotReader): void {
    const next = waiting.shift()
    if (next) next(reader)
    else free.push(reader)
  }

  const read: ReadSnapshot = async (work) => {
    const reader = await take()
    try {
      reader.begin()
      return await work(reader.db)
    } finally {
      reader.end()
      giveBack(reader)
    }
  }

  return {
    read,
    close(): void {
      for (const reader of all.splice(0)) reader.close()
      free.length = 0
    },
  }
}
