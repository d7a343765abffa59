import type { ObservedTransfer } from '../chains/chain.ts'
import type { Batch, Change } from './apply-step.ts'

/** How many transfers one transaction records. Other work waits for it. */
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
