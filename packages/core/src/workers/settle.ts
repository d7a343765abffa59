import type { Context } from '../context/context.ts'
import { listMerchantIds } from '../merchants/store.ts'
import { describeError } from '../networks/health.ts'
import { closeDue } from '../settlements/close.ts'
import type { MonitoredJob } from './runner.ts'

const EVERY_MS = 30_000
const MERCHANTS_A_PASS = 50

/** Closes the periods of merchants by their schedules, a bounded part in each transaction. */
export function createSettleJob(ctx: Context): MonitoredJob {
  /** Merchants up to this id are done in this round. */
  let merchant = ''
  /** Some merchants of this round have more left than one turn takes. */
  let left = false

  return {
    name: 'settle',
    everyMs: EVERY_MS,
    async run() {
      const ids = await listMerchantIds(ctx.db, merchant, MERCHANTS_A_PASS)
      const defects: unknown[] = []
      for (const merchantId of ids) {
        for (const livemode of [true, false]) {
          const due = closeDue(ctx, { merchantId, livemode }).catch((error: unknown) => void defects.push(error))
          left = (await due) || left
        }
      }
      const others = ids.length === MERCHANTS_A_PASS
      merchant = others ? (ids.at(-1) ?? '') : ''
      const more = others || left
      if (!others) left = false
      // An error is thrown only after the other merchants are done.
      if (defects.length > 0) throw defects[0]
      return { more }
    },
    describeError: describeError,
  }
}
