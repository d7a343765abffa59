import { describeError } from '../networks/health.ts'
import { createJobLog } from './log-on-change.ts'
import type { Reconciliation } from './reconcile-next.ts'
import type { MonitoredJob } from './runner.ts'

/** The time between two parts: a million payments take about an hour. */
const EVERY_MS = 1_000

/** Checks the books continuously, a part at a time. Reports rows that do not add up. */
export function createReconcileJob(
  books: Reconciliation,
  elapsed: () => number,
  log: (line: string) => void,
): MonitoredJob {
  const jobLog = createJobLog(elapsed, log)
  const job: MonitoredJob = {
    name: 'books',
    everyMs: EVERY_MS,
    async run() {
      await books.checkSome()
      const { imbalance, wrong } = books.state()
      const text = `${imbalance} do not add up, among them ${wrong.join(', ')}: stop paying out and look at them`
      if (imbalance === 0) jobLog.succeeded?.(job)
      else jobLog.failed({ ...job, describeError: () => text }, null)
      return { more: false }
    },
    describeError,
  }
  return job
}
