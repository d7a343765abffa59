import type { List, Transfer } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { ObservedTransfer } from '../../chains/chain.ts'
import { getExplorerUrl, type Network } from '../../chains/network.ts'
import type { Caller, Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { isId } from '../../domain/id.ts'
import { formatAmount } from '../../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../../domain/time.ts'
import { DEFAULT_PAGE, listQuery, networkName, printableLine, toPage } from '../../http/fields.ts'
import { requireNetworkName } from '../../networks/require-network.ts'
import type { Db } from '../../storage/database.ts'
import { findAnyPayment } from '../find.ts'
import {
  countNamed,
  countTransfers,
  findInTransactions,
  findTransfer,
  listNamedRows,
  listOfPaymentRows,
  listTransferRows,
  listUnattributedRows,
  type TransferRow,
  type Unnumbered,
} from './store.ts'
import type { DustSum } from './stray-dust.ts'

export async function requireTransfer(db: Db, caller: Caller, id: string): Promise<TransferRow> {
  const row = await findTransfer(db, caller, id)
  if (!row)
    throw new CheckoutError(
      'resource_missing',
      'There is no such transfer: check the id, and that the keys are of its environment.',
      'id',
    )
  return row
}

export async function retrieveTransfer(ctx: Context, caller: Caller, id: string): Promise<Transfer> {
  return toTransferView(ctx, await requireTransfer(ctx.db, caller, id))
}

/** The unattributed transfers to an address in a transaction on the chain. */
export async function findUnattributed(
  db: Db,
  { chain, hash, address }: { readonly chain: string; readonly hash: string; readonly address: string },
): Promise<TransferRow[]> {
  const rows = await findInTransactions(db, { chains: [chain], hashes: [hash], address })
  return rows.filter((row) => row.payment_id === null && row.state !== 'orphaned')
}

/** Transfers to the caller's wallets, newest first. Throws `invalid_cursor`, and `invalid_parameter` for an unknown network. */
export async function listTransfers(ctx: Context, caller: Caller, query: ValidTransferQuery): Promise<List<Transfer>> {
  if (query.network !== undefined) requireNetworkName(ctx, toEnvironment(caller.livemode), query.network)
  const limit = query.limit ?? DEFAULT_PAGE
  const filters = {
    attributed: query.status === undefined ? undefined : query.status === 'attributed',
    network: query.network,
  }
  const isNamed = query.status === 'named'
  if (query.payment !== undefined) return listTransfersOfPayment(ctx, caller, query.payment, query)
  const after = query.starting_after !== undefined ? await cursorSeq(ctx, caller, query.starting_after) : null
  const rows = isNamed
    ? await listNamedRows(ctx.db, caller, query.network, after, limit + 1)
    : await listTransferRows(ctx.db, caller, filters, after, limit + 1)
  const count = isNamed
    ? await countNamed(ctx.db, caller, query.network)
    : await countTransfers(ctx.db, caller, filters)
  return toPage(rows, limit, count, (row) => toTransferView(ctx, row))
}

/** Transfers that pay one payment; none if the caller has no such payment. */
async function listTransfersOfPayment(ctx: Context, caller: Caller, id: string, query: ValidTransferQuery) {
  const limit = query.limit ?? DEFAULT_PAGE
  const after = query.starting_after !== undefined ? await cursorSeq(ctx, caller, query.starting_after) : null
  const payment = await findAnyPayment(ctx.db, id)
  const isOwn = payment?.merchant_id === caller.merchantId && payment.livemode === caller.livemode
  const matches =
    (query.status === undefined || query.status === 'attributed') &&
    (query.network ?? payment?.network) === payment?.network
  if (!payment || !isOwn || !matches) return toPage<never, Transfer>([], limit, 0, (row) => row)
  const rows = await listOfPaymentRows(ctx.db, payment.id, after, limit + 1)
  return toPage(rows, limit, payment.transfer_count, (row) => toTransferView(ctx, row))
}

/** Unattributed transfers of all merchants, newest first. Only the operator sees transfers to shared wallets. */
export async function listUnattributedAsOperator(ctx: Context, limit: number): Promise<Transfer[]> {
  return (await listUnattributedRows(ctx.db, limit)).map((row) => toTransferView(ctx, row))
}

async function cursorSeq(ctx: Context, caller: Caller, id: string): Promise<number> {
  const row = await findTransfer(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such transfer to start after.', 'starting_after')
  return row.seq
}

export const transferQuery = listQuery.extend({
  status: z
    .enum(['unattributed', 'attributed', 'named'])
    .optional()
    .meta({ description: "Those with this status; named: unattributed ones that a payer's page named" }),
  network: networkName.optional(),
  payment: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment, pay_...')
    .optional()
    .meta({ description: 'Id of the payment that they pay' }),
})
type ValidTransferQuery = z.output<typeof transferQuery>

const MAX_REASON = 500

export const assignInput = z.strictObject({
  paymentId: z.string().max(64).meta({ description: 'Id of the payment that the transfer shall pay' }),
  reason: printableLine(MAX_REASON)
    .optional()
    .meta({ description: 'The reason, for the audit log: at most 500 characters' }),
})

/** `dust`: the sum of small transfers, for an event. */
export function toTransferView(ctx: Context, row: Unnumbered, dust: DustSum | null = null): Transfer {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const display = (address: string) => network?.chain.addresses.display(address) ?? address
  return {
    id: row.id,
    object: 'transfer',
    network: row.network,
    cryptocurrency: row.cryptocurrency as Transfer['cryptocurrency'],
    hash: row.tx_hash,
    from: display(row.from_address),
    to: display(row.to_address),
    amount: formatAmount(row.amount),
    rawAmount: row.raw_amount,
    status: row.state,
    payment: row.payment_id,
    suggestedPayment: row.payment_id === null ? row.suggested_payment : null,
    namedBy: row.payment_id === null && row.named_by !== null ? JSON.parse(row.named_by) : [],
    assignedBy: row.assigned_by,
    memo: row.memo,
    blockNumber: row.block_number,
    blockTime: toIsoTime(row.block_time),
    seenAt: toIsoTime(row.seen_at),
    finalAt: toIsoTimeOrNull(row.final_at),
    explorerUrl: getExplorerUrl(network, row.tx_hash),
    dust: dust && { amount: formatAmount(dust.amount), transfers: dust.transfers },
  }
}

/** The block of the transfer that follows `skip` others, from a block on; null if there are fewer. */
export async function findTransferBlock(
  db: Db,
  network: Network,
  { from, skip }: { readonly from: number; readonly skip: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('transfers')
    .select('block_number')
    .where('chain', '=', network.chain.id)
    .where('block_number', '>=', from)
    .orderBy('block_number')
    .limit(1)
    .offset(skip)
    .executeTakeFirst()
  return row?.block_number ?? null
}

/** A recorded transfer as it was read. */
export function toObservedTransfer(row: Omit<TransferRow, 'seq'>): ObservedTransfer {
  return {
    txHash: row.tx_hash,
    token: row.token,
    from: row.from_address,
    to: row.to_address,
    rawAmount: BigInt(row.raw_amount),
    memo: row.memo,
    logIndex: row.log_index,
    ordinal: row.ordinal,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
  }
}
