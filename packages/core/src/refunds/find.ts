import type { List, Refund, RefundAction, RefundTransaction } from '@crypto-checkout/api-types'
import { getExplorerUrl, getTokenAt, type Network, type Token } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { isHeld } from '../deposits/deposit.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { requireFound } from '../domain/error.ts'
import { formatAmount, formatCents, fromCents } from '../domain/money.ts'
import { type Owner, toOwner } from '../domain/owner.ts'
import { readPage } from '../http/fields.ts'
import { refund } from '../http/shapes/money-moved.ts'
import { createView } from '../http/view.ts'
import { requireAnyPayment } from '../payments/find.ts'
import { formatReceiptUrl } from '../receipts/addresses.ts'
import type { Db } from '../storage/database.ts'
import { areRefundsHeld, listHeldChains } from '../transactions/refund-hold.ts'
import type { ValidRefundQuery } from './schema.ts'
import { countRefunds, findAnyRefund, findPending, findRefund, listRefundRows, type RefundRow } from './store.ts'

export { findRefundsEndedBetween } from './store.ts'

/** The caller's refund. Throws `resource_missing` for refunds of others. */
export async function requireRefund(db: Db, caller: Caller, id: string): Promise<RefundRow> {
  return requireFound('refund', await findRefund(db, caller, id))
}

export async function retrieveRefund(ctx: Context, caller: Caller, id: string): Promise<Refund> {
  return toRefundView(ctx, await requireRefund(ctx.db, caller, id))
}

/** A payment's refund, for pages that open by both ids; null if there is none. */
export async function findRefundOfPayment(ctx: Context, paymentId: string, id: string): Promise<Refund | null> {
  const row = await findAnyRefund(ctx.db, id)
  return row?.payment_id === paymentId ? toRefundView(ctx, row) : null
}

/** A refund with the data that a wallet needs to sign it, and its owner. */
export type Signing = {
  readonly refund: Refund
  readonly network: Network
  readonly token: Token
  /** In display form. */
  readonly from: string
  readonly rawAmount: bigint
  readonly owner: Owner
  readonly endedAt: number | null
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
  const owner = toOwner(row)
  const { chain, address } = await requireAnyPayment(ctx.db, row.payment_id)
  const isUnswept = await isHeld(ctx.db, { chain, token: row.token, address: address.toLowerCase() })
  const [refund, endedAt] = [toRefundView(ctx, row), getRefundEnd(row)]
  return { refund, network, token, from, rawAmount: row.raw_amount, owner, endedAt, isUnswept }
}

/** In milliseconds; null while it is open. The end of one that failed is not recorded: it counts from its beginning. */
export function getRefundEnd(
  row: Pick<RefundRow, 'status' | 'created_at' | 'completed_at' | 'cancelled_at'>,
): number | null {
  if (row.status === 'completed') return row.completed_at
  if (row.status === 'cancelled') return row.cancelled_at
  return row.status === 'failed' ? row.created_at : null
}

/** The ids of any merchant's pending refunds that a transfer of this coin and amount may have paid. */
export async function findPendingRefunds(
  db: Db,
  { chain }: Network,
  { token, rawAmount }: { readonly token: string; readonly rawAmount: bigint },
): Promise<string[]> {
  const rows = await findPending(db, chain.id, { token, raw_amount: rawAmount })
  return rows.map(({ id }) => id)
}

/** The caller's refunds, newest first. Throws `invalid_cursor`. */
export function listRefunds(ctx: Context, caller: Caller, query: ValidRefundQuery): Promise<List<Refund>> {
  const { paymentId, reference, status, nextAction, created_gte: createdGte, created_lt: createdLt } = query
  const heldChains = listHeldChains(ctx, caller.merchantId, toEnvironment(caller.livemode))
  const filters = { paymentId, reference, status, nextAction, heldChains, createdGte, createdLt }
  return readPage(query, {
    noun: 'refund',
    find: (id) => findRefund(ctx.db, caller, id),
    list: (after, limit) => listRefundRows(ctx.db, caller, filters, after, limit),
    count: () => countRefunds(ctx.db, caller, filters),
    view: (rows) => rows.map((row) => toRefundView(ctx, row)),
  })
}

const toView = createView(refund)

export function toRefundView(ctx: Context, row: RefundRow): Refund {
  const network = getRefundNetwork(ctx, row)
  return toView(row, {
    amount: fromCents(row.amount_cents, row.currency),
    cryptoAmount: formatAmount(row.amount),
    cryptoAmountArrived: row.received === null ? null : formatAmount(row.received),
    destinationMemo: row.memo,
    nextAction: network && actionOf(ctx, network, row),
    transaction: transactionOf(network, row),
    receiptUrl: row.receipt && formatReceiptUrl(ctx, row.payment_id, row.id),
  })
}

/** The network of a refund; null if it is no longer configured, or is now another chain. */
export function getRefundNetwork(ctx: Context, row: Pick<RefundRow, 'livemode' | 'network' | 'chain'>): Network | null {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  return network?.chain.id === row.chain ? network : null
}

function actionOf(ctx: Context, network: Network, row: RefundRow): RefundAction | null {
  if (row.status === 'pending' && row.method === 'collect') return { type: 'collect_destination', url: null }
  if (row.status !== 'pending' || row.method !== 'sign' || row.destination === null) return null
  // A key or the wallet may have paid it.
  if (row.held_for !== null || areRefundsHeld(network, row.merchant_id)) return null
  const { chain } = network
  const { transactor } = chain
  const rawAmount = row.raw_amount
  const token = chain.addresses.display(row.token)
  const message = `Refund of ${formatCents(row.amount_cents, row.currency)} ${row.currency}`
  const from = chain.addresses.display(row.from_address)
  const { to, data } = transactor?.transferCall({ token, to: row.destination, rawAmount }) ?? { to: '', data: '' }
  return {
    type: 'sign',
    url: `${ctx.settings.publicUrl}/refund/sign/${row.id.slice(3)}`,
    uri: chain.paymentUri({ token, address: row.destination, rawAmount, memo: row.memo, message }),
    call: transactor && { chainId: transactor.chainId, from, to, data, value: '0x0' },
  }
}

function transactionOf(network: Network | null, row: RefundRow): RefundTransaction | null {
  if (row.tx_hash === null || row.transfer_state === null) return null
  return {
    hash: row.tx_hash,
    from: network?.chain.addresses.display(row.from_address) ?? row.from_address,
    status: row.transfer_state,
    block: row.block_number ?? 0,
    explorerUrl: getExplorerUrl(network, row.tx_hash),
  }
}
