import { messageOf } from '../networks/health.ts'
import { reporter } from './log-on-change.ts'
import type { Books } from './reconcile-next.ts'
import type { ToldJob } from './runner.ts'

/** The time between two parts: a million payments take about an hour. */
const EVERY_MS = 1_000

/** Checks the books continuously, a part at a time. Reports rows that do not add up. */
export function booksJob(books: Books, elapsed: () => number, log: (line: string) => void): ToldJob {
  const tell = reporter(elapsed, log)
  const job: ToldJob = {
    name: 'books',
    everyMs: EVERY_MS,
    async run() {
      await books.checkSome()
      const { imbalance, wrong } = books.state()
      const text = `${imbalance} do not add up, among them ${wrong.join(', ')}: stop paying out and look at them`
      if (imbalance === 0) tell.succeeded?.(job)
      else tell.failed({ ...job, explain: () => text }, null)
      return { more: false }
    },
    explain: messageOf,
  }
  return job
}
