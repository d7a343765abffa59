import type { Storage } from '../storage/database.ts'
import type { ScriptedNode } from './scripted-node.ts'
import { testStorage } from './storage.ts'

/** The process has ended: nothing more of it runs. */
export class Ended extends Error {}

/** Ends the process at one of its calls to the database or a node, counted from when it is armed. */
export function createDeadline() {
  let calls = 0
  let last = Number.POSITIVE_INFINITY
  let armed = false

  function pass() {
    if (!armed) return
    calls += 1
    if (calls > last) throw new Ended('the process has ended here')
  }

  const isOver = () => calls > last

  function begin(call: number) {
    calls = 0
    last = call
  }

  async function armedWhile(work: () => Promise<unknown>) {
    armed = true
    await work().finally(() => {
      armed = false
    })
  }

  return {
    begin,
    /** True if it has ended. */
    isOver,
    /** A new database: the process may end before each transaction, and after its commit. */
    async storage(): Promise<Storage> {
      const real = await testStorage()
      return {
        ...real,
        async transact(work) {
          pass()
          const value = await real.transact(work)
          pass()
          return value
        },
      }
    },
    /** The process may end before each request to a node, and before it has the answer. */
    watch(node: Pick<ScriptedNode, 'distortion'>) {
      node.distortion = (_, __, answer) => {
        pass()
        const value = answer()
        pass()
        return value
      }
    },
    while: armedWhile,
    /** Does the steps until the process ends at this call. Returns whether it did. */
    async run(steps: readonly (() => Promise<unknown>)[], endsAt: number): Promise<boolean> {
      begin(endsAt)
      for (const step of steps) {
        await armedWhile(step).catch((error: unknown) => {
          if (!isOver()) throw error
        })
        if (isOver()) return true
      }
      return false
    },
  }
}
