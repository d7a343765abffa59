import type { Rpc } from '../../packages/core/src/chains/rpc.ts'
import type { Storage } from '../../packages/core/src/storage/database.ts'
import { Ended } from '../../packages/core/src/testing/deadline.ts'

/** One process of the checkout. It may end at any of its calls to the world. After that it does nothing more. */
export class Process {
  /** Its name among those that share a database. */
  readonly name: string
  #callsLeft = Number.POSITIVE_INFINITY
  #answersLeft = Number.POSITIVE_INFINITY
  #sleep: PromiseWithResolvers<void> | null = null
  #fallsAsleep = () => {}

  constructor(name: string) {
    this.name = name
  }

  /** Ends it after this many more calls, unless it ends earlier. */
  endAfter(calls: number): void {
    this.#callsLeft = Math.min(this.#callsLeft, calls)
  }

  end(): void {
    this.#callsLeft = -1
  }

  get isOver(): boolean {
    return this.#callsLeft < 0
  }

  /** It stands still like a paused machine: no response from outside reaches it. */
  get isAsleep(): boolean {
    return this.#sleep !== null
  }

  /** After this many more responses from outside it stands still. Resolves when it does. */
  sleepAfter(answers: number): Promise<void> {
    this.#answersLeft = answers
    return new Promise((resolve) => {
      this.#fallsAsleep = resolve
    })
  }

  /** Delivers the responses for which it waits. */
  wake(): void {
    this.#answersLeft = Number.POSITIVE_INFINITY
    this.#sleep?.resolve()
    this.#sleep = null
  }

  /** One of the calls. Throws Ended at the last one, and at all later ones. */
  pass(): void {
    if (this.#callsLeft >= 0) this.#callsLeft -= 1
    if (this.isOver) throw new Ended('the process has ended here')
  }

  /** The process may end before a transaction, before its commit, or before it learns of the commit. */
  storage(real: Storage): Storage {
    return {
      ...real,
      transact: async (work, urgency) => {
        this.pass()
        const value = await real.transact(async (tx) => {
          if (this.isOver) throw new Ended('the process has ended before')
          const result = await work(tx)
          this.pass()
          return result
        }, urgency)
        this.pass()
        return value
      },
    }
  }

  /**
   * The process may end before a request to the outside or before its response. It may also stand still before the
   * response.
   */
  async outside<T>(request: () => Promise<T>): Promise<T> {
    this.pass()
    const answer = await request()
    if (this.#standsStill()) await this.#sleep?.promise
    this.pass()
    return answer
  }

  /** A request to a node may also be delayed. */
  rpc(real: Rpc): Rpc {
    return async (...request) => {
      if (this.#standsStill()) await this.#sleep?.promise
      return this.outside(() => real(...request))
    }
  }

  #standsStill(): boolean {
    if (this.#sleep) return true
    this.#answersLeft -= 1
    if (this.#answersLeft >= 0) return false
    this.#sleep = Promise.withResolvers()
    this.#fallsAsleep()
    return true
  }
}
