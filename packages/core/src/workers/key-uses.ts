import type { Context } from '../context/context.ts'
import { writeKeyUses } from '../merchants/keys/store.ts'
import { describeError } from '../networks/health.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 10_000
const KEYS_AT_ONCE = 100

/** Writes when API keys were last used: each at most once a minute. */
export function createKeyUsesJob(ctx: Pick<Context, 'keyUses' | 'transact'>): MonitoredJob {
  return {
    name: 'key uses',
    everyMs: EVERY_MS,
    async run() {
      const uses = ctx.keyUses.list(KEYS_AT_ONCE)
      if (uses.length === 0) return { more: false }
      await ctx.transact((tx) => writeKeyUses(tx, uses), 'background')
      ctx.keyUses.markWritten(uses)
      return { more: uses.length === KEYS_AT_ONCE }
    },
    describeError,
  }
}
