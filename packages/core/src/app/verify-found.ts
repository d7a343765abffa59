/** The parts and the results of the comparison between ledger and chain. */
import type { AccountRow } from '../deposits/account-store.ts'
import type { Environment } from '../domain/catalog/networks.ts'
import type { Mismatch } from '../entries/compare.ts'
import { formatEntryId } from '../entries/list.ts'
import type { EntryRow } from '../entries/list-store.ts'
import type { DepositCoin } from '../entries/verify-store.ts'
import type { OpenedNode } from './verify-nodes.ts'

/** A difference between the ledger and a chain. */
export type LedgerDifference = {
  /** The entry; null if none is there. */
  readonly entry: string | null
  readonly network: string
  /** The node; null if the ledger contradicts itself or the database. */
  readonly url: string | null
  readonly account: string
  readonly transaction: string | null
  /** In words. */
  readonly ledger: string
  readonly chain: string
}

/** The number of things that a node shows as the ledger has them. */
export type LedgerCounts = {
  entries: number
  /** Costs of transactions. */
  fees: number
  /** Balances of payments' own addresses. */
  deposits: number
  /** Entries of money that left accounts of the converter, or arrived from there. */
  conversions: number
  /** The accounts of the converter with the money that the ledger has there. */
  accounts: number
  /** Final transfers to watched wallets and addresses that have an entry. */
  transfers: number
  /** The blocks in which these were looked for; null if in none. */
  blocks: { readonly from: number; readonly to: number } | null
  /** The number of things that the node could not tell, blocks among them, and the last reason. */
  unknown: number
  reason: string | null
}

export type LedgerPeriod = { readonly environment: Environment; readonly from: number; readonly to: number }

/** A node, and what it has confirmed. */
export type LedgerNode = OpenedNode & { readonly ledger: LedgerCounts }

/** The results of a comparison so far. */
export type Found = {
  readonly add: (difference: LedgerDifference) => void
  /** Counts what the ledger itself does not know. */
  readonly addUnknown: (reason: string) => void
  /** Counts what no node could compare. */
  readonly addUnverified: (count: number) => void
}

export function toDifference({ entry, ledger, chain }: Mismatch, url: string | null): LedgerDifference {
  const { network, account, tx_hash: transaction } = entry
  return { entry: formatEntryId(entry.sequence, entry.ordinal), network, url, account, transaction, ledger, chain }
}

/** Some entries of one ledger, and what belongs to them and was in no page before. */
export type Page = {
  readonly rows: readonly EntryRow[]
  /** All entries of the transactions of these, in every ledger. */
  readonly ofTransactions: readonly EntryRow[]
  readonly deposits: readonly DepositCoin[]
  readonly accounts: readonly AccountRow[]
  /** The places of entries of conversions, by their ids: the settlements that took them, null where one waits. */
  readonly places: ReadonlyMap<string, readonly (string | null)[]>
  /** The blocks of transactions, as far as the database knows them. */
  readonly blocks: ReadonlyMap<string, number>
  /** The transfers with a memo. */
  readonly withMemo: ReadonlySet<string>
}

/** Counts things that a node could not tell. */
export function countUnknown({ ledger }: LedgerNode, count: number, reason: string): void {
  ledger.unknown += count
  ledger.reason = reason
}
