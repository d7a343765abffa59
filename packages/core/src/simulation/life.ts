import type { Rpc } from '../chains/rpc.ts'
import type { Storage } from '../storage/database.ts'
import { Ended } from '../testing/deadline.ts'

/** One process of the checkout. It may end at any of its calls to the world; nothing that it would still do then happens. */
export class Life {
  #callsLeft = Number.POSITIVE_INFINITY

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

  /** One of the calls. Throws Ended at the last one, and at all that follow. */
  pass(): void {
    if (this.#callsLeft >= 0) this.#callsLeft -= 1
    if (this.isOver) throw new Ended('the process has ended here')
  }

  /** The process may end before a transaction, before its commit, and before it hears of the commit. */
  storage(real: Storage): Storage {
    return {
      ...real,
      transact: async (work) => {
        this.pass()
        const value = await real.transact(async (tx) => {
          if (this.isOver) throw new Ended('the process has ended before')
          const result = await work(tx)
          this.pass()
          return result
        })
        this.pass()
        return value
      },
    }
  }

  /** The process may end before a request to a node, and before it has the answer. */
  rpc(real: Rpc): Rpc {
    return async (...request) => {
      this.pass()
      const answer = await real(...request)
      this.pass()
      return answer
    }
  }
}
