import type { Context } from '../context/context.ts'
import { describeError } from '../networks/health.ts'
import { assignProvenClaims } from '../payments/claims/prove.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 60_000

/** Ends the wait of proofs whose transaction other payments name too. */
export function createClaimsJob(ctx: Context): MonitoredJob {
  return {
    name: 'claims',
    everyMs: EVERY_MS,
    async run() {
      await assignProvenClaims(ctx)
      return { more: false }
    },
    describeError,
  }
}
