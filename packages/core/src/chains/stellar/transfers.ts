import { assignOrdinals } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer } from '../chain.ts'

/** A transfer before it gets its index among equal ones. */
export type Movement = Omit<ObservedTransfer, 'ordinal' | 'blockHash'>

/**
 * A ledger as a block. Readings have no hash for it, and need none: a network closes each number once. The time tells
 * it apart if a local network has started over.
 */
export function toBlockRef(number: number, time: number): BlockRef {
  return { number, hash: hashOf(number, time), parentHash: '', time }
}

function hashOf(number: number, time: number): string {
  return `${number}@${Math.floor(time / 1_000)}`
}

/**
 * Turns the movements of whole ledgers into transfers, in their order. Among equal ones, those with a memo get the
 * first indexes: back ends differ about trades, which have none.
 */
export function toTransfers(movements: readonly Movement[]): ObservedTransfer[] {
  const counted = assignOrdinals(
    movements.toSorted((a, b) => Number(a.memo === null) - Number(b.memo === null) || inOrder(a, b)),
  )
  return counted.map((one) => ({ ...one, blockHash: hashOf(one.blockNumber, one.blockTime) })).sort(inOrder)
}

function inOrder(a: Movement, b: Movement): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex
}

/** The ledger of an operation's id (TOID), and its index in the ledger. */
export function decodeToid(toid: bigint): { readonly ledger: number; readonly index: number } {
  return { ledger: Number(toid >> 32n), index: Number(toid & 0xffff_ffffn) }
}
