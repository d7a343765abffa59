import { NodeError } from '../node-error.ts'
import { FEE } from './event.ts'
import { parseFields, parseLedgerNumber, parseList } from './fields.ts'
import type { StellarRpc } from './rpc-node.ts'

/** How many of the newest ledgers are checked. */
const PROBED_LEDGERS = 100

/**
 * Whether a node emits events for classic operations (CAP-67), which can be switched off in core. With them every
 * transaction pays its fee in an event of XLM's contract. If there are transactions and no such events, payments would
 * not be visible either.
 */
export async function emitsClassicEvents(rpc: StellarRpc, nativeContract: string): Promise<boolean> {
  const health = parseFields(await rpc('getHealth', {}))
  const newest = parseLedgerNumber(health.latestLedger)
  const startLedger = Math.max(parseLedgerNumber(health.oldestLedger), newest - PROBED_LEDGERS)
  const filters = [{ type: 'contract', contractIds: [nativeContract], topics: [[FEE, '*']] }]
  const answer = parseFields(await rpc('getEvents', { startLedger, filters, pagination: { limit: 1 } }))
  if (parseList(answer.events, 'events').length > 0) return true
  return !(await hasTransactions(rpc, startLedger))
}

/** If the node cannot tell, it counts as emitting events. */
async function hasTransactions(rpc: StellarRpc, startLedger: number): Promise<boolean> {
  try {
    const answer = parseFields(await rpc('getTransactions', { startLedger, pagination: { limit: 1 } }))
    return parseList(answer.transactions, 'transactions').length > 0
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'refused') return false
    throw error
  }
}
