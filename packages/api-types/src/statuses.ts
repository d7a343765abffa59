import type { PaymentStatus } from './answers.generated.ts'

/** The statuses in which a payment asks for money. In all others nothing is left to pay, whatever arrived. */
export const askingStatuses = ['created', 'partially_paid'] as const satisfies readonly PaymentStatus[]

export function isAsking(status: unknown): boolean {
  return askingStatuses.some((one) => one === status)
}
