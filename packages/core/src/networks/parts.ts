import type { ObservedTransfer } from '../chains/chain.ts'
import type { Change } from './apply-step.ts'

/** How many transfers are recorded in one transaction: others wait for it. */
const MAX_RECORDED = 250

/** A step with many transfers as several that do the same, each of whole blocks. */
export function inParts(step: Change): Change[] {
  if (step.kind === 'advance') {
    const ends = partEnds(step.transfers, step.blocks.at(-1)?.number ?? 0)
    return between(ends, -1).map(({ after, to }) => ({
      kind: 'advance',
      blocks: step.blocks.filter((block) => block.number > after && block.number <= to),
      transfers: within(step.transfers, after, to),
    }))
  }
  if (step.kind === 'append') {
    const ends = partEnds(step.transfers, step.blocks.at(-1)?.number ?? 0)
    return between(ends, step.from - 1).map(({ after, to }) => ({
      kind: 'append',
      from: after + 1,
      blocks: step.blocks.filter((block) => block.number > after && block.number <= to),
      transfers: within(step.transfers, after, to),
    }))
  }
  if (step.kind === 'finalize') return rangeInParts(step).map((part) => ({ kind: 'finalize', ...part }))
  return [step]
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

/** The last block of each part. A block is never divided, however many transfers it has. */
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
