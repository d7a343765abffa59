import { insertRequests, trimRequests } from '../api/requests/store.ts'
import type { Context } from '../context/context.ts'
import type { LoggedRequest } from '../context/request-log.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 5_000
const ROWS_AT_ONCE = 200
/** A merchant's log is cut to its size after this many new rows, so it is larger by these at most. */
const TRIM_AFTER = 500

/** Writes the requests of merchants, and leaves out the oldest of those that make many. */
export function createRequestLogJob(ctx: Pick<Context, 'requestLog' | 'transact'>): MonitoredJob {
  const untrimmed = new Map<string, number>()

  async function write(entries: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
      const rows = entries.slice(from, from + ROWS_AT_ONCE).map(toRow)
      await ctx.transact((tx) => insertRequests(tx, rows), 'background')
    }
  }

  async function trim(owner: LoggedRequest, written: number): Promise<void> {
    const name = `${owner.merchantId} ${owner.livemode}`
    const rows = (untrimmed.get(name) ?? 0) + written
    if (rows >= TRIM_AFTER) await ctx.transact((tx) => trimRequests(tx, owner), 'background')
    if (rows >= TRIM_AFTER) untrimmed.delete(name)
    else untrimmed.set(name, rows)
  }

  return {
    name: 'request log',
    everyMs: EVERY_MS,
    async run() {
      // Rows that cannot be written are lost: a log must not fill the memory while the database is away.
      for (const entries of ctx.requestLog.takeAll()) {
        const [first] = entries
        if (!first) continue
        await write(entries)
        await trim(first, entries.length)
      }
      return { more: false }
    },
    describeError,
  }
}

function toRow({ merchantId, livemode, at, by, durationMs, ...entry }: LoggedRequest) {
  return {
    ...entry,
    ...toOwnerColumns({ merchantId, livemode }),
    created_at: at,
    actor: by,
    duration_ms: durationMs,
  } as const
}
