import { type Context, withSnapshot } from '../context.ts'
import { formatAmount } from '../domain/money.ts'
import { iso, isoOrNull } from '../domain/time.ts'
import { findTransfersOfAll, type PaymentRow, type PaymentTransferRow } from '../payments/find.ts'
import { paymentsOfSettlement } from '../payments/settled.ts'
import { isGoodLink } from './report-link.ts'
import { findAnySettlement } from './store.ts'

const ROWS_AT_ONCE = 500

const COLUMNS = [
  'payment',
  'created_at',
  'completed_at',
  'amount',
  'currency',
  'rate',
  'received',
  'cryptocurrency',
  'network',
  'address',
  'memo',
  'transactions',
  'metadata',
] as const

/**
 * The payments of a settlement as CSV (RFC 4180), oldest first; null where the link was not made here or is no
 * longer good.
 */
export function settlementReport(ctx: Context, link: Link): Promise<string | null> {
  return withSnapshot(ctx, (snapshot) => readReport(snapshot, link))
}

type Link = { readonly id: string; readonly expires: string; readonly signature: string }

async function readReport(ctx: Context, link: Link): Promise<string | null> {
  const settlement = await findAnySettlement(ctx.db, link.id)
  if (!settlement) return null
  const owner = { merchantId: settlement.merchant_id, livemode: settlement.livemode === 1 }
  if (!(await isGoodLink(ctx, owner, link))) return null
  const lines = [COLUMNS.join()]
  let last: PaymentRow | null = null
  for (;;) {
    const payments: PaymentRow[] = await paymentsOfSettlement(ctx.db, settlement.id, last, ROWS_AT_ONCE)
    const transfers = await findTransfersOfAll(
      ctx.db,
      payments.map((payment) => payment.id),
    )
    for (const payment of payments) {
      const final = (transfers.get(payment.id) ?? []).filter(({ state }) => state === 'final')
      lines.push(fieldsOf(payment, final).map(quoted).join())
    }
    if (payments.length < ROWS_AT_ONCE) return `${lines.join('\r\n')}\r\n`
    last = payments.at(-1) ?? null
  }
}

function fieldsOf(payment: PaymentRow, final: readonly PaymentTransferRow[]): string[] {
  return [
    payment.id,
    iso(payment.created_at),
    isoOrNull(payment.completed_at) ?? '',
    (payment.amount_cents / 100).toFixed(2),
    payment.currency,
    payment.rate,
    formatAmount(final.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
    payment.cryptocurrency,
    payment.network,
    payment.address,
    payment.memo ?? '',
    final.map((one) => one.tx_hash).join(' '),
    payment.metadata,
  ]
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}
