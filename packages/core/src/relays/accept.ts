/** The life of what a payer signs until it is stored: the same steps in every family, each of which has its own checks. */
import { isAsking } from '@crypto-checkout/api-types'
import type { Network } from '../chains/network.ts'
import type { FeeBudget } from '../chains/sponsor.ts'
import type { Context } from '../context/context.ts'
import { findAnyPayment, type PaymentRow } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import { hasPendingAuthorization } from '../payments/methods/store.ts'
import type { Tx } from '../storage/database.ts'
import { findCodeProblem } from './code-limits.ts'
import { createConflict, createUnavailable } from './refusals.ts'
import type { Paying } from './store.ts'

/** What a payer has signed, after nodes were asked, with the parts of its family. */
export type Checked<Row> = {
  /** The payment as it was before nodes were asked. */
  readonly row: PaymentRow
  readonly id: string
  readonly from: string
  /** The most that it may cost, in the network's smallest unit. */
  readonly cost: bigint
  /** True if code decides what the account has signed. */
  readonly withCode: boolean
  readonly network: Network
  readonly budget: FeeBudget
  readonly table: Paying
  /** Finds what was stored for the payment. */
  findStored(tx: Tx): Promise<readonly Row[]>
  isSame(stored: Row): boolean
  /** Finds what is stored under its id, for whichever payment. */
  find(tx: Tx): Promise<Row | null>
  /** Throws `payment_conflict` if what was stored for the payment leaves no room for it. */
  requireRoom?(stored: readonly Row[]): void
  /** The cost of what was sent for payers today, and of what may still be. */
  sumSpent(tx: Tx): Promise<bigint>
  /** Stores it, and queues its transaction. Throws if the family has a reason to refuse it now. */
  insert(tx: Tx, payment: PaymentRow): Promise<void>
}

/**
 * Stores what was signed. The same again is what is stored. Throws `payment_conflict` and `relay_unavailable`; then
 * nothing was stored. The state may have changed since nodes were asked, so it is checked again.
 */
export async function storeSigned<Row>(ctx: Context, tx: Tx, signed: Checked<Row>): Promise<Row> {
  const { row, cost, budget } = signed
  const stored = await signed.findStored(tx)
  const same = stored.find((one) => signed.isSame(one))
  if (same) return same
  signed.requireRoom?.(stored)
  if (await hasPendingAuthorization(tx, row.id)) throw createConflict('This payment is being paid already.')
  if (await signed.find(tx)) throw createConflict('This was signed for something else.')
  const payment = await findAnyPayment(tx, row.id)
  if (!asksFor(ctx, payment, { ...row, due: row.outstanding })) {
    throw createConflict('This payment does not ask for that any more.')
  }
  requireDay(budget, await signed.sumSpent(tx), cost)
  if (signed.withCode) await requireTrust(ctx, tx, signed)
  await signed.insert(tx, payment)
  const inserted = await signed.find(tx)
  if (inserted) return inserted
  throw new Error(`what was signed for ${row.id} was not stored`)
}

/** Throws `relay_unavailable` if one more would exceed the budget of any 24 hours. */
export function requireDay({ maxFeePerDay }: FeeBudget, spent: bigint, cost: bigint): void {
  if (spent + cost > maxFeePerDay) throw createUnavailable('No more network fees are paid for payers today.')
}

/** Throws `relay_unavailable` if nothing more is sent for this account with code now. */
async function requireTrust<Row>(ctx: Context, tx: Tx, signed: Checked<Row>): Promise<void> {
  const problem = await findCodeProblem(tx, { ...signed, now: ctx.now() }, signed)
  if (problem !== null) throw createUnavailable(problem)
}

export function asksForMoney(ctx: Pick<Context, 'now'>, row: PaymentRow): boolean {
  return isAsking(row.status) && BigInt(row.outstanding) > 0n && row.expires_at > ctx.now()
}

type Due = Pick<PaymentRow, 'chain' | 'token' | 'outstanding'>

/** Tells whether a payment asks for what was signed when `due` was due. */
export function asksFor(
  ctx: Pick<Context, 'now'>,
  payment: PaymentRow | null,
  signed: Pick<Due, 'chain' | 'token'> & { readonly due: Due['outstanding'] },
): payment is PaymentRow {
  if (!payment || !isOfMethod(payment, signed) || !asksForMoney(ctx, payment)) return false
  return BigInt(payment.outstanding) === BigInt(signed.due)
}
