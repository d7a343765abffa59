import type { Authorization } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { getTokenAt } from '../../chains/network.ts'
import type { AuthorizationTerms } from '../../chains/payer-transactions.ts'
import type { Call } from '../../chains/transactor.ts'
import type { Context } from '../../context/context.ts'
import { isSignature } from '../../domain/authorization.ts'
import { CheckoutError } from '../../domain/error.ts'
import { formatAmount } from '../../domain/money.ts'
import { computeFees } from '../../domain/send.ts'
import { toIsoTime } from '../../domain/time.ts'
import { wholeNumber } from '../../http/fields.ts'
import { readGas } from '../../networks/gas.ts'
import { findAnyPayment, type PaymentRow } from '../../payments/find.ts'
import { waiveTail } from '../../payments/tail.ts'
import { pick } from '../../storage/tables.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import { type Checked, isSame, requireRoom, storeSigned } from '../accept.ts'
import { computeCodeShare } from '../code-limits.ts'
import { callNodes } from '../refusals.ts'
import type { RelayRow } from '../store.ts'
import { createDearError, requireGas, requireUsualDay } from './offer.ts'
import { computeAuthorizationId, createTerms, type Relay, requireRelay, requireTypedData } from './order.ts'
import { findPaymentAuthorizations, sumPending } from './store.ts'

/**
 * Accepts a payer's signature and queues its transaction; null when there is no such payment. The same input again
 * returns the stored authorization. An authorization is not stored if the token would refuse it now, or if it costs
 * more than is allowed.
 */
export async function acceptAuthorization(
  ctx: Context,
  id: string,
  input: AuthorizationInput,
): Promise<Authorization | null> {
  const row = await findAnyPayment(ctx.db, id)
  if (!row) return null
  const relay = requireRelay(ctx, row)
  const view = (one: RelayRow) => toAuthorizationView(one, row, relay.network.chain.addresses.display(one.from_address))
  // Read once: the same signature that arrives in between must not stand in its own way.
  const stored = await findPaymentAuthorizations(ctx.db, id)
  const { from } = input
  const known = stored.find((one) => isSame(one, { from, signature: input.signature.toLowerCase() }))
  if (known) return view(known)
  const terms = createTerms(ctx, relay, row, input)
  requireRoom(stored, terms)
  const signed = { row, terms, amount: row.outstanding, signature: input.signature, identifier: null }
  return view(await relayAuthorization(ctx, relay, signed))
}

/** A transfer that a payer signed for a payment. */
type Signed = Pick<Checked, 'row' | 'amount' | 'signature' | 'identifier'> & { readonly terms: AuthorizationTerms }

/**
 * Checks a signed transfer, stores it and queues its transaction, in this order. Throws without a trace if the token
 * would refuse it now, or if it costs more than is allowed.
 */
export async function relayAuthorization(ctx: Context, relay: Relay, signed: Signed): Promise<RelayRow> {
  const { row } = signed
  if (!isSignature(signed.signature)) throw notSigned()
  await requireUsualDay(ctx, relay, row)
  const checked = await callNodes(() => check(ctx, relay, signed))
  return ctx.transact((tx) => storeSigned(ctx, tx, checked))
}

/** Throws if the call would not pay what is due, or costs too much. */
async function check(ctx: Context, relay: Relay, signed: Signed): Promise<Checked> {
  const { row, terms, amount } = signed
  const { authorizations, transactor, network, signer, budget } = relay
  const data = await requireTypedData(relay, row, terms)
  const call = await authorizations.signedCall(terms, data, signed.signature)
  if (!call) throw notSigned()
  const gas = await estimate(ctx, relay, signed, call)
  const withCode = await transactor.hasCode(terms.from)
  const cost = await requireGas(ctx, relay, row, { gas, most: withCode ? computeCodeShare(budget) : undefined })
  const balance = await authorizations.balance(terms.token, terms.from)
  const id = computeAuthorizationId(relay, terms)
  return {
    ...signed,
    family: 'evm',
    id,
    from: terms.from,
    nonce: terms.nonce,
    signature: signed.signature.toLowerCase(),
    cost,
    withCode,
    network,
    budget,
    async prepare(tx, payment) {
      // Without this, one balance backs any number of authorizations, and each that reverts costs gas.
      requireFunds(relay, signed, balance - (await sumPending(tx, network, terms)))
      if (amount < row.outstanding) await waiveTail(tx, payment)
      return { valid_after: terms.validAfter, valid_before: terms.validBefore }
    },
    queue(tx) {
      const order = { network, signer: signer.address, purpose: 'relay', subject: id, ...call } as const
      return enqueueSend(ctx, tx, { ...order, maxCost: cost })
    },
  }
}

/** The gas of a call with the fees that it would be sent with now. Throws if it is refused or cannot be paid. */
async function estimate(ctx: Context, relay: Relay, signed: Signed, call: Omit<Call, 'from'>): Promise<bigint> {
  const { network, transactor, signer, policy } = relay
  const known = await readGas(ctx, network)
  const fees = known && computeFees(known.market, policy)
  if (!fees) throw createDearError()
  const gas = await transactor.estimate({ from: signer.address, ...call }, fees)
  if (gas !== null) return gas
  // A node refuses it as well if the key cannot pay for it.
  const gasAtNoPrice = await transactor.estimate({ from: signer.address, ...call })
  if (gasAtNoPrice !== null) await requireGas(ctx, relay, signed.row, { gas: gasAtNoPrice })
  throw await explainRefusal(relay, signed)
}

function notSigned(): CheckoutError {
  const refused = 'signature: not that of this account under what was asked for. Sign what is asked for now.'
  return new CheckoutError('invalid_parameter', refused, 'signature')
}

/** Explains a refusal by the coin's contract. Nodes are asked for this only after a refusal. */
async function explainRefusal(relay: Relay, signed: Signed): Promise<CheckoutError> {
  const { terms } = signed
  if (await relay.authorizations.isUsed(terms)) {
    const used = 'This was used already: wait until the network shows the payment.'
    return new CheckoutError('transaction_uncertain', used)
  }
  requireFunds(relay, signed, await relay.authorizations.balance(terms.token, terms.from))
  return new CheckoutError('transaction_refused', "The coin's contract refuses this payment: send it another way.")
}

/**
 * Throws `payer_funds_insufficient` unless the available coins, in the token's own integer, cover what was signed.
 */
function requireFunds({ network }: Relay, { row, terms }: Signed, available: bigint): void {
  if (available >= terms.rawAmount) return
  const decimals = getTokenAt(network, terms.token)?.decimals ?? 6
  const unit = 10n ** BigInt(decimals - 6)
  const missing = formatAmount((terms.rawAmount - available + unit - 1n) / unit)
  const text = `The account lacks ${missing} ${row.cryptocurrency}: add some, or pay from another one.`
  throw new CheckoutError('payer_funds_insufficient', text, 'from', { missing })
}

const seconds = wholeNumber(0, Number.MAX_SAFE_INTEGER)

/** A payer's signature. Times that are left out are those that were asked for. */
export const authorizationInput = z.strictObject({
  from: z.string().max(128),
  signature: z
    .string()
    .max(4_096)
    .regex(/^0x(?:[0-9a-f]{2})+$/i, 'must be bytes in hexadecimal, as eth_signTypedData_v4 answers them'),
  validAfter: seconds.optional(),
  validBefore: seconds.optional(),
})
type AuthorizationInput = z.output<typeof authorizationInput>

function toAuthorizationView(row: RelayRow, payment: PaymentRow, from: string): Authorization {
  return {
    object: 'authorization',
    payment: row.payment_id,
    from,
    amount: formatAmount(row.amount),
    cryptocurrency: payment.cryptocurrency,
    ...pick(row, 'network', 'nonce', 'reason', 'hash'),
    status: row.state,
    validBefore: toIsoTime((row.valid_before ?? 0) * 1_000),
    createdAt: toIsoTime(row.created_at),
  }
}
