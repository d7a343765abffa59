import type { Context } from '../context/context.ts'
import type { EventFeed } from '../context/event-feed.ts'
import { findEventsAfter, findLastSequences } from '../events/store.ts'
import { toMessage } from '../events/stream.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

/** For events that another server committed. */
const LOOK_EVERY_MS = 500
/** Events that are committed meanwhile are read together. */
const WOKEN_PAUSE_MS = 50
const EVENTS_A_PASS = 100

/**
 * Reads new events for the open streams: one query for all of them, and one for each merchant and environment that has
 * news. It reads nothing while there are no streams.
 */
export function createStreamJob(ctx: Context): MonitoredJob {
  async function readFeed(feed: EventFeed): Promise<boolean> {
    const rows = await findEventsAfter(ctx.db, feed.owner, feed.place, EVENTS_A_PASS)
    feed.publish(rows.map(toMessage))
    return rows.length === EVENTS_A_PASS
  }

  return {
    name: 'event streams',
    everyMs: LOOK_EVERY_MS,
    wokenPauseMs: WOKEN_PAUSE_MS,
    async run() {
      const feeds = ctx.eventFeeds.list()
      if (feeds.length === 0) return { more: false }
      await ctx.eventFeeds.tick()
      const findLast = await findLastSequences(
        ctx.db,
        feeds.map(({ owner }) => owner.merchantId),
      )
      const behind = feeds.filter((feed) => findLast(feed.owner) > feed.place)
      const more = await Promise.all(behind.map(readFeed))
      return { more: more.includes(true) }
    },
    describeError,
  }
}
