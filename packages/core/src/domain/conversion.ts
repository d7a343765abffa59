/**
 * The bookkeeping of money that waits at a converter's account: which settlement's money has left it, and what of it
 * arrived. Pure functions. Amounts are millionths of a coin.
 */
import { min } from './money.ts'

/** What may happen to money that leaves an account. The last two are ends. */
export const exitStates = ['burned', 'attested', 'delivered', 'released'] as const
export type ExitState = (typeof exitStates)[number]

export type ConversionStatus = 'waiting' | ExitState

/** An amount of which `placed` belongs to something on the other side: money of a settlement, or money that left. */
export type Placeable = {
  readonly id: string
  readonly amount: bigint
  readonly placed: bigint
  /** The block of an exit, or the first in which a settlement's money can have been at the account. */
  readonly block: number
}

/** A part of the money that left in one exit, and the settlement whose money it was. `position`: the parts before it. */
export type Share = {
  readonly exit: string
  readonly settlement: string
  readonly amount: bigint
  readonly position: bigint
}

/**
 * Places money that left an account with the settlements whose money it was: first in, first out. Anybody may burn, so
 * an exit can be of several settlements, and of money that no settlement has brought yet: that part waits for one whose
 * deposits were swept before. Both lists are in the order of the chain.
 */
export function placeExits(settlements: readonly Placeable[], exits: readonly Placeable[]): Share[] {
  const shares: Share[] = []
  const waiting = settlements.map(({ id, amount, placed, block }) => ({ id, left: amount - placed, block }))
  for (const exit of exits) {
    let position = exit.placed
    for (const settlement of waiting) {
      const amount = min(settlement.left, exit.amount - position)
      if (amount === 0n || exit.block < settlement.block) continue
      shares.push({ exit: exit.id, settlement: settlement.id, amount, position })
      settlement.left -= amount
      position += amount
    }
  }
  return shares
}

/** The part of what arrived of an exit that belongs to a share. The parts of all shares add up to the whole. */
export function computeArrived(
  { amount, position }: Pick<Share, 'amount' | 'position'>,
  exit: { readonly amount: bigint; readonly arrived: bigint },
): bigint {
  const upTo = (place: bigint) => (exit.arrived * place) / exit.amount
  return upTo(position + amount) - upTo(position)
}

/** The state of a settlement's conversion: that of its part which is furthest back. */
export function findConversionStatus(
  { amount, placed }: Pick<Placeable, 'amount' | 'placed'>,
  states: readonly ExitState[],
): ConversionStatus {
  if (placed < amount) return 'waiting'
  const isOpen = (state: ExitState) => state === 'burned' || state === 'attested'
  const furthestBack = exitStates.find((state) => isOpen(state) && states.includes(state))
  return furthestBack ?? (states.includes('released') ? 'released' : 'delivered')
}

const MILLION = 1_000_000n

/** A share of an amount in millionths, rounded up. */
export function computeShare(amount: bigint, millionths: number): bigint {
  return (amount * BigInt(millionths) + MILLION - 1n) / MILLION
}

/** The parts of an amount in which Circle counts the least fee of a burn. */
const FEE_PARTS = 10_000_000n

/** The most that one burn may have: Circle's limit, and the amount of which the least fee is `maxFee`. */
export function computeBurnLimit(
  { rawLimit, minFeeTenMillionths }: { readonly rawLimit: bigint; readonly minFeeTenMillionths: bigint },
  maxFee: bigint,
): bigint {
  return minFeeTenMillionths === 0n ? rawLimit : min(rawLimit, (maxFee * FEE_PARTS) / minFeeTenMillionths)
}

/** The fee that a burn offers, as the converter computes it: at most `maxFee`, and never so much that less than the least part arrives. */
export function computeOffered(
  amount: bigint,
  { leastMillionths, maxFee }: { readonly leastMillionths: number; readonly maxFee: bigint },
): bigint {
  return min(maxFee, amount - computeShare(amount, leastMillionths))
}
