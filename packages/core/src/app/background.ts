import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { waitForFirstReadings } from '../networks/require-network.ts'
import type { LeaseStatus } from './stats.ts'
import { startWork, waitAtMost } from './work.ts'

const FIRST_READING_MS = 3_000

/** The background work of a checkout. Until it starts there is nothing to wake. */
export class Background {
  #work: ReturnType<typeof startWork> | null = null
  #stopListeners = async () => {}
  /** Commits of work that is stopping must not start more. */
  #isStopping = false

  /** Resolves when each network and the rates have been read once, or after three seconds. */
  async start(ctx: Context, parts: Parameters<typeof startWork>[1], stopListeners: () => Promise<void>): Promise<void> {
    const work = startWork(ctx, parts)
    this.#work = work
    this.#stopListeners = stopListeners
    this.#isStopping = false
    // A node that does not answer delays the start only briefly.
    await Promise.all([waitAtMost(FIRST_READING_MS, work.firstRates), waitForFirstReadings(ctx, FIRST_READING_MS)])
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([this.#work?.stop(), this.#stopListeners()])
  }

  /** Called after each commit. */
  committed(): void {
    if (!this.#isStopping) this.#work?.committed()
  }

  wake(network: Network): void {
    this.#work?.wake(network)
  }

  leases(): LeaseStatus[] {
    return this.#work?.leases() ?? []
  }
}
