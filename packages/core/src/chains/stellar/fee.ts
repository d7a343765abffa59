import { parseFields, parseText } from './fields.ts'

/** Bounds of the fee for an operation, in stroops: the network's minimum, and 0.01 XLM. */
export const FEE = { least: 100, most: 100_000 } as const

/** The fee that 95 of 100 transactions did not exceed, within these bounds. The minimum if the node does not tell. */
export function chooseFee(distribution: unknown): number {
  const { p95 } = parseFields(distribution)
  const told = /^\d{1,10}$/.test(parseText(p95)) ? Number(p95) : FEE.least
  return Math.min(Math.max(told, FEE.least), FEE.most)
}
