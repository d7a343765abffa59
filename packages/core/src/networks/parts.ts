import type { ObservedTransfer } from '../chains/chain.ts'
import type { Change, Piece } from './apply-step.ts'

/** How many transfers are recorded in one transaction: others wait for it. */
const MAX_RECORDED = 100

/** A step with many transfers as several that do the same, each of whole blocks; where a block has very many, after pieces of it. */
export function inParts(step: Change): (Change | Piece)[] {
  switch (step.kind) {
    case 'advance':
      return advances(step).flatMap((part) => afterPieces(part, 'seen'))
    case 'append':
      return appends(step).flatMap((part) => afterPieces(part, 'final'))
    case 'finalize':
      return rangeInParts(step).flatMap((part) => afterPieces({ kind: 'finalize', ...part }, 'final'))
    default:
      return [step]
  }
}

function advances(step: Change & { kind: 'advance' }): (typeof step)[] {
  const ends = partEnds(step.transfers, step.blocks.at(-1)?.number ?? 0)
  return between(ends, -1).map(({ after, to }) => ({
    kind: 'advance',
    blocks: step.blocks.filter((block) => block.number > after && block.number <= to),
    transfers: within(step.transfers, after, to),
  }))
}

function appends(step: Change & { kind: 'append' }): (typeof step)[] {
  const ends = partEnds(step.transfers, step.blocks.at(-1)?.number ?? 0)
  return between(ends, step.from - 1).map(({ after, to }) => ({
    kind: 'append',
    from: after + 1,
    blocks: step.blocks.filter((block) => block.number > after && block.number <= to),
    transfers: within(step.transfers, after, to),
  }))
}

/** The part with as many of its transfers as one transaction takes, and before it those that are more. */
function afterPieces<Part extends Change & { readonly transfers: readonly ObservedTransfer[] }>(
  part: Part,
  state: Piece['state'],
): (Part | Piece)[] {
  const pieces: Piece[] = []
  let { transfers } = part
  for (; transfers.length > MAX_RECORDED; transfers = transfers.slice(MAX_RECORDED))
    pieces.push({ kind: 'piece', state, transfers: transfers.slice(0, MAX_RECORDED) })
  return [...pieces, { ...part, transfers }]
}

type Range = { readonly from: number; readonly to: number; readonly transfers: readonly ObservedTransfer[] }

/** The same of a range of blocks, both ends included. */
export function rangeInParts({ from, to, transfers }: Range): Range[] {
  return between(partEnds(transfers, to), from - 1).map(({ after, to: end }) => ({
    from: after + 1,
    to: end,
    transfers: within(transfers, after, end),
  }))
}

/** The last block of each part. */
function partEnds(transfers: readonly ObservedTransfer[], to: number): number[] {
  const ends: number[] = []
  let inPart = 0
  for (const [index, transfer] of transfers.entries()) {
    inPart += 1
    const endsBlock = transfers[index + 1]?.blockNumber !== transfer.blockNumber
    if (!endsBlock || inPart < MAX_RECORDED || transfer.blockNumber >= to) continue
    ends.push(transfer.blockNumber)
    inPart = 0
  }
  return [...ends, to]
}

function between(ends: readonly number[], start: number): { after: number; to: number }[] {
  return ends.map((to, index) => ({ after: ends[index - 1] ?? start, to }))
}

function within(transfers: readonly ObservedTransfer[], after: number, to: number): ObservedTransfer[] {
  return transfers.filter((transfer) => transfer.blockNumber > after && transfer.blockNumber <= to)
}
