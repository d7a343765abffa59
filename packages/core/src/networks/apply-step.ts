import type { ObservedTransfer, Step } from '../chains/chain.ts'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { followRefunds, rewindRefunds, settleRefunds } from '../refunds/follow.ts'
import type { Tx } from '../storage/database.ts'
import { recordFinal, recordRead, recordRewind, recordSeen } from '../transfers/record.ts'
import { deleteBlocks, insertAudit, insertBlocks, moveCursor, noteMissed } from './store.ts'

/** A step that changes something. */
export type Change = Exclude<Step, { kind: 'idle' } | { kind: 'halt' }>

/** Some transfers of a change that follows. Should it not follow, the next one reads them again, or finds other blocks there. */
export type Piece = {
  readonly kind: 'piece'
  readonly state: 'seen' | 'final'
  readonly transfers: readonly ObservedTransfer[]
}

/**
 * Commits what was read together with the new cursor: transfers, attribution, payments and events
 * are never behind the cursor, and ahead of it only in pieces. False when the cursor moved since `version`; then
 * nothing is written.
 */
export function applyStep(ctx: Context, network: Network, version: number, step: Change | Piece): Promise<boolean> {
  return ctx.transact((tx) =>
    step.kind === 'piece' ? applyPiece(ctx, tx, network, version, step) : apply(ctx, tx, network, version, step),
  )
}

async function applyPiece(ctx: Context, tx: Tx, network: Network, version: number, piece: Piece): Promise<boolean> {
  if (!(await moveCursor(tx, network, version, {}))) return false
  await recordRead(ctx, tx, network, piece)
  await followRefunds(ctx, tx, network, piece)
  return true
}

async function apply(ctx: Context, tx: Tx, network: Network, version: number, step: Change): Promise<boolean> {
  switch (step.kind) {
    case 'start': {
      if (!(await moveCursor(tx, network, version, { block: step.at, finalNumber: step.finalNumber }))) return false
      await insertBlocks(tx, network, [step.at])
      await insertAudit(tx, network, step.at)
      return true
    }
    case 'leap': {
      if (!(await moveCursor(tx, network, version, { block: step.at, finalNumber: step.at.number }))) return false
      await insertBlocks(tx, network, [step.at])
      await noteMissed(tx, network, step.at)
      return true
    }
    case 'advance': {
      const last = step.blocks.at(-1)
      if (!last || !(await moveCursor(tx, network, version, { block: last }))) return false
      await insertBlocks(tx, network, step.blocks)
      await recordSeen(ctx, tx, network, step)
      await followRefunds(ctx, tx, network, { transfers: step.transfers, state: 'seen' })
      return true
    }
    case 'append': {
      const last = step.blocks.at(-1)
      if (!last || !(await moveCursor(tx, network, version, { block: last, finalNumber: last.number }))) return false
      await insertBlocks(tx, network, step.blocks)
      const range = { from: step.from, to: last.number, transfers: step.transfers }
      await recordFinal(ctx, tx, network, range)
      await settleRefunds(ctx, tx, network, range)
      await deleteBlocks(tx, network, 'below', last.number)
      return true
    }
    case 'rewind': {
      if (!(await moveCursor(tx, network, version, { block: step.to }))) return false
      await deleteBlocks(tx, network, 'above', step.to.number)
      await recordRewind(ctx, tx, network, step.to.number)
      await rewindRefunds(ctx, tx, network, step.to.number)
      return true
    }
    case 'finalize': {
      if (!(await moveCursor(tx, network, version, { finalNumber: step.to }))) return false
      await recordFinal(ctx, tx, network, step)
      await settleRefunds(ctx, tx, network, step)
      await deleteBlocks(tx, network, 'below', step.to)
      return true
    }
  }
}
