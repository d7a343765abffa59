import type { Authorization } from '@crypto-checkout/api-types'
import { z } from 'zod'
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
import type { AuthorizationRow } from '../../payments/matching/authorization-store.ts'
import { waiveTail } from '../../payments/tail.ts'
import { enqueueSend } from '../../transactions/queue.ts'
import { type Checked, isSame, requireRoom, storeSigned } from '../accept.ts'
import { computeCodeShare } from '../code-limits.ts'
import { callNodes } from '../refusals.ts'
import { createShortage, requireFunds } from './funds.ts'
import { createDearError, requireGas, requireUsualDay, sumRelayed } from './offer.ts'
import { computeAuthorizationId, createTerms, type Relay, requireRelay, requireTypedData } from './order.ts'
import { findAuthorization, findPaymentAuthorization } from './store.ts'

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
  const { from } = input
  const known = stored.find((one) => isSame(one, { from, signature: input.signature.toLowerCase() }))
  if (known) return view(known)
  const terms = createTerms(ctx, relay, row, input)
  requireRoom(stored, terms)
  const signed = { row, terms, amount: row.outstanding, signature: input.signature, identifier: null }
  return view(await relayAuthorization(ctx, relay, signed))
}

/** A transfer that a payer signed for a payment. */
export type Signed = {
  readonly row: PaymentRow
  readonly terms: AuthorizationTerms
  /** In millionths: what is due, or less by the tail that identifies the payment. */
  readonly amount: bigint
  readonly signature: string
  /** The payer's own name for it. */
  readonly identifier: string | null
}

/**
 * Checks a signed transfer, stores it and queues its transaction, in this order. Throws without a trace if the token
 * would refuse it now, or if it costs more than is allowed.
 */
export async function relayAuthorization(ctx: Context, relay: Relay, signed: Signed): Promise<AuthorizationRow> {
  const { row } = signed
  if (!isSignature(signed.signature)) throw notSigned()
  await requireUsualDay(ctx, relay, row)
  const checked = await callNodes(() => check(ctx, relay, signed))
  const wanted: Wanted = { ...signed, ...checked, signature: signed.signature.toLowerCase() }
  return ctx.transact((tx) => storeSigned(ctx, tx, toChecked(ctx, relay, wanted)))
}

/** Throws if the call would not pay what is due, or costs too much. */
async function check(ctx: Context, relay: Relay, { row, terms, signature }: Signed): Promise<Trial> {
  const { authorizations, transactor } = relay
  const data = await requireTypedData(relay, row, terms)
  const call = await authorizations.signedCall(terms, data, signature)
  if (!call) throw notSigned()
  const gas = await estimate(ctx, relay, { row, terms, call })
  const withCode = await transactor.hasCode(terms.from)
  const most = withCode ? computeCodeShare(relay.budget) : undefined
  const cost = await requireGas(ctx, relay, row, { gas, most })
  return { call, cost, withCode, balance: await authorizations.balance(terms.token, terms.from) }
}

/** The gas of a call with the fees that it would be sent with now. Throws if it is refused or cannot be paid. */
async function estimate(
  ctx: Context,
  relay: Relay,
  { row, terms, call }: Pick<Signed, 'row' | 'terms'> & Pick<Trial, 'call'>,
): Promise<bigint> {
  const { network, transactor, signer, policy } = relay
  const known = await readGas(ctx, network)
  const fees = known && computeFees(known.market, policy)
  if (!fees) throw createDearError()
  const gas = await transactor.estimate({ from: signer.address, ...call }, fees)
  if (gas !== null) return gas
  // A node refuses it as well if the key cannot pay for it.
  const gasAtNoPrice = await transactor.estimate({ from: signer.address, ...call })
  if (gasAtNoPrice !== null) await requireGas(ctx, relay, row, { gas: gasAtNoPrice })
  throw await explainRefusal(relay, row, terms)
}

function notSigned(): CheckoutError {
  const refused = 'signature: not that of this account under what was asked for. Sign what is asked for now.'
  return new CheckoutError('invalid_parameter', refused, 'signature')
}

/** Explains a refusal by the coin's contract. Nodes are asked for this only after a refusal. */
async function explainRefusal(relay: Relay, row: PaymentRow, terms: AuthorizationTerms): Promise<CheckoutError> {
  if (await relay.authorizations.isUsed(terms)) {
    const used = 'This was used already: wait until the network shows the payment.'
    return new CheckoutError('transaction_uncertain', used)
  }
  const balance = await relay.authorizations.balance(terms.token, terms.from)
  const lacking = createShortage(relay, row, terms, balance)
  if (lacking) return lacking
  return new CheckoutError('transaction_refused', "The coin's contract refuses this payment: send it another way.")
}

type Trial = {
  readonly call: Omit<Call, 'from'>
  /** The most that it may cost, in wei. */
  readonly cost: bigint
  /** The account's, in the token's own integer. */
  readonly balance: bigint
  /** True if the account has code. */
  readonly withCode: boolean
}

type Wanted = Signed & Trial

/** The steps of `storeSigned` that are of this family. */
function toChecked(ctx: Context, relay: Relay, wanted: Wanted): Checked<AuthorizationRow> {
  const { row, terms, amount, call, cost } = wanted
  const { network, signer, budget } = relay
  const id = computeAuthorizationId(relay, terms)
  return {
    ...wanted,
    family: 'evm',
    id,
    from: terms.from,
    nonce: terms.nonce,
    network,
    budget,
    find: findAuthorization,
    sumSpent: (tx) => sumRelayed(ctx, tx, relay),
    async prepare(tx, payment) {
      await requireFunds(tx, relay, wanted)
      if (amount < row.outstanding) await waiveTail(tx, payment)
      return { valid_after: terms.validAfter, valid_before: terms.validBefore }
    },
    queue(tx) {
      const order = { network, signer: signer.address, purpose: 'relay', subject: id, ...call } as const
      return enqueueSend(ctx, tx, { ...order, maxCost: cost })
    },
  }
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
export type AuthorizationInput = z.output<typeof authorizationInput>

function toAuthorizationView(row: AuthorizationRow, payment: PaymentRow, from: string): Authorization {
  return {
    object: 'authorization',
    payment: row.payment_id,
    from,
    amount: formatAmount(row.amount),
    cryptocurrency: payment.cryptocurrency,
    network: row.network,
    nonce: row.nonce,
    status: row.state,
    reason: row.reason,
    hash: row.hash,
    validBefore: toIsoTime(row.valid_before * 1_000),
    createdAt: toIsoTime(row.created_at),
  }
}
