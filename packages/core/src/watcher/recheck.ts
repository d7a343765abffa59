import { claimOf, type ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { type AuditRow, findAudit, findBlock, findCursor, moveAudit, unlessMoved } from '../networks/store.ts'
import { recordFinal, recordRead } from '../payments/transfers/record.ts'
import { blockOfTransfer, type RememberedTransfer } from '../payments/transfers/remembered.ts'
import { awaitedRefundsTo } from '../refunds/awaited.ts'
import { withDepartures } from '../refunds/departures.ts'
import { followRefunds, settleRefunds } from '../refunds/follow.ts'
import { together } from '../storage/database.ts'
import { inPieces } from './batches.ts'
import { settleTransfers } from './resolve-disputes.ts'
import { ofInterest, recipientsOf, remembered } from './watch-list.ts'

/** The last final block that was reread, and how many later blocks were not read at all. */
export type AuditPlace = { readonly number: number; readonly missed: number }

/** How many recorded transfers are reread at once, unless the first block has more. All of them are held in memory. */
const MAX_REREAD = 250

/** Null before the network's first reading. */
export async function auditPlace(ctx: Pick<Context, 'db'>, network: Network): Promise<AuditPlace | null> {
  const audit = await findAudit(ctx.db, network)
  return audit && { number: audit.number, missed: Math.max(0, (audit.missed_to ?? 0) - audit.number) }
}

/**
 * Rereads a bounded range of final blocks, from two nodes if there are two, and records transfers that were missed
 * before: nodes answer with logs missing. Blocks that were skipped are read here for the first time, twice. False when
 * there is nothing to reread.
 */
export async function auditNetwork(ctx: Context, network: Network): Promise<boolean> {
  const [audit, cursor] = [await findAudit(ctx.db, network), await findCursor(ctx.db, network)]
  if (!audit || !cursor || audit.number >= cursor.final_number) return false
  const final = await findBlock(ctx.db, network, cursor.final_number)
  if (!final) return false
  const from = audit.number + 1
  const isMissed = from <= (audit.missed_to ?? 0)
  const to = isMissed ? (audit.missed_to ?? 0) : await endOfPiece(ctx, network, from, cursor.final_number)
  const reading = await network.chain.reread({ from, to, isMissed, final }, recipientsOf(ctx, network))
  const { recorded, all: known } = await remembered(ctx, network, { from, to: reading.to })
  const views = await Promise.all(reading.views.map((view) => ofInterest(ctx, network, view)))
  const shown = isMissed
    ? await settleTransfers(network, { views, remembered: known, to: reading.to })
    : await settleTransfers(network, { views: [known, ...views], remembered: [], to: reading.to })
  const settled = { ...shown, transfers: await withDepartures(ctx.db, network, shown.transfers, 'final') }
  requireFinalOnes(
    known.filter((one) => one.blockNumber <= settled.to),
    settled.transfers,
  )
  const time = settled.to === reading.to ? reading.time : settled.time
  await commit(ctx, network, audit, { ...settled, ...newsOf(recorded, settled.transfers), from, time })
  return true
}

/** The last block to reread in the range from `from` to `final`. */
async function endOfPiece(ctx: Context, network: Network, from: number, final: number): Promise<number> {
  const beyond = await blockOfTransfer(ctx.db, network, { from, skip: MAX_REREAD })
  return beyond === null ? final : Math.min(final, Math.max(from, beyond - 1))
}

/** A final transfer must not disappear, whichever node says so. */
function requireFinalOnes(known: readonly RememberedTransfer[], settled: readonly ObservedTransfer[]): void {
  const shown = new Set(settled.map((transfer) => `${transfer.txHash} ${transfer.blockHash}`))
  const lost = known.find((one) => one.final && !shown.has(`${one.txHash} ${one.blockHash}`))
  if (lost) throw new Error(`transaction ${lost.txHash} was final in block ${lost.blockNumber}, no node shows it now`)
}

/** Recording a final transfer again does not change it. But a newer refund may be waiting for it. */
function newsOf(recorded: readonly RememberedTransfer[], settled: readonly ObservedTransfer[]): News {
  const final = new Set(recorded.filter((one) => one.final).map(claimOf))
  const byFinal = Map.groupBy(settled, (transfer) => final.has(claimOf(transfer)))
  return { repeated: byFinal.get(true) ?? [], transfers: byFinal.get(false) ?? [] }
}

type News = {
  /** Transfers that were recorded as final. */
  readonly repeated: readonly ObservedTransfer[]
  /** All other transfers. */
  readonly transfers: readonly ObservedTransfer[]
}

/** `time`: the time of the last block. */
type Audited = News & { readonly from: number; readonly to: number; readonly time: number }

async function commit(ctx: Context, network: Network, audit: AuditRow, audited: Audited): Promise<void> {
  const { before, last } = inPieces(audited.transfers)
  let { version } = audit
  for (const transfers of before) {
    const piece = { transfers, state: 'final' } as const
    const moved = ctx.transact(async (tx) => {
      const [awaited] = await together([
        awaitedRefundsTo(tx, network, transfers),
        moveAudit(tx, network, version, { number: audit.number, time: audit.time }),
        recordRead(ctx, tx, network, piece),
      ])
      await followRefunds(ctx, tx, network, { ...piece, awaited })
    })
    if (!(await unlessMoved(moved))) return
    version += 1
  }
  const range = { ...audited, transfers: last }
  const transfers = [...audited.repeated, ...last]
  const moved = ctx.transact(async (tx) => {
    const [awaited] = await together([
      awaitedRefundsTo(tx, network, transfers),
      moveAudit(tx, network, version, { number: audited.to, time: audited.time }),
      recordFinal(ctx, tx, network, range),
    ])
    await settleRefunds(ctx, tx, network, { ...range, transfers, awaited })
  })
  await unlessMoved(moved)
}
