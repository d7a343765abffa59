import { type Claimed, isStillClaimed } from './claim.ts'

/** Attempts at a time on a lane. */
const ATTEMPTS_A_LANE = 4
/** With fewer waiting more are claimed. */
const ENOUGH = 8

type Lane = {
  waiting: Claimed[]
  /** Payments, or deliveries of none, with the delivery of which an attempt is under way. */
  readonly busy: Map<string, string>
}

/**
 * What this process has claimed, by lane: a few are under way, the others wait for their turn. Those of one payment
 * are sent one after another on a lane, so that in good times they arrive in order.
 */
export class Lanes {
  readonly #lanes = new Map<string, Lane>()

  /** What is under way outlasts its claim where the machine was paused: it waits for no second attempt. */
  add(claimed: readonly Claimed[]): void {
    for (const one of claimed) {
      const lane = this.#lanes.get(one.row.lane) ?? { waiting: [], busy: new Map<string, string>() }
      this.#lanes.set(one.row.lane, lane)
      if (lane.busy.get(subjectOf(one)) !== one.row.id) lane.waiting.push(one)
    }
  }

  /** Lanes that need no more for now: a receiver that hangs delays nobody else. */
  full(): string[] {
    return [...this.#lanes.keys()].filter((name) => !this.needsMore(name))
  }

  needsMore(name: string): boolean {
    return (this.#lanes.get(name)?.waiting.length ?? 0) < ENOUGH
  }

  /**
   * Takes what may begin now. It is under way until its end. Of a lane with claims that are over, as after the machine was
   * paused, nothing may: another process may send on it.
   */
  begin(name: string, now: number): Claimed[] {
    const begun: Claimed[] = []
    const waiting: Claimed[] = []
    const lane = this.#lanes.get(name)
    if (!lane || isStale(lane, now)) return begun
    for (const one of lane.waiting) {
      const mayBegin = lane.busy.size < ATTEMPTS_A_LANE && !lane.busy.has(subjectOf(one))
      if (mayBegin) lane.busy.set(subjectOf(one), one.row.id)
      ;(mayBegin ? begun : waiting).push(one)
    }
    lane.waiting = waiting
    return begun
  }

  end(one: Claimed): void {
    const lane = this.#lanes.get(one.row.lane)
    lane?.busy.delete(subjectOf(one))
    this.#forgetEmpty(one.row.lane)
  }

  /** Takes out what waits on lanes where an attempt could outlast a claim. */
  takeStale(now: number): Claimed[] {
    return this.#take((lane) => isStale(lane, now))
  }

  /** Takes out all that waits. */
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

function subjectOf({ row }: Claimed): string {
  return row.payment_id ?? row.id
}
