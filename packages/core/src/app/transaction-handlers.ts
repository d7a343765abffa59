import { findSweepMoved } from '../deposits/sweeps-store.ts'
import { findRelayMoved, relayOutcome } from '../gasless/outcome.ts'
import { endRefund, findRefundMoved } from '../refunds/end.ts'
import { prepareSettling } from '../settlements/settle-sweep.ts'
import type { OutcomeHandlers } from '../transactions/outcome.ts'

/** For each purpose of a transaction: the handler of its outcome, and the lookup of what it moves. */
export const outcomes: OutcomeHandlers = {
  refund: { tell: endRefund, findMoved: findRefundMoved },
  relay: { tell: relayOutcome, findMoved: findRelayMoved },
  settlement: { prepare: prepareSettling, findMoved: findSweepMoved },
}
