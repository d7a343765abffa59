/** Returns a function that runs the work it receives one piece at a time, in the order of the calls. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    // A failure concerns only its caller; the next piece still runs.
    last = result.catch(() => undefined)
    return result
  }
}
