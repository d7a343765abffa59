/** Compares the ledger with the chain, with each node by itself. Writes nothing. */
import type { Context } from '../context/context.ts'
import { formatSignedAmount } from '../domain/money.ts'
import { compareCorrections, describeEntry } from '../entries/compare.ts'
import { findMissing, type MissingEntry } from '../entries/verify-store.ts'
import { bookShares } from '../settlements/conversion/complete.ts'
import { type EndedConversion, listEndedConversions } from '../settlements/conversion/verify-store.ts'
import { compareAccounts, compareExits } from './verify-accounts.ts'
import { compareBalances } from './verify-balances.ts'
import { comparePlaces } from './verify-conversions.ts'
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
 * Compares the entries of a period with their transactions, the balances of payments' own addresses and of the converter's
 * accounts with all of their entries, and the final transfers of the period with the entries. The period is in milliseconds; `to` is exclusive.
 */
export async function verifyLedger(
  ctx: Pick<Context, 'readSnapshot' | 'db'>,
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
    for (const wrong of [...compareCorrections(page.ofTransactions), ...comparePlaces(page)])
      found.add(toDifference(wrong, null))
    await compareEntries(ctx, page, nodes, found)
    await compareBalances(ctx, page.deposits, nodes, found)
    await compareAccounts(ctx, page.accounts, nodes, found)
  }
  for (const node of nodes) {
    await compareTransfers(ctx, node, period, found)
    await compareExits(ctx, node, period, found)
  }
  await addMissing(ctx, period, found)
  await addUnsharedOut(ctx, period, found)
  const counted = nodes.map(({ address, url, ledger }) => ({ network: address.network, url, ...ledger }))
  return { entries, nodes: counted, differences, moreDifferences, unknown, unverified }
}

function createCounts(): LedgerCounts {
  return {
    entries: 0,
    fees: 0,
    deposits: 0,
    conversions: 0,
    accounts: 0,
    transfers: 0,
    blocks: null,
    unknown: 0,
    reason: null,
  }
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

const CONVERSIONS_AT_ONCE = 100

/** Settlements whose conversion ended in the period, and whose entries are not their parts of what left and arrived. */
async function addUnsharedOut(
  ctx: Pick<Context, 'readSnapshot'>,
  { environment, from, to }: LedgerPeriod,
  found: Found,
): Promise<void> {
  const period = { livemode: environment === 'production', from, to }
  let ended: EndedConversion[] = []
  do {
    const after: number = ended.at(-1)?.seq ?? 0
    ended = await ctx.readSnapshot((db) => listEndedConversions(db, period, after, CONVERSIONS_AT_ONCE))
    for (const one of ended) compareShares(one, found)
  } while (ended.length === CONVERSIONS_AT_ONCE)
}

/** Compares the entries of a settlement with its shares. Each entry is of one share. */
function compareShares({ settlement, account, shares, entries }: EndedConversion, found: Found): void {
  const left = [...entries]
  const { arrived = [], open = [] } = Object.groupBy(shares, (one) => (one.arrived === null ? 'open' : 'arrived'))
  for (const { tx_hash: transaction, amount } of open) {
    const ledger = `${settlement.id} has all of its money, ${formatSignedAmount(amount)} from this burn`
    const about = { entry: null, network: account.network, url: null, account: account.account, transaction }
    found.add({ ...about, ledger, chain: 'nothing of it has arrived' })
  }
  const lost = bookShares(settlement, account, arrived, 0).filter((wanted) => {
    const index = left.findIndex((entry) => shareColumns.every((column) => entry[column] === wanted[column]))
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
  for (const { kind, network, account: address, tx_hash: transaction, amount } of lost) {
    const ledger = `no entry ${kind} of ${formatSignedAmount(amount)} for ${settlement.id}`
    const about = { entry: null, network, url: null, account: address, transaction }
    found.add({ ...about, ledger, chain: 'this is its share of what left and arrived' })
  }
  for (const entry of left) {
    const ledger = `${describeEntry(entry)} for ${settlement.id}`
    found.add(toDifference({ entry, ledger, chain: 'no share of the settlement is that' }, null))
  }
}

const shareColumns = [
  ...(['kind', 'network', 'chain', 'coin', 'token', 'account', 'counterparty', 'amount', 'raw_amount'] as const),
  ...(['arrived', 'coin_fee', 'tx_hash', 'chain_time'] as const),
] as const
