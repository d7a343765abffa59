/** Final transfers on a chain against the entries. */
import type { BlockRef, ObservedTransfer, Recipients } from '../chains/chain.ts'
import { getWatchedTokenAt } from '../chains/network.ts'
import { NodeError } from '../chains/node-error.ts'
import type { Context } from '../context/context.ts'
import { withoutConversions } from '../deposits/converted.ts'
import { findDepositsAt } from '../deposits/store.ts'
import { CLOCK_TOLERANCE_MS } from '../domain/attribution.ts'
import { describeTransfer, listLive } from '../entries/compare.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { findOfTransactions, findTransfersIn } from '../entries/verify-store.ts'
import { findBlock, findCursor, findRecheck } from '../networks/store.ts'
import {
  filterWatchedTransfers,
  findWatchedWallets,
  findWatchers,
  watchedSince,
} from '../payments/transfers/watched-wallets.ts'
import type { Db } from '../storage/database.ts'
import { countUnknown, type Found, type LedgerNode, type LedgerPeriod } from './verify-found.ts'

/** With more addresses than this, all transfers of the tokens are read: nodes refuse long topic lists. */
const MAX_RECIPIENTS = 500
/** On Stellar a block before a time is found this closely. */
const SLACK = 64

/** Blocks that the checkout has read: up to the final one, except those that it still has to read. */
type ReadBlocks = {
  readonly final: BlockRef
  readonly since: number
  readonly gap: { readonly after: number; readonly to: number } | null
}

/** Looks for transfers of a period that have no entry, as far as the checkout has read the chain. */
export async function compareTransfers(
  ctx: Pick<Context, 'readSnapshot' | 'db'>,
  node: LedgerNode,
  period: LedgerPeriod,
  found: Found,
): Promise<void> {
  const read = await ctx.readSnapshot((db) => findReadBlocks(db, node))
  if (!read) return
  let next: number | null = null
  let last = read.final.number
  try {
    const { reader } = node.network.chain
    const start = await reader.blockBefore(Math.max(period.from, read.since), read.final)
    if (period.to <= read.final.time) {
      last = Math.min(last, (await reader.blockBefore(period.to, read.final)).number + SLACK)
    }
    next = start.number
    while (next <= last) {
      const range = { from: next, to: last, isMissed: false, final: read.final }
      const { to, views } = await reader.recheck(range, watchWallets(ctx, node))
      const within = (views[0] ?? []).filter(({ blockTime }) => blockTime >= period.from && blockTime < period.to)
      // Conversions have entries of other kinds.
      const transfers = await withoutConversions(ctx.db, node.network, within, 'final')
      await ctx.readSnapshot((db) => compareSome(db, node, { transfers, read }, found))
      node.ledger.blocks = { from: start.number, to }
      next = to + 1
    }
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    countUnknown(node, next === null ? 1 : last - next + 1, `blocks from ${next ?? 'the first'} on: ${error.message}`)
  }
}

/** Null before the first reading, and if no wallet is watched. */
async function findReadBlocks(db: Db, { network }: LedgerNode): Promise<ReadBlocks | null> {
  const [cursor, audit] = [await findCursor(db, network), await findRecheck(db, network)]
  const since = await watchedSince(db, network.chain.id)
  const final = cursor && (await findBlock(db, network, cursor.final_number))
  if (!final || since === null) return null
  const isBehind = audit !== null && audit.missed_to !== null && audit.missed_to > audit.number
  const gap = isBehind ? { after: audit.number, to: audit.missed_to ?? 0 } : null
  return { final, since: since - CLOCK_TOLERANCE_MS, gap }
}

function watchWallets(ctx: Pick<Context, 'readSnapshot'>, { network }: LedgerNode): Recipients {
  const { id } = network.chain
  return {
    all: () => ctx.readSnapshot((db) => findWatchedWallets(db, id, MAX_RECIPIENTS)),
    intersect: async (addresses) => new Set((await ctx.readSnapshot((db) => findWatchers(db, id, addresses))).keys()),
  }
}

type Some = {
  readonly transfers: readonly ObservedTransfer[]
  readonly read: ReadBlocks
}

async function compareSome(db: Db, node: LedgerNode, { transfers, read }: Some, found: Found): Promise<void> {
  const watched = await filterWatchedTransfers(db, node.network.chain.id, transfers)
  const deposits = await findDepositsAt(
    db,
    watched.map(({ from }) => from),
  )
  // Money from a payment's own address is a sweep, which has entries of its own.
  const received = watched.filter(({ from }) => !deposits.has(from))
  const hashes = [...new Set(received.map(({ txHash }) => txHash))]
  const entries = Map.groupBy(await findOfTransactions(db, hashes), ({ tx_hash }) => tx_hash)
  const rows = Map.groupBy(await findTransfersIn(db, hashes), ({ tx_hash }) => tx_hash)
  for (const [hash, own] of Map.groupBy(received, ({ txHash }) => txHash)) {
    const pool = listLive(entries.get(hash) ?? []).filter(({ chain }) => chain === node.network.chain.id)
    for (const transfer of own) {
      if (take(pool, (entry) => isEntryOf(entry, transfer))) node.ledger.transfers += 1
      else explainMissing(node, transfer, { rows: rows.get(hash) ?? [], gap: read.gap }, found)
    }
  }
}

function take<Item>(pool: Item[], isIt: (item: Item) => boolean): boolean {
  const index = pool.findIndex(isIt)
  if (index >= 0) pool.splice(index, 1)
  return index >= 0
}

function isEntryOf(entry: EntryRow, { token, from, to, rawAmount }: ObservedTransfer): boolean {
  const isSame = entry.token === token && entry.counterparty === from && entry.account === to
  return isSame && entry.raw_amount === rawAmount && (entry.kind === 'received' || entry.kind === 'assigned')
}

type Known = {
  readonly rows: Awaited<ReturnType<typeof findTransfersIn>>
  readonly gap: ReadBlocks['gap']
}

function explainMissing(node: LedgerNode, transfer: ObservedTransfer, { rows, gap }: Known, found: Found): void {
  const { token, from, to, rawAmount, txHash, blockNumber } = transfer
  const row = rows.find(
    (one) =>
      one.direction === 'in' &&
      one.token === token &&
      one.from_address === from &&
      one.to_address === to &&
      one.raw_amount === rawAmount,
  )
  if (gap && blockNumber > gap.after && blockNumber <= gap.to) countUnknown(node, 1, 'blocks are not read yet')
  else if (row && row.merchant_id === null) found.addUnknown('wallet_of_several_merchants')
  else if (row && row.booked_for === null) found.addUnknown('not_booked_yet')
  else if (getWatchedTokenAt(node.network, token)) {
    const [network, chain] = [node.address.network, `it moves ${describeTransfer(transfer)}`]
    found.add({ entry: null, network, url: node.url, account: to, transaction: txHash, ledger: 'no entry', chain })
  }
}
