import type { Context } from '../context.ts'
import { messageOf } from '../networks/health.ts'
import { type Lease, LeaseLostError, readLease, releaseLease, requireLease, takeLease } from '../storage/lease.ts'
import { together } from '../storage/together.ts'
import type { Job, ToldJob } from './runner.ts'

/** A node that died is replaced within this time and one renewal. */
const TTL_MS = 4_000
const RENEW_EVERY_MS = 1_000

/** What is done, and what the node that does it tells those that stand by. */
export type Work = {
  readonly name: string
  readonly tell?: () => string
  /** `ageMs`: how old the note is. */
  readonly hear?: (note: string, ageMs: number) => void
  /** Called with what the last holder told, before this node takes over from it. */
  readonly inherit?: (note: string) => void
}

/** Work that one of several nodes does at a time. */
export type LeasedWork = {
  readonly name: string
  /** For its jobs: once another node has taken over, nothing that they write is kept. */
  readonly ctx: Context
  /** Keeps the lease; to be run with the work's jobs. */
  readonly keepers: readonly ToldJob[]
  /** One of its jobs, which rests while another node does the work. */
  job<J extends Job>(own: J): J
  /** Whether this node does it; null where no other one could. */
  held(): boolean | null
  /** Lets another node take over at once; where that fails, when its time is over. */
  release(): Promise<void>
}

/** Where a process has its database for itself nobody else could do the work: then there is no lease. */
export function leased(ctx: Context, work: Work): LeasedWork {
  const { name, tell = () => '', hear = () => {}, inherit = () => {} } = work
  // Nobody waits for its answers.
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
        hear(seen.note, seen.ageMs)
        return
      }
      inherit(seen.note)
    }
    const begun = ctx.elapsed()
    await hold(await ctx.transact((tx) => takeLease(tx, clock, { name, holder, note: tell(), ttlMs: TTL_MS })))
    heldUntil = lease ? begun + TTL_MS : Number.NEGATIVE_INFINITY
  }

  /** What passes read under one lease they must not write under another: those of the last one end first, and write nothing. */
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

  const keeper: ToldJob = {
    name: `lease of ${name}`,
    everyMs: RENEW_EVERY_MS,
    run: async () => {
      await renew()
      return { more: false }
    },
    explain: messageOf,
  }
  return {
    name,
    ctx: {
      ...ctx,
      transact: (change) =>
        transact(async (tx) => {
          if (!lease) throw new LeaseLostError(name)
          const [, value] = await together([requireLease(tx, lease), change(tx)])
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
