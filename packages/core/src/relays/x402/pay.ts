/** Pays a payment with what a program signed. */
import type { Context } from '../../context/context.ts'
import { findAnyPayment, findPaymentCaller, type PaymentRow } from '../../payments/find.ts'
import { chooseMethod } from '../../payments/methods/choose.ts'
import { createConflict } from '../refusals.ts'
import { findPaymentRelays } from '../store.ts'
import { isOfStellar, type PaymentPayload, readIdentifier } from './messages.ts'
import { listOffers, type Offer } from './offer.ts'
import { checkOnEvm, readOnEvm } from './pay-evm.ts'
import { checkOnStellar, readOnStellar } from './pay-stellar.ts'
import type { Refused, Sent } from './signed.ts'
import type { Stored } from './standing.ts'

/** The authorization that was stored, now or before, or the reason for which the payload pays nothing. */
export type Paid = { readonly stored: Stored } | Refused

/**
 * Finds the stored authorization of a payload; null if the payment has none of it. Throws `payment_conflict` if the
 * same account has signed something else with the nonce, or the client used its name for something else.
 */
export async function findStored(ctx: Context, row: PaymentRow, payload: PaymentPayload): Promise<Stored | null> {
  const { family, hasNonce, isSame } = isOfStellar(payload) ? readOnStellar(ctx, row, payload) : readOnEvm(payload)
  const rows = (await findPaymentRelays(ctx.db, row.id)).filter((one) => one.family === family)
  const same = rows.find(hasNonce) ?? null
  const name = readIdentifier(payload)
  const named = rows.find((one) => name !== null && one.identifier === name)
  if (named && named !== same) throw createConflict('Another payload came with this payment-identifier.')
  if (!same || isSame(same)) return same
  throw createConflict('This nonce was signed for something else.')
}

/**
 * Checks a payload against what the payment itself asks for, stores it and queues its transaction, in this order.
 * Throws `payment_conflict`, `relay_unavailable` and `network_unreachable`; then nothing was stored. A method that was
 * not chosen yet is chosen first, once it is known that the payer signed for it: strangers' payloads must not choose.
 */
export async function payByProgram(
  ctx: Context,
  row: PaymentRow,
  payload: PaymentPayload,
  mayChoose = true,
): Promise<Paid> {
  const { offers, problem } = await listOffers(ctx, row, true)
  const offer = offers.find((one) => (mayChoose || one.isChosen) && isOffered(one, payload))
  if (!offer) return { refused: problem ?? 'invalid_network: this payment does not take that asset on that network' }
  const checked = await check(ctx, offer, payload)
  if ('refused' in checked) return checked
  if (offer.isChosen) return checked.accept()
  const refused = await checked.verify()
  if (refused) return refused
  const { id, cryptocurrency, network } = offer.row
  const caller = await findPaymentCaller(ctx, id)
  if (caller) await chooseMethod(ctx, caller, id, { cryptocurrency, network })
  const chosen = await findAnyPayment(ctx.db, id)
  return chosen ? payByProgram(ctx, chosen, payload, false) : { refused: 'invalid_network' }
}

async function check(ctx: Context, offer: Offer, payload: PaymentPayload): Promise<Sent | Refused> {
  if (isOfStellar(payload) && 'order' in offer) return checkOnStellar(ctx, offer, payload)
  if (!isOfStellar(payload) && 'relay' in offer) return checkOnEvm(ctx, offer, payload)
  return { refused: 'invalid_payload: it is for another kind of network' }
}

function isOffered({ requirements }: Offer, { accepted }: PaymentPayload): boolean {
  const { network, asset } = requirements
  return accepted.network === network && accepted.asset.toLowerCase() === asset.toLowerCase()
}
