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
  /** Tells whether this node does it; null if there can be no other node. */
  held(): boolean | null
  /** Lets another node take over at once, or if that fails, when the lease expires. */
  release(): Promise<void>
}

/** A process with a database of its own needs no lease, because no other process could do the work. */
export function createLeasedWork(ctx: Context, work: Work): LeasedWork {
  const { name } = work
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
  const holder = new LeaseHolder(ctx, ctx.node, work)
  return {
    name,
    ctx: {
      ...ctx,
      transact: (change) =>
        transact(async (tx) => {
          const [, value] = await pipeline([requireLease(tx, holder.requireCurrent()), change(tx)])
          return value
        }),
    },
    keepers: [createKeeper(name, holder)],
    job: (own) => ({ ...own, run: () => holder.pass(own) }),
    held: () => holder.isHeld(),
    release: () => holder.release(),
  }
}

function createKeeper(name: string, holder: LeaseHolder): MonitoredJob {
  return {
    name: `lease of ${name}`,
    everyMs: RENEW_EVERY_MS,
    run: async () => {
      await holder.renew()
      return { more: false }
    },
    describeError,
  }
}

/** One node's lease on some work, with the passes that run under it. */
class LeaseHolder {
  readonly #ctx: Context
  readonly #node: NonNullable<Context['node']>
  readonly #work: Work
  readonly #passes = new Set<Promise<unknown>>()
  #lease: Lease | null = null
  #heldUntil = Number.NEGATIVE_INFINITY

  constructor(ctx: Context, node: NonNullable<Context['node']>, work: Work) {
    this.#ctx = ctx
    this.#node = node
    this.#work = work
  }

  isHeld(): boolean {
    return this.#ctx.elapsed() < this.#heldUntil
  }

  /** Throws LeaseLostError while another node holds it. */
  requireCurrent(): Lease {
    if (!this.#lease) throw new LeaseLostError(this.#work.name)
    return this.#lease
  }

  async renew(): Promise<void> {
    const { name, snapshot, restore, inherit } = this.#work
    const { clock, id: holder } = this.#node
    const seen = await readLease(this.#ctx.db, clock, name)
    if (seen && seen.holder !== holder) {
      if (seen.leftMs > 0) {
        await this.#hold(null)
        restore?.(seen.note, seen.ageMs)
        return
      }
      inherit?.(seen.note)
    }
    const startedAt = this.#ctx.elapsed()
    const taken = await this.#ctx.transact((tx) => {
      return takeLease(tx, clock, { name, holder, note: snapshot?.() ?? '', ttlMs: TTL_MS })
    })
    await this.#hold(taken)
    this.#heldUntil = this.#lease ? startedAt + TTL_MS : Number.NEGATIVE_INFINITY
  }

  /** Runs a pass of a job, unless another node holds the lease. */
  async pass(job: Job): Promise<{ readonly more: boolean }> {
    if (!this.isHeld()) return { more: false }
    const running = job.run()
    this.#passes.add(running)
    try {
      return await running
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error
      this.#heldUntil = Number.NEGATIVE_INFINITY
      return { more: false }
    } finally {
      this.#passes.delete(running)
    }
  }

  async release(): Promise<void> {
    const last = this.#lease
    await this.#hold(null)
    if (last) await this.#ctx.transact((tx) => releaseLease(tx, last)).catch(() => {})
  }

  /**
   * A pass must not write under another lease than it read under. The passes of the last lease end first, and write
   * nothing.
   */
  async #hold(next: Lease | null): Promise<void> {
    if (next?.token !== this.#lease?.token) {
      this.#lease = null
      this.#heldUntil = Number.NEGATIVE_INFINITY
      await Promise.allSettled(this.#passes)
    }
    this.#lease = next
  }
}
