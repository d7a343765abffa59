/** The parts of a signed payload that each family reads and checks in its own way. */
import type { Context } from '../../context/context.ts'
import type { PaymentRow } from '../../payments/find.ts'
import { createConflict } from '../refusals.ts'
import { findRelay, type RelayRow } from '../store.ts'
import type { PaymentPayload } from './messages.ts'
import type { Offer } from './offer.ts'
import type { Stored } from './standing.ts'

/** `refused`: the reason as x402 names it, final for this payload. */
export type Refused = { readonly refused: string }

/** Compares a stored authorization with a payload of its family. */
export type Known = {
  readonly family: RelayRow['family']
  /** True for the same nonce of the same account. */
  readonly hasNonce: (stored: RelayRow) => boolean
  /** True if it is the same authorization, given the same nonce. */
  readonly isSame: (stored: RelayRow) => boolean
}

/** A payload that repeats the terms of its offer. */
export type Sent = {
  /** Null if the account has signed it and could pay it now. */
  verify(): Promise<Refused | null>
  accept(): Promise<{ readonly stored: Stored } | Refused>
}

/** Throws `payment_conflict` if another payment has the authorization. */
export async function requireUnused(ctx: Context, { id: paymentId }: PaymentRow, id: string): Promise<void> {
  const other = await findRelay(ctx.db, id)
  if (other && other.payment_id !== paymentId) throw createConflict('This was signed for another payment.')
}

/** The first term that a payload repeats otherwise than any family offers it; null if there is none. */
export function findOtherTerm({ row }: Offer, { accepted }: PaymentPayload): string | null {
  if ((accepted.extra?.paymentId ?? row.id) !== row.id) return 'invalid_payment_requirements: of another payment'
  return accepted.scheme === 'exact' ? null : 'unsupported_scheme: only exact is taken'
}
