import type { ReportLink } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { createExportLink, formatCsv, openExportLink, requireFew, requireShort } from '../http/export-link.ts'
import { selectPayments } from './list.ts'
import { paymentFilter, type ValidPaymentFilter } from './schema.ts'
import type { PaymentRow } from './store.ts'
import { toPaymentSnapshot } from './view.ts'

const FILE = 'payments.csv'
const ROWS_AT_ONCE = 500

const COLUMNS = [
  ...['id', 'reference', 'status', 'exceptions', 'amount', 'currency', 'crypto_amount', 'cryptocurrency', 'network'],
  ...['amount_received', 'amount_refunded', 'created_at', 'completed_at', 'description', 'metadata', 'url'],
]

/**
 * A link to the payments of a filter as CSV. Payments created later are not in the file. Throws what `selectPayments`
 * throws, and ExportTooLarge if there are more than 10,000.
 */
export async function exportPayments(ctx: Context, caller: Caller, filter: ValidPaymentFilter): Promise<ReportLink> {
  const until = { ...filter, created_lt: Math.min(filter.created_lt ?? Number.POSITIVE_INFINITY, ctx.now() + 1) }
  const selection = await selectPayments(ctx, caller, until)
  requireFew(await selection.count(), 'payments')
  return createExportLink(ctx, caller, FILE, until)
}

/**
 * The file of a link, newest first; null if the link was not made here or has expired. Throws ExportTooLarge if it
 * would have more than 10,000 payments or 32 MiB.
 */
export function createPaymentsCsv(ctx: Context, query: string): Promise<string | null> {
  return openExportLink(ctx, FILE, query, async (snapshot, owner, filter) => {
    const selection = await selectPayments(snapshot, owner, paymentFilter.parse(filter))
    requireFew(await selection.count(), 'payments')
    const parts = [formatCsv([COLUMNS])]
    let length = 0
    let last: PaymentRow | null = null
    for (;;) {
      const rows: PaymentRow[] = await selection.list(last, ROWS_AT_ONCE)
      const part = rows.length > 0 ? formatCsv(rows.map((row) => toCells(snapshot, row))) : ''
      length += part.length
      requireShort(length)
      parts.push(part)
      if (rows.length < ROWS_AT_ONCE) return parts.join('')
      last = rows.at(-1) ?? null
    }
  })
}

function toCells(ctx: Context, row: PaymentRow): string[] {
  const payment = toPaymentSnapshot(ctx, row)
  return [
    payment.id,
    payment.reference ?? '',
    payment.status,
    payment.exceptions.join(' '),
    payment.amount.toFixed(2),
    payment.currency,
    payment.cryptoAmount,
    payment.cryptocurrency,
    payment.network,
    payment.amountReceived,
    payment.amountRefunded,
    payment.createdAt,
    payment.completedAt ?? '',
    payment.description ?? '',
    row.metadata,
    payment.url,
  ]
}
