/** A bounded, repeatable pass. It answers whether there is more to do at once. */
export type Job = {
  readonly name: string
  readonly everyMs: number
  run(): Promise<{ readonly more: boolean }>
}

/** A job whose failures an operator is told in words. */
export type ToldJob = Job & { explain(error: unknown): string }

/** Hears how each pass ended. */
export type JobReport<J extends Job> = {
  failed(job: J, error: unknown): void
  succeeded?(job: J): void
}

/** Stops the jobs; resolves when the passes under way have ended. */
export type StopJobs = () => Promise<void>

/** The pauses of a job that fails. */
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000

/**
 * Runs each job by itself, pass after pass: one that is slow or fails delays no other. Failures are
 * reported and tried again, with pauses that double.
 */
export function startJobs<J extends Job>(jobs: readonly J[], report: JobReport<J>): StopJobs {
  const stops = jobs.map((job) => startLoop(job, report))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startLoop<J extends Job>(job: J, report: JobReport<J>): StopJobs {
  let stopped = false
  let wakeUp: () => void = () => {}

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function loop(): Promise<void> {
    let failures = 0
    while (!stopped) {
      const pauseMs = await pass()
      if (!stopped && pauseMs > 0) await pause(pauseMs)
    }

    async function pass(): Promise<number> {
      try {
        const { more } = await job.run()
        failures = 0
        report.succeeded?.(job)
        return more ? 0 : job.everyMs
      } catch (error) {
        report.failed(job, error)
        failures += 1
        return Math.min(MAX_PAUSE_MS, Math.max(job.everyMs, MIN_PAUSE_MS) * 2 ** Math.min(failures - 1, 10))
      }
    }
  }

  const ended = loop()
  return () => {
    stopped = true
    wakeUp()
    return ended
  }
}
