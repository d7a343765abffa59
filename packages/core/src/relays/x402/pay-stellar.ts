/** Pays a payment with what a program has signed on Stellar. */

import type { Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { findAnyPayment, findPaymentCaller, type PaymentRow } from '../../payments/find.ts'
import { chooseMethod } from '../../payments/methods/choose.ts'
import { createConflict } from '../refusals.ts'
import { acceptSponsored, tryOut } from '../stellar/accept.ts'
import { computeSponsoredId, findPaymentSponsored, findSponsored, type SponsoredRow } from '../stellar/store.ts'
import { readIdentifier, type StellarPayload } from './messages.ts'
import { listOffers, type SponsoredOffer } from './offer.ts'

type Paid = { readonly stored: SponsoredRow } | { readonly refused: string }

/**
 * Finds the stored authorization of a payload for a payment; null if there is none. Throws `payment_conflict` as
 * `findStored` does.
 */
export async function findStoredOnStellar(
  ctx: Context,
  row: PaymentRow,
  payload: StellarPayload,
): Promise<SponsoredRow | null> {
  const rows = await findPaymentSponsored(ctx.db, row.id)
  const sponsor = ctx.network(toEnvironment(row.livemode), STELLAR)?.chain.sponsor
  const signed = sponsor?.identify(payload.payload.transaction) ?? null
  const id = signed && computeSponsoredId(payload.accepted.network, signed)
  const same = rows.find((one) => one.id === id) ?? null
  const name = readIdentifier(payload)
  const named = rows.find((one) => name !== null && one.identifier === name)
  if (named && named !== same) throw createConflict('Another payload came with this payment-identifier.')
  if (!same || same.signature === signed?.entry) return same
  throw createConflict('This nonce was signed for something else.')
}

/** The only name that a network of this family has. */
const STELLAR = 'stellar'

/**
 * Checks a payload against what the payment itself asks for, and stores it to be sent. Throws `payment_conflict`,
 * `relay_unavailable` and `network_unreachable`; then nothing was stored.
 */
export async function payOnStellar(ctx: Context, offer: SponsoredOffer, payload: StellarPayload): Promise<Paid> {
  const refused = findMismatch(offer, payload)
  if (refused !== null) return { refused }
  const { order } = offer
  const signed = order.sponsor.read(payload.payload.transaction, order.terms)
  if ('refused' in signed) return signed
  const other = await findSponsored(ctx.db, computeSponsoredId(order.network.chain.id, signed))
  if (other && other.payment_id !== order.row.id) throw createConflict('This was signed for another payment.')
  if (offer.isChosen) return acceptSponsored(ctx, order, signed, readIdentifier(payload))
  // Strangers' payloads must not choose a method, so the signature is verified first.
  const trial = await tryOut(order, signed)
  return 'refused' in trial ? trial : chooseAndPay(ctx, offer, payload)
}

/** The first term that a payload repeats otherwise than it is offered; null if there is none. */
function findMismatch({ requirements, row }: SponsoredOffer, { accepted }: StellarPayload): string | null {
  if ((accepted.extra?.paymentId ?? row.id) !== row.id) return 'invalid_payment_requirements: of another payment'
  if (accepted.scheme !== 'exact') return 'unsupported_scheme: only exact is taken'
  if (accepted.payTo !== requirements.payTo) return 'invalid_exact_stellar_payload_wrong_recipient'
  if (BigInt(accepted.amount) !== BigInt(requirements.amount)) return 'invalid_exact_stellar_payload_wrong_amount'
  return null
}

async function chooseAndPay(
  ctx: Context,
  { row, requirements }: SponsoredOffer,
  payload: StellarPayload,
): Promise<Paid> {
  const { id, cryptocurrency, network } = row
  const caller = await findPaymentCaller(ctx, id)
  if (caller) await chooseMethod(ctx, caller, id, { cryptocurrency, network })
  const now = await findAnyPayment(ctx.db, id)
  const { offers = [], problem = null } = now ? await listOffers(ctx, now, true) : {}
  const chosen = offers.find((one) => one.isChosen && one.requirements.payTo === requirements.payTo)
  if (!chosen || !('order' in chosen)) return { refused: problem ?? 'invalid_network' }
  return payOnStellar(ctx, chosen, payload)
}
