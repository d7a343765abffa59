import type { Recipients } from '../chain.ts'
import { parseStellarAddress } from './address.ts'
import type { KnownAsset } from './asset.ts'
import { FEE, MINT, TRANSFER } from './event.ts'
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
