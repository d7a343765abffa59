import type { ReportLink } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { formatAmount, formatCents } from '../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { createExportLink, type OpenedLink, requireFew, writeCsv } from '../http/export-link.ts'
import type { FileColumn } from '../http/sheet.ts'
import { pipeline } from '../storage/database.ts'
import { findLinkTexts, withLinkTexts } from './links/texts.ts'
import { selectPayments } from './list.ts'
import { requireExportable } from './own.ts'
import { paymentFilter, type ValidPaymentFilter } from './schema.ts'
import { findShownTransfers } from './shown-store.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'
import { formatPayUrl, listExceptions } from './view.ts'

const FILE = 'payments.csv'

/** A payment, and the transfers that its view shows. */
type ExportedRow = PaymentRow & { readonly transfers: readonly PaymentTransferRow[] }

/** As in the payment's view. The rest of a view takes longer than all of these. New ones come last: people import files. */
export function listPaymentColumns(ctx: Pick<Context, 'settings'>): readonly FileColumn<ExportedRow>[] {
  return [
    ['id', ({ id }) => id],
    ['reference', ({ reference }) => reference],
    ['status', ({ status }) => status],
    ['exceptions', (row) => listExceptions(row).join(' ')],
    ['amount', (row) => formatCents(row.amount_cents, row.currency)],
    ['currency', ({ currency }) => currency],
    ['crypto_amount', ({ due }) => formatAmount(due)],
    ['cryptocurrency', ({ cryptocurrency }) => cryptocurrency],
    ['network', ({ network }) => network],
    ['amount_received', ({ received }) => formatAmount(received)],
    ['amount_refunded', ({ refunded }) => formatAmount(refunded)],
    ['created_at', (row) => toIsoTime(row.created_at)],
    ['completed_at', (row) => toIsoTimeOrNull(row.completed_at)],
    ['description', ({ description }) => description],
    ['metadata', ({ metadata }) => metadata],
    ['url', ({ id }) => formatPayUrl(ctx, id)],
    ['rate', ({ rate }) => rate],
    ['transactions', ({ transfers }) => listHashes(transfers).join(' ')],
    ['line_items', (row) => row.line_items],
    ['settlement', (row) => row.settlement_id],
    ['payment_link', (row) => row.payment_link],
  ]
}

function listHashes(transfers: readonly PaymentTransferRow[]): string[] {
  return [...new Set(transfers.filter(({ state }) => state !== 'orphaned').map((transfer) => transfer.tx_hash))]
}

/**
 * A link to the payments of a filter as CSV. Payments created later are not in the file. Throws what `selectPayments`
 * throws, `insufficient_scope`, and ExportTooLarge if there are more than 10,000.
 */
export async function exportPayments(ctx: Context, caller: Caller, filter: ValidPaymentFilter): Promise<ReportLink> {
  const until = { ...filter, created_lt: Math.min(filter.created_lt ?? Number.POSITIVE_INFINITY, ctx.now() + 1) }
  requireExportable(caller)
  const selection = await selectPayments(ctx, caller, until, null)
  requireFew(await selection.count(), 'payments')
  return createExportLink(ctx, caller, FILE, until)
}

/** The rows of a file, newest first. Each page is as of when it is read. Throws ExportTooLarge for more than 10,000 payments. */
export async function readPaymentsCsv(ctx: Context, { owner, filter }: OpenedLink): Promise<AsyncGenerator<string>> {
  const selection = await selectPayments(ctx, owner, paymentFilter.parse(filter), null)
  requireFew(await selection.count(), 'payments')
  return writeCsv<ExportedRow>(listPaymentColumns(ctx), async (after, limit) => {
    const rows = await selection.list(after, limit)
    const [texts, transfers] = await pipeline([findLinkTexts(ctx.db, rows), findShownTransfers(ctx.db, rows)])
    return rows.map((row) => {
      const own = { transfers: transfers.get(row.id) ?? [] }
      return Object.assign(own, withLinkTexts(row, texts.get(row.payment_link ?? '') ?? null))
    })
  })
}
