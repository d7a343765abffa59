import type { JobReport, ToldJob } from './runner.ts'

/** Troubles that change all the time, such as one that names a block, do not fill the log. */
const SAY_EVERY_MS = 60_000

/**
 * Tells an operator what troubles the jobs: whatever is new, but only one trouble per job and minute,
 * and that a job has recovered if its trouble was logged.
 */
export function reporter(elapsed: () => number, log: (line: string) => void): JobReport<ToldJob> {
  const said = new Map<string, { readonly text: string | null; readonly at: number }>()
  return {
    failed(job, error) {
      const text = job.explain(error)
      const before = said.get(job.name)
      if (before && (before.text === text || elapsed() - before.at < SAY_EVERY_MS)) return
      said.set(job.name, { text, at: elapsed() })
      log(`${job.name}: ${text}`)
    },
    succeeded({ name }) {
      const before = said.get(name)
      if (!before || before.text === null) return
      said.set(name, { ...before, text: null })
      log(`${name}: recovered`)
    },
  }
}
