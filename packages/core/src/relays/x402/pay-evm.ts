/** Reads and checks what a program has signed on an EVM network. */
import type { Context } from '../../context/context.ts'
import { findWindowProblem, type Window } from '../../domain/authorization.ts'
import { CheckoutError } from '../../domain/error.ts'
import { relayAuthorization } from '../evm/accept.ts'
import { computeAuthorizationId, createTerms, requireTypedData } from '../evm/order.ts'
import { callNodes, createConflict } from '../refusals.ts'
import { type EvmExtra, type EvmPayload, readIdentifier } from './messages.ts'
import type { RelayOffer } from './offer.ts'
import { findOtherTerm, type Known, type Refused, requireUnused, type Sent } from './signed.ts'

export function readOnEvm({ accepted, payload }: EvmPayload): Known {
  const { from, to, value, nonce } = payload.authorization
  return {
    family: 'evm',
    hasNonce: (one) => one.nonce === nonce.toLowerCase() && one.from_address === from.toLowerCase(),
    isSame: (one) =>
      one.signature === payload.signature.toLowerCase() &&
      one.chain === accepted.network &&
      one.to_address === to.toLowerCase() &&
      one.raw_amount === BigInt(value),
  }
}

/** Throws `payment_conflict` if it was signed for another payment. */
export async function checkOnEvm(ctx: Context, offer: RelayOffer, payload: EvmPayload): Promise<Sent | Refused> {
  const { row, relay, amount, requirements } = offer
  const { authorization, signature } = payload.payload
  const { from, nonce } = authorization
  await requireUnused(ctx, row, computeAuthorizationId(relay, { token: requirements.asset, from, nonce }))
  const refused = findMismatch(ctx, offer, payload)
  if (refused !== null) return { refused }
  const create = () =>
    createTerms(ctx, relay, row, { from, ...readWindow(payload), exact: { amount, nonce: nonce.toLowerCase() } })
  return {
    async verify() {
      const terms = create()
      const isSigned = await callNodes(async () => {
        const data = await requireTypedData(relay, row, terms)
        return (await relay.authorizations.signedCall(terms, data, signature)) !== null
      })
      return isSigned ? null : { refused: NOT_SIGNED }
    },
    async accept() {
      try {
        const signed = { row, terms: create(), amount, signature, identifier: readIdentifier(payload) }
        return { stored: await relayAuthorization(ctx, relay, signed) }
      } catch (error) {
        return refuse(error)
      }
    },
  }
}

/** ERC-6492 marks signatures of contracts that do not exist yet with these 32 bytes. */
const UNDEPLOYED = '6492'.repeat(16)

/** The first term in which a payload differs from the offer, as x402 names it; null if it has none. */
function findMismatch(ctx: Context, offer: RelayOffer, sent: EvmPayload): string | null {
  const other = findOtherTerm(offer, sent)
  if (other !== null) return other
  const { requirements, row } = offer
  const { accepted, payload } = sent
  const { from, to, value } = payload.authorization
  const { payTo, amount } = requirements
  const extra = requirements.extra as EvmExtra
  const isPayTo = (address: string) => address.toLowerCase() === payTo.toLowerCase()
  if (!isPayTo(to) || !isPayTo(accepted.payTo)) return 'invalid_exact_evm_recipient_mismatch'
  if (isPayTo(from)) return 'invalid_exact_evm_payload: the recipient cannot pay itself'
  if ([value, accepted.amount].some((one) => BigInt(one) !== BigInt(amount)))
    return 'invalid_exact_evm_payload_authorization_value_mismatch'
  if ((accepted.extra?.name ?? extra.name) !== extra.name) return 'invalid_exact_evm_token_name_mismatch'
  if ((accepted.extra?.version ?? extra.version) !== extra.version) return 'invalid_exact_evm_token_version_mismatch'
  const trouble = findWindowProblem(readWindow(sent), { now: ctx.now(), deadline: row.expires_at })
  if (trouble) {
    const name = trouble.param === 'validAfter' ? 'valid_after' : 'valid_before'
    return `invalid_exact_evm_payload_authorization_${name}: ${trouble.text}`
  }
  if (!payload.signature.toLowerCase().endsWith(UNDEPLOYED)) return null
  return 'invalid_exact_evm_signature: deploy the account first, signatures by ERC-6492 are not taken'
}

function readWindow({ payload }: EvmPayload): Window {
  const { validAfter, validBefore } = payload.authorization
  return { validAfter: toSeconds(validAfter), validBefore: toSeconds(validBefore) }
}

/** Later than any deadline if it is no safe number. */
function toSeconds(text: string): number {
  return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
}

const NOT_SIGNED = 'invalid_exact_evm_signature: the account did not sign what this payment asks for'

/** A refusal that is final for this payload is a reason. All others leave the payload as good as it was. */
function refuse(error: unknown): Refused {
  if (!(error instanceof CheckoutError)) throw error
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
