import type { BlockRef, ObservedTransfer, Step } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { deleteBlocks, insertAudit, insertBlocks, moveCursor, noteMissed, unlessMoved } from '../networks/store.ts'
import { recordFinal, recordRead, recordRewind, recordSeen } from '../payments/transfers/record.ts'
import { awaitedRefundsTo } from '../refunds/awaited.ts'
import { followRefunds, rewindRefunds, settleRefunds } from '../refunds/follow.ts'
import { type Tx, together } from '../storage/database.ts'

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
export type Piece = {
  readonly kind: 'piece'
  readonly state: 'seen' | 'final'
  readonly transfers: readonly ObservedTransfer[]
}

/**
 * Commits a step together with the new cursor. Transfers, attribution, payments and events are never behind the cursor,
 * and ahead of it only in pieces. False if the cursor moved since `version`; then nothing is written.
 */
export function applyStep(ctx: Context, network: Network, version: number, step: Change | Piece): Promise<boolean> {
  return unlessMoved(
    ctx.transact((tx) =>
      step.kind === 'piece' ? applyPiece(ctx, tx, network, version, step) : apply(ctx, tx, network, version, step),
    ),
  )
}

async function applyPiece(ctx: Context, tx: Tx, network: Network, version: number, piece: Piece): Promise<void> {
  const [awaited] = await together([
    awaitedRefundsTo(tx, network, piece.transfers),
    moveCursor(tx, network, version, {}),
    recordRead(ctx, tx, network, piece),
  ])
  await followRefunds(ctx, tx, network, { ...piece, awaited })
}

async function apply(ctx: Context, tx: Tx, network: Network, version: number, step: Change): Promise<void> {
  switch (step.kind) {
    case 'start': {
      await moveCursor(tx, network, version, { block: step.at, finalNumber: step.finalNumber })
      await insertBlocks(tx, network, [step.at])
      await insertAudit(tx, network, step.at)
      return
    }
    case 'leap': {
      await moveCursor(tx, network, version, { block: step.at, finalNumber: step.at.number })
      await insertBlocks(tx, network, [step.at])
      await noteMissed(tx, network, step.at)
      return
    }
    case 'advance': {
      const last = lastOf(step.blocks)
      const [awaited] = await together([
        awaitedRefundsTo(tx, network, step.transfers),
        moveCursor(tx, network, version, { block: last }),
        insertBlocks(tx, network, step.blocks),
        recordSeen(ctx, tx, network, step),
      ])
      await followRefunds(ctx, tx, network, { ...step, awaited, state: 'seen' })
      return
    }
    case 'append': {
      const last = lastOf(step.blocks)
      const range = { from: step.from, to: last.number, transfers: step.transfers }
      const [awaited] = await together([
        awaitedRefundsTo(tx, network, step.transfers),
        moveCursor(tx, network, version, { block: last, finalNumber: last.number }),
        insertBlocks(tx, network, step.blocks),
        recordFinal(ctx, tx, network, range),
      ])
      await settleRefunds(ctx, tx, network, { ...range, awaited })
      await deleteBlocks(tx, network, 'below', last.number)
      return
    }
    case 'rewind': {
      await moveCursor(tx, network, version, { block: step.to })
      await deleteBlocks(tx, network, 'above', step.to.number)
      await recordRewind(ctx, tx, network, step.to.number)
      await rewindRefunds(ctx, tx, network, step.to.number)
      return
    }
    case 'finalize': {
      const [awaited] = await together([
        awaitedRefundsTo(tx, network, step.transfers),
        moveCursor(tx, network, version, { finalNumber: step.to }),
        recordFinal(ctx, tx, network, step),
      ])
      await settleRefunds(ctx, tx, network, { ...step, awaited })
      await deleteBlocks(tx, network, 'below', step.to)
      return
    }
  }
}

function lastOf(blocks: readonly BlockRef[]): BlockRef {
  const last = blocks.at(-1)
  if (!last) throw new Error('a step without blocks')
  return last
}
