import { isBusy } from '../chains/repeat-busy.ts'

/** A bounded, repeatable pass. Returns whether there is more to do at once. */
export type Job = {
  readonly name: string
  /** From the start of a pass to the start of the next one; at least half of it is rest. */
  readonly everyMs: number
  /** The least pause before it runs when it is woken; a second when left out. */
  readonly wokenPauseMs?: number
  run(): Promise<{ readonly more: boolean }>
}

/** A job whose failures are explained to an operator. */
export type MonitoredJob = Job & { describeError(error: unknown): string }

/** Called at the end of each pass. */
type JobLog<J extends Job> = {
  failed(job: J, error: unknown): void
  succeeded?(job: J): void
}

export type RunningJobs<J extends Job> = {
  /** Lets a job run early, after its least pause. A failing job keeps its pauses. */
  wake(job: J | undefined): void
  /** Resolves when the running passes have ended. */
  stop(): Promise<void>
}

/** The pauses of a failing job. */
const MIN_PAUSE_MS = 250
const MAX_PAUSE_MS = 30_000
/** The least pause before a woken job: any client may wake one, and the load on nodes must stay low. */
const WOKEN_PAUSE_MS = 1_000

/**
 * Runs each job on its own, pass after pass, so a slow or failing one delays no other. Failures are reported and
 * retried, with pauses that double.
 */
export function startJobs<J extends Job>(jobs: readonly J[], report: JobLog<J>): RunningJobs<J> {
  const loops = new Map(jobs.map((job) => [job, startLoop(job, report)]))
  return {
    wake: (job) => job && loops.get(job)?.wake(),
    async stop() {
      await Promise.all([...loops.values()].map((loop) => loop.stop()))
    },
  }
}

function startLoop<J extends Job>(job: J, report: JobLog<J>) {
  let stopped = false
  let failures = 0
  /** Since the last pass began. */
  let woken = false
  let restsForLong = false
  let endPause = () => {}

  async function loop(): Promise<void> {
    while (!stopped) await rest(await pass())
  }

  async function pass(): Promise<number> {
    woken = false
    const startedAt = performance.now()
    try {
      const { more } = await job.run()
      failures = 0
      report.succeeded?.(job)
      return more ? 0 : Math.max(job.everyMs / 2, job.everyMs - (performance.now() - startedAt))
    } catch (error) {
      report.failed(job, error)
      // Busy nodes rest by themselves, and a pass that finds them at rest sends them nothing.
      failures = isBusy(error) ? 1 : failures + 1
      return Math.min(MAX_PAUSE_MS, Math.max(job.everyMs, MIN_PAUSE_MS) * 2 ** Math.min(failures - 1, 10))
    }
  }

  async function rest(ms: number): Promise<void> {
    const leastMs = failures > 0 ? ms : Math.min(ms, job.wokenPauseMs ?? WOKEN_PAUSE_MS)
    await pause(leastMs)
    if (woken || leastMs === ms) return
    restsForLong = true
    await pause(ms - leastMs)
    restsForLong = false
  }

  function pause(ms: number): Promise<void> {
    if (stopped || ms === 0) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const ended = loop()
  return {
    wake(): void {
      woken = true
      if (restsForLong) endPause()
    },
    stop(): Promise<void> {
      stopped = true
      endPause()
      return ended
    },
  }
}

/** A trouble whose text changes all the time, for example with a block number, must not fill the log. */
const SAY_EVERY_MS = 60_000

/**
 * Logs the jobs' troubles: each new one, but only one per job and minute. Logs a job's recovery if its trouble was
 * logged.
 */
export function createJobLog(elapsed: () => number, log: (line: string) => void): JobLog<MonitoredJob> {
  const lastLogged = new Map<string, { readonly text: string | null; readonly at: number }>()
  return {
    failed(job, error) {
      const text = job.describeError(error)
      const before = lastLogged.get(job.name)
      if (before && (before.text === text || elapsed() - before.at < SAY_EVERY_MS)) return
      lastLogged.set(job.name, { text, at: elapsed() })
      log(`${job.name}: ${text}`)
    },
    succeeded({ name }) {
      const before = lastLogged.get(name)
      if (!before || before.text === null) return
      lastLogged.set(name, { ...before, text: null })
      log(`${name}: recovered`)
    },
  }
}
