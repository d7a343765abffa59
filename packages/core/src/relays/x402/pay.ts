/** Pays a payment with what a program signed. */
import type { Context } from '../../context/context.ts'
import { findWindowProblem } from '../../domain/authorization.ts'
import { CheckoutError } from '../../domain/error.ts'
import { findAnyPayment, findPaymentCaller, type PaymentRow } from '../../payments/find.ts'
import { chooseMethod } from '../../payments/methods/choose.ts'
import { relayAuthorization } from '../evm/accept.ts'
import { computeAuthorizationId, createTerms, requireTypedData } from '../evm/order.ts'
import { findAuthorization, findPaymentAuthorization } from '../evm/store.ts'
import { callNodes, createConflict } from '../refusals.ts'
import { type EvmExtra, type EvmPayload, isOfStellar, type PaymentPayload, readIdentifier } from './messages.ts'
import { listOffers, type Offer, type RelayOffer } from './offer.ts'
import { findStoredOnStellar, payOnStellar } from './pay-stellar.ts'
import type { Stored } from './standing.ts'

/** The authorization that was stored, now or before, or the reason for which the payload pays nothing. */
export type Paid = { readonly stored: Stored } | { readonly refused: string }

/**
 * Finds the stored authorization of a payload; null if the payment has none of it. Throws `payment_conflict` if the
 * same account has signed something else with the nonce, or the client used its name for something else.
 */
export async function findStored(ctx: Context, row: PaymentRow, sent: PaymentPayload): Promise<Stored | null> {
  if (isOfStellar(sent)) return findStoredOnStellar(ctx, row, sent)
  const { accepted, payload, extensions } = sent
  const { from, to, value, nonce } = payload.authorization
  const rows = await findPaymentAuthorization(ctx.db, row.id)
  const same = rows.find((one) => one.nonce === nonce.toLowerCase() && one.from_address === from.toLowerCase())
  const name = readIdentifier({ extensions })
  const named = rows.find((one) => name !== null && one.identifier === name)
  if (named && named !== same) throw createConflict('Another payload came with this payment-identifier.')
  if (!same) return null
  const isSame =
    same.signature === payload.signature.toLowerCase() &&
    same.chain === accepted.network &&
    same.to_address === to.toLowerCase() &&
    BigInt(same.raw_amount) === BigInt(value)
  if (isSame) return same
  throw createConflict('This nonce was signed for something else.')
}

/**
 * Checks a payload against what the payment itself asks for, stores it and queues its transaction, in this order.
 * Throws `payment_conflict`, `relay_unavailable` and `network_unreachable`; then nothing was stored.
 */
export async function payByProgram(ctx: Context, row: PaymentRow, payload: PaymentPayload): Promise<Paid> {
  const { offers, problem } = await listOffers(ctx, row, true)
  const offer = offers.find(({ requirements }) => isOffered(requirements, payload))
  if (!offer) return { refused: problem ?? 'invalid_network: this payment does not take that asset on that network' }
  if (isOfStellar(payload)) return 'order' in offer ? payOnStellar(ctx, offer, payload) : { refused: OTHER_PAYLOAD }
  if (!('relay' in offer)) return { refused: OTHER_PAYLOAD }
  await requireUnused(ctx, offer, payload)
  const refused = findMismatch(ctx, offer, payload)
  if (refused !== null) return { refused }
  return offer.isChosen ? relay(ctx, offer, payload) : chooseAndPay(ctx, offer, payload)
}

const OTHER_PAYLOAD = 'invalid_payload: it is for another kind of network'

/** Throws `payment_conflict` if another payment has the authorization. */
async function requireUnused(
  ctx: Context,
  { relay, row, requirements }: RelayOffer,
  payload: EvmPayload,
): Promise<void> {
  const { from, nonce } = payload.payload.authorization
  const id = computeAuthorizationId(relay, { token: requirements.asset, from, nonce })
  const other = await findAuthorization(ctx.db, id)
  if (other && other.payment_id !== row.id) throw createConflict('This was signed for another payment.')
}

function isOffered({ network, asset }: Offer['requirements'], { accepted }: PaymentPayload): boolean {
  return accepted.network === network && accepted.asset.toLowerCase() === asset.toLowerCase()
}

/** ERC-6492 marks signatures of contracts that do not exist yet with these 32 bytes. */
const UNDEPLOYED = '6492'.repeat(16)

/** The first term in which a payload differs from the offer, as x402 names it; null if it has none. */
function findMismatch(
  ctx: Context,
  { requirements, row }: RelayOffer,
  { accepted, payload }: EvmPayload,
): string | null {
  const { from, to, value, validAfter, validBefore } = payload.authorization
  const { payTo, amount } = requirements
  const extra = requirements.extra as EvmExtra
  const isPayTo = (address: string) => address.toLowerCase() === payTo.toLowerCase()
  if ((accepted.extra?.paymentId ?? row.id) !== row.id) return 'invalid_payment_requirements: of another payment'
  if (accepted.scheme !== 'exact') return 'unsupported_scheme: only exact is taken'
  if (!isPayTo(to) || !isPayTo(accepted.payTo)) return 'invalid_exact_evm_recipient_mismatch'
  if (isPayTo(from)) return 'invalid_exact_evm_payload: the recipient cannot pay itself'
  if ([value, accepted.amount].some((one) => BigInt(one) !== BigInt(amount)))
    return 'invalid_exact_evm_payload_authorization_value_mismatch'
  if ((accepted.extra?.name ?? extra.name) !== extra.name) return 'invalid_exact_evm_token_name_mismatch'
  if ((accepted.extra?.version ?? extra.version) !== extra.version) return 'invalid_exact_evm_token_version_mismatch'
  const window = { validAfter: toSeconds(validAfter), validBefore: toSeconds(validBefore) }
  const trouble = findWindowProblem(window, { now: ctx.now(), deadline: row.expires_at })
  if (trouble) {
    const name = trouble.param === 'validAfter' ? 'valid_after' : 'valid_before'
    return `invalid_exact_evm_payload_authorization_${name}: ${trouble.text}`
  }
  if (!payload.signature.toLowerCase().endsWith(UNDEPLOYED)) return null
  return 'invalid_exact_evm_signature: deploy the account first, signatures by ERC-6492 are not taken'
}

/** Later than any deadline if it is no safe number. */
function toSeconds(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

/** Chooses the method that the payload pays, once it is known that the payer signed it. */
async function chooseAndPay(ctx: Context, offer: RelayOffer, payload: EvmPayload): Promise<Paid> {
  const { authorizations } = offer.relay
  const terms = toTerms(ctx, offer, payload)
  const isSigned = await callNodes(async () => {
    const data = await requireTypedData(offer.relay, offer.row, terms)
    return (await authorizations.signedCall(terms, data, payload.payload.signature)) !== null
  })
  if (!isSigned) return { refused: NOT_SIGNED }
  const { id, cryptocurrency, network } = offer.row
  const caller = await findPaymentCaller(ctx, id)
  if (caller) await chooseMethod(ctx, caller, id, { cryptocurrency, network })
  const row = await findAnyPayment(ctx.db, id)
  const { offers = [], problem = null } = row ? await listOffers(ctx, row, true) : {}
  const chosen = offers.find((one) => one.isChosen && isOffered(one.requirements, payload))
  if (!chosen || !('relay' in chosen)) return { refused: problem ?? 'invalid_network' }
  const refused = findMismatch(ctx, chosen, payload)
  return refused === null ? relay(ctx, chosen, payload) : { refused }
}

function toTerms(ctx: Context, { row, relay, amount }: RelayOffer, { payload }: EvmPayload) {
  const { from, nonce, validAfter, validBefore } = payload.authorization
  const window = { validAfter: toSeconds(validAfter), validBefore: toSeconds(validBefore) }
  return createTerms(ctx, relay, row, { from, ...window, exact: { amount, nonce: nonce.toLowerCase() } })
}

async function relay(ctx: Context, offer: RelayOffer, payload: EvmPayload): Promise<Paid> {
  const { row, amount } = offer
  const identifier = readIdentifier(payload)
  try {
    const terms = toTerms(ctx, offer, payload)
    const { signature } = payload.payload
    return { stored: await relayAuthorization(ctx, offer.relay, { row, terms, amount, signature, identifier }) }
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return refuse(error)
  }
}

const NOT_SIGNED = 'invalid_exact_evm_signature: the account did not sign what this payment asks for'

/** A refusal that is final for this payload is a reason. All others leave the payload as good as it was. */
function refuse(error: CheckoutError): Paid {
  if (error.code === 'invalid_parameter') return { refused: NOT_SIGNED }
  if (error.code === 'payer_funds_insufficient') {
    return { refused: `invalid_exact_evm_insufficient_balance: ${error.message}` }
  }
  if (error.code === 'transaction_refused') {
    return { refused: `invalid_exact_evm_transaction_simulation_failed: ${error.message}` }
  }
  // On the page, a used nonce is that of this payment, which was paid. A program has chosen its own.
  if (error.code === 'transaction_uncertain') throw createConflict('This authorization was used already.')
  throw error
}
