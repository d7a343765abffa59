import { withOrdinals } from '../../domain/attribution.ts'
import type { BlockRef, ObservedTransfer } from '../chain.ts'

/** A transfer before it is counted among its equals. */
export type Movement = Omit<ObservedTransfer, 'ordinal' | 'blockHash'>

/**
 * A ledger as a block. Readings name no hash of it, and need none: a network closes a number once. With
 * the time it is known again, should a local network have begun anew.
 */
export function ledgerRef(number: number, time: number): BlockRef {
  return { number, hash: hashOf(number, time), parentHash: '', time }
}

function hashOf(number: number, time: number): string {
  return `${number}@${Math.floor(time / 1_000)}`
}

/**
 * Movements of whole ledgers as transfers, in their order. Of equal ones those with a memo are counted
 * first: back ends differ about what was traded, which has none.
 */
export function toTransfers(movements: readonly Movement[]): ObservedTransfer[] {
  const counted = withOrdinals(
    movements.toSorted((a, b) => Number(a.memo === null) - Number(b.memo === null) || inOrder(a, b)),
  )
  return counted.map((one) => ({ ...one, blockHash: hashOf(one.blockNumber, one.blockTime) })).sort(inOrder)
}

function inOrder(a: Movement, b: Movement): number {
  return a.blockNumber - b.blockNumber || a.logIndex - b.logIndex
}

/** The ledger and the place in it of an operation's id (TOID). */
export function placeOfToid(toid: bigint): { readonly ledger: number; readonly index: number } {
  return { ledger: Number(toid >> 32n), index: Number(toid & 0xffff_ffffn) }
}
