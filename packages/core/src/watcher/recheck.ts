import type { ObservedTransfer } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { findBlock, findCursor, findRecheck, moveRecheck, type RecheckRow, runUnlessMoved } from '../networks/store.ts'
import { pipeline } from '../storage/database.ts'
import { pick } from '../storage/tables.ts'
import { splitTransfers } from './apply-step.ts'
import {
  type FinalTransfers,
  finaliseBlocks,
  findLastBlock,
  findRecorded,
  prepareTransfers,
  type RecordedTransfer,
  recordTransfers,
  separateRepeated,
} from './ledger/record.ts'
import { filterWatched, watchRecipients } from './ledger/watch-list.ts'
import { resolveDisputes } from './resolve-disputes.ts'

/** The last final block that was reread, and how many later blocks were not read at all. */
export type RecheckPosition = { readonly number: number; readonly missed: number }

/**
 * The number of recorded transfers that are reread at once, unless the first block has more. All of them are held in
 * memory.
 */
const MAX_REREAD = 250

/** Null before the network's first reading. */
export async function findRecheckPosition(ctx: Pick<Context, 'db'>, network: Network): Promise<RecheckPosition | null> {
  const audit = await findRecheck(ctx.db, network)
  return audit && { number: audit.number, missed: Math.max(0, (audit.missed_to ?? 0) - audit.number) }
}

/**
 * Rereads a bounded range of final blocks, from two nodes if there are two, and records transfers that were missed
 * before: nodes answer with logs missing. Blocks that were skipped are read here for the first time, twice. False when
 * there is nothing to reread.
 */
export async function recheckNetwork(ctx: Context, network: Network): Promise<boolean> {
  const [audit, cursor] = [await findRecheck(ctx.db, network), await findCursor(ctx.db, network)]
  if (!audit || !cursor || audit.number >= cursor.final_number) return false
  const final = await findBlock(ctx.db, network, cursor.final_number)
  if (!final) return false
  const from = audit.number + 1
  const isMissed = from <= (audit.missed_to ?? 0)
  const to = isMissed
    ? (audit.missed_to ?? 0)
    : await findLastBlock(ctx, network, { from, to: cursor.final_number, limit: MAX_REREAD })
  const reading = await network.chain.reader.recheck({ from, to, isMissed, final }, watchRecipients(ctx, network))
  const recorded = await findRecorded(ctx, network, { from, to: reading.to })
  const views = await Promise.all(reading.views.map((view) => filterWatched(ctx, network, view)))
  const shown = isMissed
    ? await resolveDisputes(network, { views, recorded, to: reading.to })
    : await resolveDisputes(network, { views: [recorded, ...views], recorded: [], to: reading.to })
  const transfers = await prepareTransfers(ctx, network, { transfers: shown.transfers, state: 'final' })
  requireFinalOnes(
    recorded.filter((one) => one.blockNumber <= shown.to),
    transfers,
  )
  const time = shown.to === reading.to ? reading.time : shown.time
  await commit(ctx, network, audit, { ...separateRepeated(recorded, transfers), from, to: shown.to, time })
  return true
}

/** A final transfer must not disappear, whichever node says so. */
function requireFinalOnes(recorded: readonly RecordedTransfer[], read: readonly ObservedTransfer[]): void {
  const shown = new Set(read.map((transfer) => `${transfer.txHash} ${transfer.blockHash}`))
  const lost = recorded.find((one) => one.final && !shown.has(`${one.txHash} ${one.blockHash}`))
  if (lost) throw new Error(`transaction ${lost.txHash} was final in block ${lost.blockNumber}, no node shows it now`)
}

/** `time`: the time of the last block. */
type Audited = FinalTransfers & { readonly from: number; readonly to: number; readonly time: number }

async function commit(ctx: Context, network: Network, audit: RecheckRow, audited: Audited): Promise<void> {
  const { before, last } = splitTransfers(audited.transfers)
  let { version } = audit
  for (const transfers of before) {
    const moved = ctx.transact(async (tx) => {
      await pipeline([
        moveRecheck(tx, network, version, pick(audit, 'number', 'time')),
        recordTransfers(ctx, tx, network, { transfers, state: 'final' }),
      ])
    })
    if (!(await runUnlessMoved(moved))) return
    version += 1
  }
  const moved = ctx.transact(async (tx) => {
    await pipeline([
      moveRecheck(tx, network, version, { number: audited.to, time: audited.time }),
      finaliseBlocks(ctx, tx, network, { ...audited, transfers: last }),
    ])
  })
  await runUnlessMoved(moved)
}
