/** The data of a session. Buyers can read it, so no key is in it. */
import type { Payment } from '@crypto-checkout/client'
import type { PaymentProviderInput } from '@medusajs/framework/types'
import type { RefundNote } from './refunds.ts'
import { refuse } from './refusals.ts'

export type SessionData = {
  /** `pay_...` of the checkout. */
  readonly id: string
  /** Medusa's session. The payment has it in its metadata. */
  readonly session_id: string
  /** Medusa's amount, in major units as an exact decimal. */
  readonly amount: string
  readonly currency: string
  /** The payment page. A storefront sends the payer there, or gives it to the element. */
  readonly url: string
  /** The checkout's own status, such as `partially_paid`. */
  readonly status: string
  /** The deadline of the payment (ISO 8601). */
  readonly expires_at: string
  /** Payments of this session that this one has replaced. Their money is still watched. */
  readonly previous: readonly string[]
  readonly refunds: readonly RefundNote[]
}

/** Data as Medusa stores it, with what else a storefront has put there. */
export function toSessionData(payment: Payment, data: Partial<SessionData>): Record<string, unknown> & SessionData {
  const { session_id, amount } = payment.metadata
  return {
    ...data,
    id: payment.id,
    session_id: String(session_id),
    amount: String(amount),
    currency: payment.currency,
    url: payment.url,
    status: payment.status,
    expires_at: payment.expiresAt,
    previous: data.previous ?? [],
    refunds: data.refunds ?? [],
  }
}

/** Null for data without a payment: Medusa deletes sessions whose payment was never created. */
export function readSessionData(data: Record<string, unknown> | undefined): SessionData | null {
  if (typeof data?.id !== 'string' || typeof data.session_id !== 'string') return null
  // Everything else was written with these two.
  return { previous: [], refunds: [], ...data } as unknown as SessionData
}

/** The id of Medusa's session, by which a payment is asked for once. */
export function readReference({ data, context }: PaymentProviderInput): string {
  const id = data?.session_id ?? context?.idempotency_key
  return typeof id === 'string' ? id : refuse('Medusa passed no session: use Medusa 2.21.2 or later.')
}

/**
 * What payers read as the number of their order, such as `X9555-JNADV`: the end of the session's id, which is random. An
 * order has no number of its own before it is placed.
 */
export function toOrderCode(session_id: string): string {
  const end = session_id.slice(-10)
  return `${end.slice(0, 5)}-${end.slice(5)}`
}
