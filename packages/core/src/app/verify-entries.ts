/** Entries against the transactions that they name. */
import type { ObservedTransfer } from '../chains/chain.ts'
import { getWatchedTokenAt } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import { computeCost, type Receipt, type Transactor } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { compareFee, compareTransaction, isOfFee, isOfMoney, listLive } from '../entries/compare.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { compareConversions } from './verify-conversions.ts'
import { countUnknown, type Found, type LedgerNode, type Page, toDifference } from './verify-found.ts'
import { askEach, isHiddenByHorizon, NOT_IN_HORIZON, readRecords } from './verify-nodes.ts'

/** The entries of a transaction on a chain. */
type Booked = { readonly hash: string; readonly entries: readonly EntryRow[] }

/** Compares the entries of a page with their transactions, as each node shows these. */
export async function compareEntries(
  ctx: Pick<Context, 'readSnapshot'>,
  page: Page,
  nodes: readonly LedgerNode[],
  found: Found,
): Promise<void> {
  for (const row of page.rows) {
    const reason = findUnknown(row)
    if (reason !== null) found.addUnknown(reason)
  }
  const known = page.ofTransactions.filter((row) => findUnknown(row) === null)
  const transactions = [...Map.groupBy(known, ({ chain, tx_hash }) => `${chain} ${tx_hash}`).values()].map(
    (entries): Booked => ({ hash: entries[0]?.tx_hash ?? '', entries }),
  )
  const answered = new Set<EntryRow>()
  for (const node of nodes) {
    const own = transactions.filter(({ entries }) => entries.some((entry) => isReadBy(node, entry)))
    await compareMoney(node, own, page, found, answered)
    await compareFees(node, own, page, found, answered)
    for (const entry of await compareConversions(ctx, node, own, found)) answered.add(entry)
  }
  const compared = new Set(listLive(page.ofTransactions))
  found.addUnverified(known.filter((row) => compared.has(row) && !answered.has(row)).length)
}

function isReadBy({ address, network }: LedgerNode, entry: Pick<EntryRow, 'network' | 'chain'>): boolean {
  return entry.network === address.network && entry.chain === network.chain.id
}

/** The reason why an entry has nothing that a chain could show; null if it has. */
function findUnknown({ tx_hash, amount, unknown }: EntryRow): string | null {
  const reasons: Partial<Record<string, string>> = JSON.parse(unknown)
  if (tx_hash === null) return reasons.transaction ?? 'not_recorded'
  return amount === null ? (reasons.amount ?? 'not_recorded') : null
}

async function compareMoney(
  node: LedgerNode,
  transactions: readonly Booked[],
  page: Page,
  found: Found,
  answered: Set<EntryRow>,
): Promise<void> {
  const ofMoney = transactions.filter(({ entries }) => listLive(entries).some(isOfMoney))
  const records = await readRecords(
    node,
    ofMoney.map(({ hash }) => ({ tx_hash: hash, block_number: page.blocks.get(hash) ?? 0 })),
  )
  for (const transaction of ofMoney) {
    const record = records.get(transaction.hash) ?? 'the node was not asked'
    if (typeof record === 'string') {
      countUnknown(node, listLive(transaction.entries).filter(isOfMoney).length, record)
      continue
    }
    for (const entry of compareWithRecord(node, transaction, record, page, found)) answered.add(entry)
  }
}

/** The entries about which the node's record of their transaction tells. */
function compareWithRecord(
  node: LedgerNode,
  { entries }: Booked,
  record: readonly ObservedTransfer[],
  { withMemo }: Page,
  found: Found,
): EntryRow[] {
  const findDecimals = (token: string) => getWatchedTokenAt(node.network, token)?.decimals ?? 6
  const wrong = new Map(compareTransaction(entries, record, findDecimals).map((one) => [one.entry, one]))
  const isHidden = ({ transfer_id, counterparty }: EntryRow) =>
    isHiddenByHorizon(node, { hasMemo: withMemo.has(transfer_id ?? ''), from: counterparty ?? '' }, record)
  const hidden: EntryRow[] = []
  const shown: EntryRow[] = []
  for (const entry of listLive(entries).filter(isOfMoney)) {
    if (wrong.has(entry) && isHidden(entry)) hidden.push(entry)
    else shown.push(entry)
  }
  if (hidden.length > 0) countUnknown(node, hidden.length, NOT_IN_HORIZON)
  const differences = shown.flatMap((entry) => wrong.get(entry) ?? [])
  for (const difference of differences) found.add(toDifference(difference, node.url))
  node.ledger.entries += shown.length - differences.length
  return shown
}

async function compareFees(
  node: LedgerNode,
  transactions: readonly Booked[],
  page: Page,
  found: Found,
  answered: Set<EntryRow>,
): Promise<void> {
  const { transactor } = node.network.chain
  const listFees = ({ entries }: Booked) => listLive(entries).filter(isOfFee)
  const costly = transactions.filter((one) => listFees(one).length > 0)
  if (!transactor) return
  await askEach(costly, async (transaction) => {
    const fees = listFees(transaction)
    const receipt = await readReceipt(transactor, transaction.hash, page)
    if (typeof receipt === 'string') {
      countUnknown(node, fees.length, receipt)
      return
    }
    const [difference] = compareFee(transaction.entries, receipt && computeCost(receipt))
    for (const fee of fees) answered.add(fee)
    if (difference) found.add(toDifference(difference, node.url))
    else node.ledger.fees += fees.length
  })
}

/** Null if the transaction is in no final block; in words if the node cannot tell. */
async function readReceipt(transactor: Transactor, hash: string, { blocks }: Page): Promise<Receipt | string | null> {
  const block = blocks.get(hash)
  try {
    return await (block === undefined ? transactor.receipt(hash) : transactor.finalReceipt(hash, block))
  } catch (error) {
    if (error instanceof NodeError) return error.message
    throw error
  }
}
