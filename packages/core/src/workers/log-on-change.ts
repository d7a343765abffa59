import type { JobLog, MonitoredJob } from './runner.ts'

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
