import { relayOutcome } from '../authorizations/outcome.ts'
import { endRefund } from '../refunds/end.ts'
import type { OutcomeHandlers } from '../sends/outcome.ts'
import { prepareSettling } from '../settlements/settle-sweep.ts'

/** Who hears how the transactions of each purpose ended. */
export const outcomes: OutcomeHandlers = {
  refund: endRefund,
  relay: relayOutcome,
  settlement: { prepare: prepareSettling },
}
