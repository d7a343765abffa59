import type { Position } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { NetworkReading } from '../networks/health.ts'
import { deleteBlocks, deleteCursor, loadPosition } from '../networks/store.ts'
import { applyStep, type Change, type ChangingStep, splitStep } from './apply-step.ts'
import { findRecorded, forgetChain, prepareTransfers } from './ledger/record.ts'
import { filterWatched, findWatchedSince, watchRecipients } from './ledger/watch-list.ts'
import { resolveDisputes } from './resolve-disputes.ts'

/**
 * Reads one bounded range of a network and commits it. Throws when no node can be reached or believed. Nothing has
 * changed then, and it can be retried.
 */
export async function readNetwork(ctx: Context, network: Network): Promise<NetworkReading> {
  const { position, version } = await loadPosition(ctx.db, network)
  const before = { ...position, startTime: position.cursor ? null : await findWatchedSince(ctx, network) }
  const reading = await network.chain.reader.next(before, watchRecipients(ctx, network))
  const { step } = reading
  // A wallet that was added during the request for the first block may be paid in a block that is final by now.
  const isFirstMissed =
    step.kind === 'start' && before.startTime === null && (await findWatchedSince(ctx, network)) !== null
  if (isFirstMissed) return readNetwork(ctx, network)
  if (step.kind !== 'halt' && step.kind !== 'idle')
    await commit(
      ctx,
      network,
      { position, version },
      await prepareStep(ctx, network, await resolveStep(ctx, network, step)),
    )
  return { ...reading, before }
}

/** Resolves disagreements between readings of final blocks before they count. */
async function resolveStep(ctx: Context, network: Network, step: ChangingStep): Promise<Change> {
  if (step.kind === 'append') return undisputed(ctx, network, step)
  if (step.kind !== 'finalize') return step
  const { kind, from } = step
  const known = await findRecorded(ctx, network, step)
  const shown = await Promise.all(step.views.map((view) => filterWatched(ctx, network, view)))
  const { transfers, to } = await resolveDisputes(network, { views: [known, ...shown], recorded: [], to: step.to })
  return { kind, from, to, transfers }
}

async function prepareStep(ctx: Context, network: Network, step: Change): Promise<Change> {
  if (!('transfers' in step)) return step
  const state = step.kind === 'advance' ? 'seen' : 'final'
  return { ...step, transfers: await prepareTransfers(ctx, network, { transfers: step.transfers, state }) }
}

/** If transfers of these blocks are already recorded, they must be compared first: the blocks are read once more. */
async function undisputed(ctx: Context, network: Network, step: ChangingStep & { kind: 'append' }): Promise<Change> {
  const { from, blocks, transfers } = step
  const known = await findRecorded(ctx, network, { from, to: blocks.at(-1)?.number ?? from })
  return known.length === 0 ? step : { kind: 'advance', blocks, transfers }
}

async function commit(
  ctx: Context,
  network: Network,
  { position, version }: { readonly position: Pick<Position, 'cursor'>; readonly version: number },
  step: Change,
): Promise<void> {
  let expected = version
  for (const part of splitStep(step)) {
    if (!(await applyStep(ctx, network, expected, part))) return
    expected += 1
  }
  if (step.kind !== 'rewind') return
  const where = { environment: network.environment, network: network.name }
  ctx.observer.reorganised(where, (position.cursor?.number ?? step.to.number) - step.to.number)
}

/**
 * Restarts a local network if its chain no longer has the last block read. Transfers that were not final on the old
 * chain are removed, and reading starts again. True if that was the case.
 */
export async function forgetLostChain(ctx: Context, network: Network): Promise<boolean> {
  const { cursor } = (await loadPosition(ctx.db, network)).position
  if (!cursor || (await network.chain.reader.hasBlock(cursor))) return false
  await ctx.transact(async (tx) => {
    await forgetChain(ctx, tx, network)
    await deleteBlocks(tx, network, 'above', -1)
    await deleteCursor(tx, network)
  })
  return true
}
