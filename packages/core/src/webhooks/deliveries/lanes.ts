import { type Claimed, isStillClaimed } from './claim.ts'

/** Concurrent attempts on a lane. */
const ATTEMPTS_A_LANE = 4
/** If fewer are waiting, more are claimed. */
const ENOUGH = 8

type Lane = {
  waiting: Claimed[]
  /**
   * Payments with an attempt under way, and the delivery that it belongs to. A delivery without a payment stands for
   * itself.
   */
  readonly busy: Map<string, string>
}

/**
 * The deliveries that this process has claimed, by lane: a few are being sent, the others wait. Deliveries of one
 * payment are sent one after another on a lane, so they normally arrive in order.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  /** If the machine was paused, an attempt can outlast its claim. Its delivery is not queued for a second attempt. */
  add(claimed: readonly Claimed[]): void {
    for (const one of claimed) {
      const lane = this.#lanes.get(one.row.lane) ?? { waiting: [], busy: new Map<string, string>() }
      this.#lanes.set(one.row.lane, lane)
      if (lane.busy.get(getSubject(one)) !== one.row.id) lane.waiting.push(one)
    }
  }

  /** Lanes that need no more for now: a receiver that hangs delays only itself. */
  full(): string[] {
    return [...this.#lanes.keys()].filter((name) => !this.needsMore(name))
  }

  needsMore(name: string): boolean {
    return (this.#lanes.get(name)?.waiting.length ?? 0) < ENOUGH
  }

  /**
   * Takes the deliveries that may start now. They are busy until `end`. None may start on a lane with expired claims,
   * as after the machine was paused: another process may send on it.
   */
  begin(name: string, now: number): Claimed[] {
    const claimed: Claimed[] = []
    const waiting: Claimed[] = []
    const lane = this.#lanes.get(name)
    if (!lane || isStale(lane, now)) return claimed
    for (const one of lane.waiting) {
      const mayBegin = lane.busy.size < ATTEMPTS_A_LANE && !lane.busy.has(getSubject(one))
      if (mayBegin) lane.busy.set(getSubject(one), one.row.id)
      ;(mayBegin ? claimed : waiting).push(one)
    }
    lane.waiting = waiting
    return claimed
  }

  end(one: Claimed): void {
    const lane = this.#lanes.get(one.row.lane)
    lane?.busy.delete(getSubject(one))
    this.#forgetEmpty(one.row.lane)
  }

  /** Removes the waiting deliveries of lanes where an attempt could outlast a claim. */
  takeStale(now: number): Claimed[] {
    return this.#take((lane) => isStale(lane, now))
  }

  /** Removes all waiting deliveries. */
  takeAll(): Claimed[] {
    return this.#take(() => true)
  }

  #take(chosen: (lane: Lane) => boolean): Claimed[] {
    const taken: Claimed[] = []
    for (const [name, lane] of this.#lanes) {
      if (!chosen(lane)) continue
      taken.push(...lane.waiting.splice(0))
      this.#forgetEmpty(name)
    }
    return taken
  }

  #forgetEmpty(name: string): void {
    const lane = this.#lanes.get(name)
    if (lane && lane.busy.size === 0 && lane.waiting.length === 0) this.#lanes.delete(name)
  }
}

function isStale({ waiting }: Lane, now: number): boolean {
  return waiting.some((one) => !isStillClaimed(one, now))
}

function getSubject({ row }: Claimed): string {
  return row.payment_id ?? row.id
}
