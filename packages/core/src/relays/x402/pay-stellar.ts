/** Reads and checks what a program has signed on Stellar. */
import type { Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import type { PaymentRow } from '../../payments/find.ts'
import { acceptSponsored, tryOut } from '../stellar/accept.ts'
import { computeSponsoredId } from '../stellar/store.ts'
import { readIdentifier, type StellarPayload } from './messages.ts'
import type { SponsoredOffer } from './offer.ts'
import { findOtherTerm, type Known, type Refused, requireUnused, type Sent } from './signed.ts'

/** The only name that a network of this family has. */
const STELLAR = 'stellar'

export function readOnStellar(ctx: Context, row: PaymentRow, { accepted, payload }: StellarPayload): Known {
  const sponsor = ctx.network(toEnvironment(row.livemode), STELLAR)?.chain.sponsor
  const signed = sponsor?.identify(payload.transaction) ?? null
  const id = signed && computeSponsoredId(accepted.network, signed)
  return {
    family: 'stellar',
    hasNonce: (one) => one.id === id,
    isSame: ({ signature }) => signature === signed?.entry,
  }
}

/** Throws `payment_conflict` if it was signed for another payment. */
export async function checkOnStellar(
  ctx: Context,
  offer: SponsoredOffer,
  payload: StellarPayload,
): Promise<Sent | Refused> {
  const { order } = offer
  const refused = findMismatch(offer, payload)
  if (refused !== null) return { refused }
  const signed = order.sponsor.read(payload.payload.transaction, order.terms)
  if ('refused' in signed) return signed
  await requireUnused(ctx, order.row, computeSponsoredId(order.network.chain.id, signed))
  return {
    async verify() {
      const trial = await tryOut(order, signed)
      return 'refused' in trial ? trial : null
    },
    accept: () => acceptSponsored(ctx, order, signed, readIdentifier(payload)),
  }
}

/** The first term that a payload repeats otherwise than it is offered; null if there is none. */
function findMismatch(offer: SponsoredOffer, payload: StellarPayload): string | null {
  const other = findOtherTerm(offer, payload)
  if (other !== null) return other
  const { payTo, amount } = offer.requirements
  if (payload.accepted.payTo !== payTo) return 'invalid_exact_stellar_payload_wrong_recipient'
  if (BigInt(payload.accepted.amount) !== BigInt(amount)) return 'invalid_exact_stellar_payload_wrong_amount'
  return null
}
