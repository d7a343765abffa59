import type { List, Transfer } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/environments.ts'
import { CheckoutError } from '../../domain/error.ts'
import { isId } from '../../domain/id.ts'
import { DEFAULT_PAGE, toPage } from '../../domain/page.ts'
import { listQuery, networkName } from '../../http/fields.ts'
import { requireNetworkName } from '../../networks/require-network.ts'
import { findAnyPayment } from '../find.ts'
import { countTransfers, findTransfer, listOfPaymentRows, listTransferRows, listUnattributedRows } from './store.ts'
import { toTransferView } from './view.ts'

/** Transfers to the caller's wallets, newest first. Throws `invalid_cursor`, and `invalid_parameter` for an unknown network. */
export async function listTransfers(ctx: Context, caller: Caller, query: ValidTransferQuery): Promise<List<Transfer>> {
  if (query.network !== undefined) requireNetworkName(ctx, toEnvironment(caller.livemode), query.network)
  const limit = query.limit ?? DEFAULT_PAGE
  const filters = {
    attributed: query.status === undefined ? undefined : query.status === 'attributed',
    network: query.network,
  }
  if (query.payment !== undefined) return listTransfersOfPayment(ctx, caller, query.payment, query)
  const after = query.starting_after !== undefined ? await cursorSeq(ctx, caller, query.starting_after) : null
  const rows = await listTransferRows(ctx.db, caller, filters, after, limit + 1)
  return toPage(rows, limit, await countTransfers(ctx.db, caller, filters), (row) => toTransferView(ctx, row))
}

/** Transfers that pay one payment; none if the caller has no such payment. */
async function listTransfersOfPayment(ctx: Context, caller: Caller, id: string, query: ValidTransferQuery) {
  const limit = query.limit ?? DEFAULT_PAGE
  const after = query.starting_after !== undefined ? await cursorSeq(ctx, caller, query.starting_after) : null
  const payment = await findAnyPayment(ctx.db, id)
  const isOwn = payment?.merchant_id === caller.merchantId && (payment.livemode === 1) === caller.livemode
  const matches = query.status !== 'unattributed' && (query.network ?? payment?.network) === payment?.network
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
  status: z.enum(['unattributed', 'attributed']).optional(),
  network: networkName.optional(),
  payment: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment, pay_...')
    .optional()
    .meta({ description: 'Id of the payment that they pay' }),
})
export type ValidTransferQuery = z.output<typeof transferQuery>

export const assignInput = z.strictObject({ paymentId: z.string().max(64) })
