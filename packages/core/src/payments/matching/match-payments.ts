import type { ObservedTransfer } from '../../chains/chain.ts'
import type { Context } from '../../context/context.ts'
import { findDepositsAt } from '../../deposits/store.ts'
import { getHolderAt, parseMemo } from '../../domain/attribution.ts'
import { isAfterFee } from '../../domain/fee.ts'
import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { isOfMethod } from '../methods/method.ts'
import { findMethods, findMethodsByMemos } from '../methods/store.ts'
import type { TransferChange } from '../next-row.ts'
import { type Recomputed, recomputeAll } from '../recompute.ts'
import { type Amount, findAmountHolders } from '../reservations.ts'
import { findAnyPayments, findByOwnMemos, type PaymentRow } from '../store.ts'
import { type AuthorizationRow, findAuthorized, findUnused } from './authorization-store.ts'

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
  const joinKey = (...parts: readonly (string | null)[]) => parts.join()
  const byMemo = new Map(
    rows.map(({ asked, payment }) => [joinKey(asked.memo, asked.address.toLowerCase(), asked.token), payment]),
  )
  return seen.map((one, index) => byMemo.get(joinKey(memos[index] ?? '', one.address, one.token)) ?? null)
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

/**
 * The payments of transfers. A transfer whose transaction used an authorization pays the payment for which it was
 * signed, whatever the amount and memo say: payers may sign amounts that belong to no payment, or to another one. Where
 * somebody else may have sent an authorization, no amount decides: `claimUsedElsewhere` reads the receipt.
 */
export async function matchByAuthorization(
  tx: Tx,
  chain: string,
  transfers: readonly ObservedTransfer[],
  payees: readonly (PaymentRow | null)[],
): Promise<(PaymentRow | null)[]> {
  const hashes = transfers.map(({ txHash }) => txHash)
  const [authorized, unused] = await pipeline([
    findAuthorized(tx, chain, hashes),
    findUnused(
      tx,
      chain,
      transfers.map(({ from }) => from),
    ),
  ])
  if (authorized.length + unused.length === 0) return [...payees]
  const payments = await findAnyPayments(
    tx,
    authorized.map(({ row }) => row.payment_id),
  )
  return transfers.map((transfer, index) => {
    const payee = payees[index] ?? null
    const place = authorized.findIndex(
      ({ hash, row }) => hash === transfer.txHash && isAuthorizedTransfer(row, transfer),
    )
    // An authorization moves coins once, so it explains one of several equal transfers.
    const [found] = place < 0 ? [] : authorized.splice(place, 1)
    if (found) return payments.get(found.row.payment_id) ?? payee
    const isDoubtful = unused.some((row) => row.payment_id !== payee?.id && mayHaveUsed(row, transfer))
    return isDoubtful ? null : payee
  })
}

/** Tells whether a transfer may have used an authorization, which the token takes until it expires. */
function mayHaveUsed(row: AuthorizationRow, transfer: ObservedTransfer): boolean {
  return isAuthorizedTransfer(row, transfer) && row.valid_before * 1_000 > transfer.blockTime
}

type Authorized = Pick<AuthorizationRow, 'raw_amount' | 'token' | 'from_address' | 'to_address'>
type Moved = Pick<ObservedTransfer, 'token' | 'from' | 'to' | 'rawAmount'>

/** Tells whether a transfer moves what was authorized, less a fee if the coin takes one. */
export function isAuthorizedTransfer(row: Authorized, { token, from, to, rawAmount }: Moved): boolean {
  const isAmount = rawAmount === row.raw_amount || isAfterFee(row.raw_amount, rawAmount)
  return isAmount && row.token === token && row.from_address === from && row.to_address === to
}

/** A payment, and what it asks for with a memo: in its chosen method, or in another open one. */
type Named = { readonly payment: PaymentRow; readonly asked: Pick<PaymentRow, 'memo' | 'address' | 'token'> }

/** Payments of a chain by their memos. The same memo may be in use on several wallets. */
export async function findByMemos(db: Db, chain: string, memos: readonly string[]): Promise<Named[]> {
  const chosen = await findByOwnMemos(db, chain, memos)
  const found = new Set(chosen.map(({ memo }) => memo))
  const others = await findMethodsByMemos(
    db,
    chain,
    memos.filter((memo) => !found.has(memo)),
  )
  const payments = await findAnyPayments(
    db,
    others.map((method) => method.payment_id),
  )
  return [
    ...chosen.map((payment) => ({ payment, asked: payment })),
    ...others.flatMap((asked) => {
      const payment = payments.get(asked.payment_id)
      return payment ? [{ payment, asked }] : []
    }),
  ]
}
