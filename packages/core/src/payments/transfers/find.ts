import type { List, Transfer } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { ObservedTransfer } from '../../chains/chain.ts'
import { getExplorerUrl, type Network } from '../../chains/network.ts'
import type { Caller, Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { requireFound } from '../../domain/error.ts'
import { isId } from '../../domain/id.ts'
import { formatAmount } from '../../domain/money.ts'
import { listQuery, networkName, printableLine, readPage, type Selection } from '../../http/fields.ts'
import { transfer } from '../../http/shapes/money-moved.ts'
import { createView } from '../../http/view.ts'
import { requireNetworkName } from '../../networks/require-network.ts'
import type { Db } from '../../storage/database.ts'
import { findPayment } from '../store.ts'
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
  return requireFound('transfer', await findTransfer(db, caller, id))
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
  return readPage(query, {
    noun: 'transfer',
    find: async (id) => (await findTransfer(ctx.db, caller, id))?.seq,
    ...(await selectTransfers(ctx.db, caller, query)),
    view: (rows) => rows.map((row) => toTransferView(ctx, row)),
  })
}

async function selectTransfers(
  db: Db,
  caller: Caller,
  { status, network, payment }: ValidTransferQuery,
): Promise<Selection<TransferRow, number>> {
  if (payment !== undefined) return selectTransfersOfPayment(db, caller, payment, { status, network })
  if (status === 'named')
    return {
      list: (after, limit) => listNamedRows(db, caller, network, after, limit),
      count: () => countNamed(db, caller, network),
    }
  const filters = { attributed: status === undefined ? undefined : status === 'attributed', network }
  return {
    list: (after, limit) => listTransferRows(db, caller, filters, after, limit),
    count: () => countTransfers(db, caller, filters),
  }
}

/** Transfers that pay one payment; none if the caller has no such payment. */
async function selectTransfersOfPayment(
  db: Db,
  caller: Caller,
  id: string,
  { status = 'attributed', network }: Pick<ValidTransferQuery, 'status' | 'network'>,
): Promise<Selection<TransferRow, number>> {
  const payment = await findPayment(db, caller, id)
  const matches = status === 'attributed' && (network ?? payment?.network) === payment?.network
  if (!payment || !matches) return { list: async () => [], count: async () => 0 }
  return {
    list: (after, limit) => listOfPaymentRows(db, payment.id, after, limit),
    count: async () => payment.transfer_count,
  }
}

/** Unattributed transfers of all merchants, newest first. Only the operator sees transfers to shared wallets. */
export async function listUnattributedAsOperator(ctx: Context, limit: number): Promise<Transfer[]> {
  return (await listUnattributedRows(ctx.db, limit)).map((row) => toTransferView(ctx, row))
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

const toView = createView(transfer)

/** `dust`: the sum of small transfers, for an event. */
export function toTransferView(ctx: Context, row: Unnumbered, dust: DustSum | null = null): Transfer {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const display = (address: string) => network?.chain.addresses.display(address) ?? address
  return toView(row, {
    hash: row.tx_hash,
    from: display(row.from_address),
    to: display(row.to_address),
    rawAmount: String(row.raw_amount),
    status: row.state,
    payment: row.payment_id,
    suggestedPayment: row.payment_id === null ? row.suggested_payment : null,
    namedBy: row.payment_id === null && row.named_by !== null ? JSON.parse(row.named_by) : [],
    explorerUrl: getExplorerUrl(network, row.tx_hash),
    dust: dust && { amount: formatAmount(dust.amount), transfers: dust.transfers },
  })
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
    rawAmount: row.raw_amount,
    memo: row.memo,
    logIndex: row.log_index,
    ordinal: row.ordinal,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTime: row.block_time,
  }
}
