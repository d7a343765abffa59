/** Compares the ledger with the chain, with each node by itself. Writes nothing. */
import type { Context } from '../context/context.ts'
import { formatSignedAmount } from '../domain/money.ts'
import { compareCorrections } from '../entries/compare.ts'
import { findMissing, type MissingEntry } from '../entries/verify-store.ts'
import { compareBalances } from './verify-balances.ts'
import { compareEntries } from './verify-entries.ts'
import {
  type Found,
  type LedgerCounts,
  type LedgerDifference,
  type LedgerNode,
  type LedgerPeriod,
  toDifference,
} from './verify-found.ts'
import type { OpenedNode } from './verify-nodes.ts'
import { readPages } from './verify-pages.ts'
import { compareTransfers } from './verify-transfers.ts'

export type LedgerVerification = {
  /** The number of entries booked in the period. */
  readonly entries: number
  readonly nodes: readonly (LedgerCounts & { readonly network: string; readonly url: string })[]
  /** The first of them. */
  readonly differences: readonly LedgerDifference[]
  readonly moreDifferences: number
  /** The number of things that the ledger itself does not know, by reason. */
  readonly unknown: Readonly<Record<string, number>>
  /** The number of entries and balances that no node could compare. */
  readonly unverified: number
}

/** The differences that are kept. A ledger that is wrong everywhere shall not fill the memory. */
const MOST_DIFFERENCES = 1_000

/**
 * Compares the entries of a period with their transactions, the balances of payments' own addresses with all of their
 * entries, and the final transfers of the period with the entries. The period is in milliseconds; `to` is exclusive.
 */
export async function verifyLedger(
  ctx: Pick<Context, 'readSnapshot'>,
  period: LedgerPeriod,
  opened: readonly OpenedNode[],
): Promise<LedgerVerification> {
  const nodes = opened.map((node): LedgerNode => ({ ...node, ledger: createCounts() }))
  const differences: LedgerDifference[] = []
  const unknown: Record<string, number> = {}
  let [moreDifferences, unverified, entries] = [0, 0, 0]
  const found: Found = {
    add(difference) {
      if (differences.length < MOST_DIFFERENCES) differences.push(difference)
      else moreDifferences += 1
    },
    addUnknown: (reason) => {
      unknown[reason] = (unknown[reason] ?? 0) + 1
    },
    addUnverified: (count) => {
      unverified += count
    },
  }
  for await (const page of readPages(ctx, period)) {
    entries += page.rows.length
    for (const wrong of compareCorrections(page.ofTransactions)) found.add(toDifference(wrong, null))
    await compareEntries(page, nodes, found)
    await compareBalances(ctx, page.deposits, nodes, found)
  }
  for (const node of nodes) await compareTransfers(ctx, node, period, found)
  await addMissing(ctx, period, found)
  const counted = nodes.map(({ address, url, ledger }) => ({ network: address.network, url, ...ledger }))
  return { entries, nodes: counted, differences, moreDifferences, unknown, unverified }
}

function createCounts(): LedgerCounts {
  return { entries: 0, fees: 0, deposits: 0, transfers: 0, blocks: null, unknown: 0, reason: null }
}

const whatIs: Readonly<Record<MissingEntry['kind'], string>> = {
  refunded: 'the refund is completed',
  swept: 'the settlement has moved it',
  network_fee: 'the transaction was mined',
  relayed: 'the transaction was mined',
}

/** Facts that are marked as booked, and have no such entry. */
async function addMissing(
  ctx: Pick<Context, 'readSnapshot'>,
  { environment, from, to }: LedgerPeriod,
  found: Found,
): Promise<void> {
  const period = { livemode: environment === 'production', from, to }
  const missing = await ctx.readSnapshot((db) => findMissing(db, period, MOST_DIFFERENCES))
  for (const { kind, id, network, account, hash, amount } of missing) {
    const isFee = kind === 'network_fee' || kind === 'relayed'
    const sum = amount === null ? '' : ` of ${isFee ? amount : formatSignedAmount(amount)}`
    const [ledger, chain] = [`no entry ${kind}${sum} for ${id}`, whatIs[kind]]
    found.add({ entry: null, network, url: null, account, transaction: hash, ledger, chain })
  }
}
