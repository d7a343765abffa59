import { fieldsOf, textOf } from './fields.ts'

/** What a payer is asked to pay for an operation, in stroops: at least the network's least, at most 0.01 XLM. */
export const FEE = { least: 100, most: 100_000 } as const

/** What 95 of 100 transactions paid at most, within those bounds; the least where the node does not tell. */
export function feeOf(distribution: unknown): number {
  const { p95 } = fieldsOf(distribution)
  const told = /^\d{1,10}$/.test(textOf(p95)) ? Number(p95) : FEE.least
  return Math.min(Math.max(told, FEE.least), FEE.most)
}
