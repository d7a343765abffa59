import type { Context } from '../context/context.ts'
import type { Followed } from '../context/waiting-pages.ts'
import { findChangedPayments, findLastSequences } from '../events/store.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const LOOK_EVERY_MS = 500
/** With more events than this, all pages of an owner are told. */
const EVENTS_A_PASS = 1_000

/**
 * Tells waiting pages what other processes have changed. It takes one query for all owners, and one for each owner with news.
 * Changes of this process are told with their commit.
 */
export function createTellPagesJob({ db, waitingPages }: Pick<Context, 'db' | 'waitingPages'>): MonitoredJob {
  async function tell(owner: Followed, last: number): Promise<void> {
    const { place } = owner
    if (place === last) return
    // A reading from before the first place was known may be older than it.
    const isUnknown = place === null || last - place > EVENTS_A_PASS
    const changed = isUnknown ? [null] : await findChangedPayments(db, owner, place)
    for (const id of changed) {
      if (id === null) waitingPages.tellOwner(owner)
      else waitingPages.tellPayment(id)
    }
    owner.place = last
  }

  return {
    name: 'waiting pages',
    everyMs: LOOK_EVERY_MS,
    async run() {
      const followed = waitingPages.listFollowed()
      if (followed.length === 0) return { more: false }
      const merchants = followed.map(({ merchantId }) => merchantId)
      const findLast = await findLastSequences(db, merchants)
      for (const owner of followed) await tell(owner, findLast(owner))
      return { more: false }
    },
    describeError,
  }
}
