import type { Context } from '../../context/context.ts'
import { findDepositsAt } from '../../deposits/store.ts'
import { getHolderAt } from '../../domain/attribution.ts'
import { parseMemo } from '../../domain/memo.ts'
import { pipeline, type Tx } from '../../storage/database.ts'
import { findByMemos } from '../methods/find-by-memos.ts'
import { isOfMethod } from '../methods/method.ts'
import { findMethods } from '../methods/store.ts'
import { type Recomputed, recomputeAll } from '../recompute.ts'
import { type Amount, findAmountHolders } from '../reservations.ts'
import { findAnyPayments, type PaymentRow } from '../store.ts'
import type { TransferChange } from '../sums.ts'

/** An amount on a wallet, seen in a block of this time, with the payer's memo. */
export type Seen = Amount & { readonly memo: string | null; readonly blockTime: number }

/**
 * The payment that each of these amounts pays, in the same order; null for unattributed ones. One of our memos names
 * the payment. Without a memo, a payment's own address decides, or the amount where amounts are reserved.
 */
export async function matchPayments(tx: Tx, chain: string, seen: readonly Seen[]): Promise<(PaymentRow | null)[]> {
  const unnamed = seen.filter((one) => parseMemo(one.memo) === null)
  const [named, holders, owners] = await pipeline([
    findNamed(tx, chain, seen),
    findHolders(tx, chain, unnamed),
    findOwners(tx, chain, unnamed),
  ])
  const found = new Map(unnamed.map((one, index) => [one, owners[index] ?? holders[index] ?? null]))
  return seen.map((one, index) => named[index] ?? found.get(one) ?? null)
}

/** A deposit address counts only for the coins and chains that its payment asks for. */
async function findOwners(tx: Tx, chain: string, seen: readonly Seen[]): Promise<(PaymentRow | null)[]> {
  const deposits = await findDepositsAt(
    tx,
    seen.map((one) => one.address),
  )
  const payments = await findAnyPayments(
    tx,
    [...deposits.values()].map((deposit) => deposit.payment_id),
  )
  const methods = await findMethods(tx, payments.values())
  return seen.map((one) => {
    const payment = payments.get(deposits.get(one.address)?.payment_id ?? '')
    const asked = payment && [payment, ...(methods.get(payment.id) ?? [])]
    return asked?.some((method) => isOfMethod(method, { chain, token: one.token })) ? (payment ?? null) : null
  })
}

/** A memo counts only on the wallet and for the coin that its payment asks for with it. */
async function findNamed(tx: Tx, chain: string, seen: readonly Seen[]): Promise<(PaymentRow | null)[]> {
  const memos = seen.map((one) => parseMemo(one.memo))
  const rows = await findByMemos(
    tx,
    chain,
    memos.filter((memo) => memo !== null),
  )
  const keyOf = (...parts: readonly (string | null)[]) => parts.join()
  const byMemo = new Map(
    rows.map(({ asked, payment }) => [keyOf(asked.memo, asked.address.toLowerCase(), asked.token), payment]),
  )
  return seen.map((one, index) => byMemo.get(keyOf(memos[index] ?? '', one.address, one.token)) ?? null)
}

async function findHolders(tx: Tx, chain: string, seen: readonly Seen[]): Promise<(PaymentRow | null)[]> {
  const holders = await findAmountHolders(tx, chain, seen)
  const paid = seen.map((one, index) => getHolderAt(holders[index] ?? [], one.blockTime)?.paymentId ?? null)
  const payments = await findAnyPayments(
    tx,
    paid.filter((id) => id !== null),
  )
  return paid.map((id) => (id === null ? null : (payments.get(id) ?? null)))
}

export type ChangedPayment = {
  readonly lostTransfer: boolean
  /** Its row, if this transaction has already read it. */
  readonly row: PaymentRow | null
  /** Changes to its transfers in this transaction. */
  readonly changes: readonly TransferChange[]
}

/** `recomputePayment` for payments whose transfers changed, by id. */
export async function recomputePayments(
  ctx: Context,
  tx: Tx,
  changed: ReadonlyMap<string, ChangedPayment>,
): Promise<void> {
  const unread = [...changed].filter(([, { row }]) => row === null).map(([id]) => id)
  const payments = await findAnyPayments(tx, unread)
  const all = [...changed].flatMap(([id, { row, lostTransfer, changes }]): Recomputed[] => {
    const before = row ?? payments.get(id)
    return before ? [{ before, changes, lostTransfer }] : []
  })
  await recomputeAll(ctx, tx, all)
}
