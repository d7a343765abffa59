/** Requests for events. */
import { toRecord } from '@crypto-checkout/api-types'
import type { Recipients } from '../chain.ts'
import { NodeError } from '../node-error.ts'
import { FEE, MINT, TRANSFER } from './event.ts'
import { parseLedgerNumber, parseList } from './fields.ts'
import { type KnownAsset, parseStellarAddress } from './identifiers.ts'
import type { StellarRpc } from './node.ts'
import { loadSdk } from './sdk.ts'

/** A request may have five filters with five topic lists each, and each wallet takes two lists. */
const MAX_NAMED = 12
const TOPICS_A_FILTER = 5

/** The wallets to list in a request, in lower case; null when there are too many, and all transfers are read. */
export async function listFilterWallets(recipients: Recipients): Promise<readonly string[] | null> {
  const named = await recipients.all()
  return named && named.length <= MAX_NAMED ? named : null
}

/** The filters for `getEvents`: transfers of the assets to these wallets, or to any account if null. */
export function createEventFilters(assets: readonly KnownAsset[], named: readonly string[] | null): object[] {
  const contractIds = assets.map((asset) => asset.contract)
  const topics = named
    ? topicsTo(named)
    : [
        [TRANSFER, '*', '*', '*'],
        [MINT, '*', '*'],
      ]
  const filters: object[] = []
  for (let first = 0; first < topics.length; first += TOPICS_A_FILTER) {
    filters.push({ type: 'contract', contractIds, topics: topics.slice(first, first + TOPICS_A_FILTER) })
  }
  return filters
}

function topicsTo(wallets: readonly string[]): string[][] {
  const accounts = wallets.flatMap((wallet) => parseStellarAddress(wallet.toUpperCase()) ?? [])
  // Of the assets only XLM has fees, so without wallets this matches no event; the node only reports its position.
  if (accounts.length === 0) return [[FEE, '*']]
  const { Address } = loadSdk()
  const topics = accounts.map((account) => new Address(account).toScVal().toXdr('base64'))
  return topics.flatMap((to) => [
    [TRANSFER, '*', to, '*'],
    [MINT, to, '*'],
  ])
}

/** The number of newest ledgers that are checked. */
const PROBED_LEDGERS = 100

/**
 * Tells whether a node emits events for classic operations (CAP-67), which can be switched off in core. With them every
 * transaction pays its fee in an event of XLM's contract. If there are transactions and no such events, payments would
 * not be visible either.
 */
export async function emitsClassicEvents(rpc: StellarRpc, nativeContract: string): Promise<boolean> {
  const health = toRecord(await rpc('getHealth', {}))
  const newest = parseLedgerNumber(health.latestLedger)
  const startLedger = Math.max(parseLedgerNumber(health.oldestLedger), newest - PROBED_LEDGERS)
  const filters = [{ type: 'contract', contractIds: [nativeContract], topics: [[FEE, '*']] }]
  const answer = toRecord(await rpc('getEvents', { startLedger, filters, pagination: { limit: 1 } }))
  if (parseList(answer.events, 'events').length > 0) return true
  return !(await hasTransactions(rpc, startLedger))
}

/** If the node cannot tell, it counts as emitting events. */
async function hasTransactions(rpc: StellarRpc, startLedger: number): Promise<boolean> {
  try {
    const answer = toRecord(await rpc('getTransactions', { startLedger, pagination: { limit: 1 } }))
    return parseList(answer.transactions, 'transactions').length > 0
  } catch (error) {
    if (error instanceof NodeError && error.kind === 'refused') return false
    throw error
  }
}
