import type { EventType, PaymentException, PaymentStatus } from '@crypto-checkout/api-types'

export type Visible = {
  readonly status: PaymentStatus
  readonly exceptions: readonly PaymentException[]
  /** Everything on the chain, in millionths. */
  readonly received: bigint
}

const progress: Readonly<Record<PaymentStatus, number>> = {
  created: 0,
  cancelled: 0,
  expired: 0,
  partially_paid: 1,
  processing: 2,
  completed: 3,
}

const arrival: Readonly<Record<PaymentStatus, EventType | null>> = {
  created: null,
  partially_paid: 'payment.partially_paid',
  processing: 'payment.processing',
  completed: 'payment.completed',
  expired: 'payment.expired',
  cancelled: 'payment.cancelled',
}

/**
 * The events of a change, in order. Losing a status that was reached on the chain is `payment.reverted`. So is losing
 * money, or the exception `late`, while the status stays. The deadline alone reverts nothing.
 */
export function deriveEvents(before: Visible, after: Visible, lostTransfer: boolean): EventType[] {
  const events: EventType[] = []
  if (before.status !== after.status) {
    const reverted = lostTransfer && progress[after.status] < progress[before.status]
    if (reverted) events.push('payment.reverted')
    const arrived = arrival[after.status]
    if (arrived && !(reverted && after.status === 'partially_paid')) events.push(arrived)
  } else if (lostTransfer && (after.received < before.received || began('late', after, before))) {
    events.push('payment.reverted')
  }
  if (began('late', before, after)) events.push('payment.late')
  if (began('overpaid', before, after)) events.push('payment.overpaid')
  return events
}

function began(exception: PaymentException, before: Visible, after: Visible): boolean {
  return after.exceptions.includes(exception) && !before.exceptions.includes(exception)
}
