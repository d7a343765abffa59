import type { Refund } from '@crypto-checkout/api-types'
import { getTokenAt, type Network, type Token } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { isHeld } from '../deposits/balances.ts'
import { CheckoutError } from '../domain/error.ts'
import { requireAnyPayment } from '../payments/find.ts'
import type { Db } from '../storage/database.ts'
import { findAnyRefund, findPending, findRefund, type RefundRow } from './store.ts'
import { getRefundNetwork, toRefundView } from './view.ts'

export { findRefundsEndedBetween } from './store.ts'

/** The caller's refund. Throws `resource_missing` for refunds of others. */
export async function requireRefund(db: Db, caller: Caller, id: string): Promise<RefundRow> {
  const row = await findRefund(db, caller, id)
  if (row) return row
  const reason = 'There is no such refund: check the id, and that the keys are of its environment.'
  throw new CheckoutError('resource_missing', reason, 'id')
}

export async function retrieveRefund(ctx: Context, caller: Caller, id: string): Promise<Refund> {
  return toRefundView(ctx, await requireRefund(ctx.db, caller, id))
}

/** A refund with the data that a wallet needs to sign it, and its owner. */
export type Signing = {
  readonly refund: Refund
  readonly network: Network
  readonly token: Token
  /** In display form. */
  readonly from: string
  readonly rawAmount: bigint
  readonly owner: { readonly merchantId: string; readonly livemode: boolean }
  /** Some of the payment's money is still on the payment's own address and has not reached the wallet. */
  readonly isUnswept: boolean
}

/** A refund that a merchant's wallet was asked to sign, for its page, which opens by id; null when there is none. */
export async function findSigning(ctx: Context, id: string): Promise<Signing | null> {
  const row = await findAnyRefund(ctx.db, id)
  const network = row && getRefundNetwork(ctx, row)
  const token = row && network && getTokenAt(network, row.token)
  if (row?.method !== 'sign' || !network || !token) return null
  const from = network.chain.addresses.display(row.from_address)
  const owner = { merchantId: row.merchant_id, livemode: row.livemode === 1 }
  const { chain, address } = await requireAnyPayment(ctx.db, row.payment_id)
  const isUnswept = await isHeld(ctx.db, { chain, token: row.token, address: address.toLowerCase() })
  return { refund: toRefundView(ctx, row), network, token, from, rawAmount: BigInt(row.raw_amount), owner, isUnswept }
}

/** The ids of any merchant's pending refunds that a transfer of this coin and amount may have paid. */
export async function findPendingRefunds(
  db: Db,
  { chain }: Network,
  { token, rawAmount }: { readonly token: string; readonly rawAmount: bigint },
): Promise<string[]> {
  const rows = await findPending(db, chain.id, { token, raw_amount: String(rawAmount) })
  return rows.map(({ id }) => id)
}
