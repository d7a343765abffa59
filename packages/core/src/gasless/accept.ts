import type { Authorization } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { getTokenAt } from '../chains/network.ts'
import type { AuthorizationTerms } from '../chains/payer-transactions.ts'
import type { Call } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { computeUsualCost, isSignature } from '../domain/authorization.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import type { Tx } from '../storage/database.ts'
import { enqueueSend } from '../transactions/queue.ts'
import { limitCost, requireDay, requireGas, requireRoom } from './offer.ts'
import { asksForMoney, callNodes, createTerms, type Relay, requireRelay, requireTypedData } from './order.ts'
import { type AuthorizationRow, findByNonce, findPaymentAuthorization, insertAuthorization } from './store.ts'

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
  const view = (one: AuthorizationRow) =>
    toAuthorizationView(one, row, relay.network.chain.addresses.display(one.from_address))
  // Read once: the same signature that arrives in between must not stand in its own way.
  const stored = await findPaymentAuthorization(ctx.db, id)
  const known = stored.find((one) => isSame(one, input))
  if (known) return view(known)
  const terms = createTerms(ctx, relay, row, input)
  requireRoom(stored, terms)
  if (!isSignature(input.signature)) throw notSigned()
  await requireDay(ctx.db, relay, ctx.now(), computeUsualCost(relay.policy, limitCost(ctx, relay, row)))
  const { call, cost } = await callNodes(() => check(ctx, relay, { row, terms, signature: input.signature }))
  const wanted: Wanted = { row, terms, cost, signature: input.signature.toLowerCase() }
  return view(await ctx.transact((tx) => store(ctx, tx, relay, wanted, call)))
}

function isSame(stored: AuthorizationRow, { from, signature }: AuthorizationInput): boolean {
  return stored.from_address === from.toLowerCase() && stored.signature === signature.toLowerCase()
}

/** The call to send, and its maximum cost. Throws if it would not pay what is due, or costs too much. */
async function check(
  ctx: Context,
  relay: Relay,
  { row, terms, signature }: Omit<Wanted, 'cost'>,
): Promise<{ call: Omit<Call, 'from'>; cost: bigint }> {
  const { authorizations, transactor, signer } = relay
  const data = await requireTypedData(relay, row, terms)
  const call = await authorizations.signedCall(terms, data, signature)
  if (!call) throw notSigned()
  const gas = await transactor.estimate({ from: signer.address, ...call })
  if (gas === null) throw await explainRefusal(relay, row, terms)
  return { call, cost: await requireGas(ctx, relay, row, gas) }
}

function notSigned(): CheckoutError {
  const refused = 'signature: not that of this account under what was asked for. Sign what is asked for now.'
  return new CheckoutError('invalid_parameter', refused, 'signature')
}

/** Why the coin's contract refuses the transfer. Nodes are asked for this only after a refusal. */
async function explainRefusal(relay: Relay, row: PaymentRow, terms: AuthorizationTerms): Promise<CheckoutError> {
  if (await relay.authorizations.isUsed(terms)) {
    const used = 'This was used already: wait until the network shows the payment.'
    return new CheckoutError('transaction_uncertain', used)
  }
  const lacking = await explainFunds(relay, row, terms)
  if (lacking) return lacking
  return new CheckoutError('transaction_refused', "The coin's contract refuses this payment: send it another way.")
}

async function explainFunds(
  { authorizations, network }: Relay,
  row: PaymentRow,
  terms: AuthorizationTerms,
): Promise<CheckoutError | null> {
  const has = await authorizations.balance(terms.token, terms.from)
  if (has >= terms.rawAmount) return null
  const decimals = getTokenAt(network, terms.token)?.decimals ?? 6
  const unit = 10n ** BigInt(decimals - 6)
  const missing = formatAmount((terms.rawAmount - has + unit - 1n) / unit)
  const text = `The account lacks ${missing} ${row.cryptocurrency}: add some, or pay from another one.`
  return new CheckoutError('payer_funds_insufficient', text, 'from', missing)
}

type Wanted = {
  readonly row: PaymentRow
  readonly terms: AuthorizationTerms
  readonly cost: bigint
  readonly signature: string
}

/** The state may have changed since nodes were asked, so it is checked again. */
async function store(
  ctx: Context,
  tx: Tx,
  relay: Relay,
  { row, terms, cost, signature }: Wanted,
  { to, data }: Omit<Call, 'from'>,
): Promise<AuthorizationRow> {
  const stored = await findPaymentAuthorization(tx, row.id)
  const same = stored.find((one) => isSame(one, { from: terms.from, signature }))
  if (same) return same
  requireRoom(stored, terms)
  const payment = await findAnyPayment(tx, row.id)
  const asksForIt = payment && isOfMethod(payment, row) && payment.outstanding === row.outstanding
  if (!asksForIt || !asksForMoney(ctx, payment)) {
    throw new CheckoutError('invalid_state', 'This payment does not ask for that amount any more: load it again.')
  }
  const { network, signer } = relay
  const now = ctx.now()
  await requireDay(tx, relay, now, cost)
  await insertAuthorization(tx, {
    ...{ nonce: terms.nonce, payment_id: row.id, environment: network.environment, network: network.name },
    ...{ chain: network.chain.id, token: terms.token.toLowerCase(), amount: row.outstanding, signature },
    ...{ from_address: terms.from.toLowerCase(), to_address: terms.to.toLowerCase() },
    ...{ raw_amount: String(terms.rawAmount), valid_after: terms.validAfter, valid_before: terms.validBefore },
    ...{ state: 'pending', cost: String(cost), created_at: now },
  })
  const order = { network, signer: signer.address, purpose: 'relay', subject: terms.nonce, to, data } as const
  await enqueueSend(ctx, tx, { ...order, maxCost: cost })
  const inserted = await findByNonce(tx, terms.nonce)
  if (inserted) return inserted
  throw new Error(`the authorization of ${row.id} was not stored`)
}

const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

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
export type AuthorizationInput = z.output<typeof authorizationInput>

function toAuthorizationView(row: AuthorizationRow, payment: PaymentRow, from: string): Authorization {
  return {
    object: 'authorization',
    payment: row.payment_id,
    from,
    amount: formatAmount(BigInt(row.amount)),
    cryptocurrency: payment.cryptocurrency,
    network: row.network,
    nonce: row.nonce,
    status: row.state as Authorization['status'],
    reason: row.reason,
    hash: row.hash,
    validBefore: toIsoTime(row.valid_before * 1_000),
    createdAt: toIsoTime(row.created_at),
  }
}
