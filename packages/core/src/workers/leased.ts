import type { Context } from '../context/context.ts'
import { describeError } from '../networks/health.ts'
import { pipeline } from '../storage/database.ts'
import { type Lease, LeaseLostError, readLease, releaseLease, requireLease, takeLease } from '../storage/lease.ts'
import type { Job, MonitoredJob } from './runner.ts'

/** A failed node is replaced within this time and one renewal. */
const TTL_MS = 4_000
const RENEW_EVERY_MS = 1_000

/** Leased work, and the state that its holder shares with standby nodes. */
export type Work = {
  readonly name: string
  readonly snapshot?: () => string
  /** `ageMs`: how old the note is. */
  readonly restore?: (note: string, ageMs: number) => void
  /** Called with the last holder's note, before this node takes over from it. */
  readonly inherit?: (note: string) => void
}

/** Work that one node at a time does. */
export type LeasedWork = {
  readonly name: string
  /** For its jobs: once another node has taken over, their writes are rolled back. */
  readonly ctx: Context
  /** Jobs that renew the lease; run them with the work's jobs. */
  readonly keepers: readonly MonitoredJob[]
  /** Wraps one of its jobs, which rests while another node does the work. */
  job<J extends Job>(own: J): J
  /** Whether this node does it; null if there can be no other node. */
  held(): boolean | null
  /** Lets another node take over at once, or if that fails, when the lease expires. */
  release(): Promise<void>
}

/** A process with a database of its own needs no lease, because no other process could do the work. */
export function createLeasedWork(ctx: Context, work: Work): LeasedWork {
  const { name, snapshot = () => '', restore = () => {}, inherit = () => {} } = work
  // No request waits for these writes.
  const transact: Context['transact'] = (change) => ctx.transact(change, 'background')
  if (!ctx.node)
    return {
      name,
      ctx: { ...ctx, transact },
      keepers: [],
      job: (own) => own,
      held: () => null,
      release: async () => {},
    }
  const { clock, id: holder } = ctx.node
  const passes = new Set<Promise<unknown>>()
  let lease: Lease | null = null
  let heldUntil = Number.NEGATIVE_INFINITY

  async function renew(): Promise<void> {
    const seen = await readLease(ctx.db, clock, name)
    if (seen && seen.holder !== holder) {
      if (seen.leftMs > 0) {
        await hold(null)
        restore(seen.note, seen.ageMs)
        return
      }
      inherit(seen.note)
    }
    const startedAt = ctx.elapsed()
    await hold(await ctx.transact((tx) => takeLease(tx, clock, { name, holder, note: snapshot(), ttlMs: TTL_MS })))
    heldUntil = lease ? startedAt + TTL_MS : Number.NEGATIVE_INFINITY
  }

  /**
   * A pass must not write under another lease than it read under. The passes of the last lease end first, and write
   * nothing.
   */
  async function hold(next: Lease | null): Promise<void> {
    if (next?.token !== lease?.token) {
      lease = null
      heldUntil = Number.NEGATIVE_INFINITY
      await Promise.allSettled(passes)
    }
    lease = next
  }

  const isHeld = () => ctx.elapsed() < heldUntil

  async function pass(job: Job): Promise<{ readonly more: boolean }> {
    if (!isHeld()) return { more: false }
    const running = job.run()
    passes.add(running)
    try {
      return await running
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      heldUntil = Number.NEGATIVE_INFINITY
      return { more: false }
    } finally {
      passes.delete(running)
    }
  }

  const keeper: MonitoredJob = {
    name: `lease of ${name}`,
    everyMs: RENEW_EVERY_MS,
    run: async () => {
      await renew()
      return { more: false }
    },
    describeError,
  }
  return {
    name,
    ctx: {
      ...ctx,
      transact: (change) =>
        transact(async (tx) => {
          if (!lease) throw new LeaseLostError(name)
          const [, value] = await pipeline([requireLease(tx, lease), change(tx)])
          return value
        }),
    },
    keepers: [keeper],
    job: (own) => ({ ...own, run: () => pass(own) }),
    held: isHeld,
    async release() {
      const last = lease
      await hold(null)
      if (last) await ctx.transact((tx) => releaseLease(tx, last)).catch(() => {})
    },
  }
}
