import type { Rpc } from '../chains/rpc.ts'
import type { Storage } from '../storage/database.ts'
import { Ended } from '../testing/deadline.ts'

/** One process of the checkout. It may end at any of its calls to the world; nothing that it would still do then happens. */
export class Life {
  /** Among those that share a database. */
  readonly name: string
  #callsLeft = Number.POSITIVE_INFINITY
  #answersLeft = Number.POSITIVE_INFINITY
  #sleep: PromiseWithResolvers<void> | null = null
  #fallsAsleep = () => {}

  constructor(name: string) {
    this.name = name
  }

  /** It ends after so many more calls, unless it is to end earlier. */
  endAfter(calls: number): void {
    this.#callsLeft = Math.min(this.#callsLeft, calls)
  }

  end(): void {
    this.#callsLeft = -1
  }

  get isOver(): boolean {
    return this.#callsLeft < 0
  }

  /** It stands still, as a machine that is paused: nothing that it waits for from outside comes. */
  get isAsleep(): boolean {
    return this.#sleep !== null
  }

  /** After so many more answers from outside it stands still. Resolves when it does. */
  sleepAfter(answers: number): Promise<void> {
    this.#answersLeft = answers
    return new Promise((resolve) => {
      this.#fallsAsleep = resolve
    })
  }

  /** What it waited for comes, or has long come. */
  wake(): void {
    this.#answersLeft = Number.POSITIVE_INFINITY
    this.#sleep?.resolve()
    this.#sleep = null
  }

  /** One of the calls. Throws Ended at the last one, and at all that follow. */
  pass(): void {
    if (this.#callsLeft >= 0) this.#callsLeft -= 1
    if (this.isOver) throw new Ended('the process has ended here')
  }

  /** The process may end before a transaction, before its commit, and before it hears of the commit. */
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

  /** The process may end before a request to the world outside, and before it has the answer, or wait for that. */
  async outside<T>(request: () => Promise<T>): Promise<T> {
    this.pass()
    const answer = await request()
    if (this.#standsStill()) await this.#sleep?.promise
    this.pass()
    return answer
  }

  /** What is asked of a node may also be asked late. */
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
