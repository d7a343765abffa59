/** The life of what a payer signs until it is stored: the same steps in every family, each of which has its own checks. */
import { isAsking } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { FeeBudget } from '../chains/sponsor.ts'
import type { Context } from '../context/context.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import type { Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'
import { findCodeProblem, sumSpentToday } from './code-limits.ts'
import { createConflict, createUnavailable } from './refusals.ts'
import { findPaymentRelays, findRelay, insertRelay, type RelayRow } from './store.ts'

/** The columns that one family alone has. */
type OwnColumns = Partial<
  Pick<NewRow<'relays'>, 'valid_after' | 'valid_before' | 'memo' | 'valid_until' | 'after_transfer' | 'signer'>
>

/** A signed transfer after nodes were asked, with the parts of its family. */
export type Checked = {
  readonly family: RelayRow['family']
  readonly id: string
  /** The payment as it was before nodes were asked. */
  readonly row: PaymentRow
  /** In millionths: what is due, or less by the tail that identifies the payment. */
  readonly amount: bigint
  readonly terms: { readonly token: string; readonly to: string; readonly rawAmount: bigint }
  readonly from: string
  readonly nonce: string
  readonly signature: string
  /** The payer's own name for it. */
  readonly identifier: string | null
  /** The most that it may cost, in the network's smallest unit. */
  readonly cost: bigint
  /** True if code decides what the account has signed. */
  readonly withCode: boolean
  readonly network: Network
  readonly budget: FeeBudget
  /** Returns its family's own columns. Throws if the family has a reason to refuse it now. */
  prepare(tx: Tx, payment: PaymentRow): Promise<OwnColumns>
  /** Queues its transaction, unless a pass over the stored ones sends them. */
  queue?(tx: Tx): Promise<unknown>
}

/**
 * Stores what was signed. The same again is what is stored. Throws `payment_conflict` and `relay_unavailable`; then
 * nothing was stored. The state may have changed since nodes were asked, so it is checked again.
 */
export async function storeSigned(ctx: Context, tx: Tx, signed: Checked): Promise<RelayRow> {
  const { id, row, network, budget, cost } = signed
  const stored = await findPaymentRelays(tx, row.id)
  const same = stored.find((one) => isSame(one, signed))
  if (same) return same
  requireRoom(stored, signed)
  if (await findRelay(tx, id)) throw createConflict('This was signed for something else.')
  const payment = await findAnyPayment(tx, row.id)
  if (!asksFor(ctx, payment, { ...row, due: row.outstanding })) {
    throw createConflict('This payment does not ask for that any more.')
  }
  requireDay(budget, await sumSpentToday(ctx, tx, network), cost)
  const problem = signed.withCode ? await findCodeProblem(tx, { network, budget, now: ctx.now() }, signed) : null
  if (problem !== null) throw createUnavailable(problem)
  const own = await signed.prepare(tx, payment)
  await insertRelay(tx, { ...toColumns(signed), ...own, created_at: ctx.now() })
  await signed.queue?.(tx)
  const inserted = await findRelay(tx, id)
  if (inserted) return inserted
  throw new Error(`the relay ${id} was not stored`)
}

/** Tells whether a stored relay is what an account has signed. */
export function isSame(
  stored: RelayRow,
  { from, signature }: { readonly from: string; readonly signature: string },
): boolean {
  return stored.from_address === from.toLowerCase() && stored.signature === signature
}

/**
 * Throws `payment_conflict` unless there is room: one at a time, and one for each nonce. Whether another one is used is
 * known only once this one has ended.
 */
export function requireRoom(stored: readonly RelayRow[], { nonce }: { readonly nonce: string }): void {
  if (stored.some(({ state }) => state === 'pending')) throw createConflict('This payment is being paid already.')
  if (stored.some((one) => one.nonce === nonce)) throw createConflict('This was signed before, and that has ended.')
}

function toColumns(signed: Checked) {
  const { family, id, row, amount, terms, from, nonce, signature, identifier, cost, withCode, network } = signed
  return {
    id,
    family,
    payment_id: row.id,
    environment: network.environment,
    network: network.name,
    chain: network.chain.id,
    token: terms.token.toLowerCase(),
    from_address: from.toLowerCase(),
    to_address: terms.to.toLowerCase(),
    amount,
    due: row.outstanding,
    raw_amount: terms.rawAmount,
    nonce,
    signature,
    identifier,
    with_code: withCode ? 1 : 0,
    state: 'pending',
    cost,
  } as const
}

/** Tells whether the day's budget pays for one more. */
export function isWithinDay({ maxFeePerDay }: FeeBudget, spent: bigint, cost: bigint): boolean {
  return spent + cost <= maxFeePerDay
}

/** Throws `relay_unavailable` if one more would exceed the budget of any 24 hours. */
export function requireDay(budget: FeeBudget, spent: bigint, cost: bigint): void {
  if (!isWithinDay(budget, spent, cost)) throw createUnavailable('No more network fees are paid for payers today.')
}

export function asksForMoney(ctx: Pick<Context, 'now'>, row: PaymentRow): boolean {
  return isAsking(row.status) && row.outstanding > 0n && row.expires_at > ctx.now()
}

type Due = Pick<PaymentRow, 'chain' | 'token' | 'outstanding'>

/** Tells whether a payment asks for what was signed when `due` was due. */
export function asksFor(
  ctx: Pick<Context, 'now'>,
  payment: PaymentRow | null,
  signed: Pick<Due, 'chain' | 'token'> & { readonly due: Due['outstanding'] },
): payment is PaymentRow {
  if (!payment || !isOfMethod(payment, signed) || !asksForMoney(ctx, payment)) return false
  return payment.outstanding === signed.due
}
