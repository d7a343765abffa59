/** The process has ended: nothing that it would still do happens. */
export class Ended extends Error {}

/** Ends the process at one of its calls to the database or a node, counted from when it is armed. */
export function deadline() {
  let calls = 0
  let last = Number.POSITIVE_INFINITY
  let armed = false
  return {
    begin(call: number) {
      calls = 0
      last = call
    },
    /** Whether it has come to its end. */
    isOver: () => calls > last,
    pass() {
      if (!armed) return
      calls += 1
      if (calls > last) throw new Ended('the process has ended here')
    },
    async while(work: () => Promise<unknown>) {
      armed = true
      await work().finally(() => {
        armed = false
      })
    },
  }
}
