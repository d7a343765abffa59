import type { BlockRef, ObservedTransfer, Step } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { deleteBlocks, insertBlocks, insertRecheck, markGap, moveCursor, runUnlessMoved } from '../networks/store.ts'
import { pipeline, type Tx } from '../storage/database.ts'
import { finaliseBlocks, recordBlocks, recordTransfers, rewindBlocks } from './ledger/record.ts'

/** A step that changes something. */
export type ChangingStep = Exclude<Step, { kind: 'idle' } | { kind: 'halt' }>

/** The same step after disputed transfers are resolved. */
export type Change =
  | Exclude<ChangingStep, { kind: 'finalize' }>
  /** Exactly these transfers are in the blocks from `from` to `to`, which can no longer change. */
  | {
      readonly kind: 'finalize'
      readonly from: number
      readonly to: number
      readonly transfers: readonly ObservedTransfer[]
    }

/**
 * A batch of a larger step's transfers, committed before it. If the step is then lost, the next read repeats them, or
 * finds other blocks there.
 */
type Batch = {
  readonly kind: 'piece'
  readonly state: 'seen' | 'final'
  readonly transfers: readonly ObservedTransfer[]
}

/**
 * Commits a step together with the new cursor. Transfers, attribution, payments and events are never behind the cursor,
 * and ahead of it only in pieces. False if the cursor moved since `version`; then nothing is written.
 */
export function applyStep(ctx: Context, network: Network, version: number, step: Change | Batch): Promise<boolean> {
  return runUnlessMoved(ctx.transact((tx) => apply(ctx, tx, network, version, step)))
}

async function apply(ctx: Context, tx: Tx, network: Network, version: number, step: Change | Batch): Promise<void> {
  switch (step.kind) {
    case 'piece': {
      await pipeline([moveCursor(tx, network, version, {}), recordTransfers(ctx, tx, network, step)])
      return
    }
    case 'start': {
      await moveCursor(tx, network, version, { block: step.at, finalNumber: step.finalNumber })
      await insertBlocks(tx, network, [step.at])
      await insertRecheck(tx, network, step.at)
      return
    }
    case 'leap': {
      await moveCursor(tx, network, version, { block: step.at, finalNumber: step.at.number })
      await insertBlocks(tx, network, [step.at])
      await markGap(tx, network, step.at)
      return
    }
    case 'advance': {
      await pipeline([
        moveCursor(tx, network, version, { block: pickLast(step.blocks) }),
        insertBlocks(tx, network, step.blocks),
        recordBlocks(ctx, tx, network, step),
      ])
      return
    }
    case 'append': {
      const last = pickLast(step.blocks)
      await pipeline([
        moveCursor(tx, network, version, { block: last, finalNumber: last.number }),
        insertBlocks(tx, network, step.blocks),
        finaliseBlocks(ctx, tx, network, { from: step.from, to: last.number, transfers: step.transfers }),
      ])
      await deleteBlocks(tx, network, 'below', last.number)
      return
    }
    case 'rewind': {
      await moveCursor(tx, network, version, { block: step.to })
      await deleteBlocks(tx, network, 'above', step.to.number)
      await rewindBlocks(ctx, tx, network, step.to.number)
      return
    }
    case 'finalize': {
      await pipeline([
        moveCursor(tx, network, version, { finalNumber: step.to }),
        finaliseBlocks(ctx, tx, network, step),
      ])
      await deleteBlocks(tx, network, 'below', step.to)
      return
    }
  }
}

function pickLast(blocks: readonly BlockRef[]): BlockRef {
  const last = blocks.at(-1)
  if (!last) throw new Error('a step without blocks')
  return last
}

/** The number of transfers that one transaction records. Other work waits for it. */
const MAX_RECORDED = 12

/**
 * Splits a step with more transfers than one transaction records. Pieces come first, and the step has the last
 * transfers.
 */
export function splitStep(step: Change): (Change | Batch)[] {
  if (!('transfers' in step)) return [step]
  const { before, last } = splitTransfers(step.transfers)
  const state = step.kind === 'advance' ? 'seen' : 'final'
  return [...before.map((transfers) => ({ kind: 'piece', state, transfers }) as const), { ...step, transfers: last }]
}

type Pieces = { readonly before: readonly (readonly ObservedTransfer[])[]; readonly last: readonly ObservedTransfer[] }

/** Keeps the order. No piece is larger than one transaction records. */
export function splitTransfers(transfers: readonly ObservedTransfer[]): Pieces {
  const before: (readonly ObservedTransfer[])[] = []
  let from = 0
  for (; transfers.length - from > MAX_RECORDED; from += MAX_RECORDED)
    before.push(transfers.slice(from, from + MAX_RECORDED))
  return { before, last: transfers.slice(from) }
}
