import { type Context, runOnSnapshot } from '../context/context.ts'
import { isValidLink, type SignedLink } from '../context/secrets/sign-link.ts'
import { sumArrivedByPayment } from '../deposits/sweeps-store.ts'
import { formatAmount } from '../domain/money.ts'
import { formatCsvLine } from '../domain/text.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { findShown, type PaymentRow, type PaymentTransferRow } from '../payments/find.ts'
import { isOfMethod } from '../payments/methods/method.ts'
import { findPaymentsOfSettlement } from '../payments/settlement-store.ts'
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
  'arrived',
] as const

/** The payments of a settlement as CSV (RFC 4180), oldest first; null if the link was not made here or has expired. */
export function createStatement(ctx: Context, link: SignedLink): Promise<string | null> {
  return runOnSnapshot(ctx, (snapshot) => readReport(snapshot, link))
}

async function readReport(ctx: Context, link: SignedLink): Promise<string | null> {
  const settlement = await findAnySettlement(ctx.db, link.name)
  if (!settlement) return null
  const owner = { merchantId: settlement.merchant_id, livemode: settlement.livemode === 1 }
  if (!(await isValidLink(ctx, owner, link))) return null
  const lines = [COLUMNS.join()]
  let last: PaymentRow | null = null
  for (;;) {
    const payments: PaymentRow[] = await findPaymentsOfSettlement(ctx.db, settlement.id, last, ROWS_AT_ONCE)
    const ids = payments.map((payment) => payment.id)
    const shown = await findShown(ctx.db, payments)
    const arrived = settlement.method === 'deposit' ? await sumArrivedByPayment(ctx.db, settlement.id, ids) : null
    for (const payment of payments) {
      const final = (shown.get(payment.id)?.transfers ?? []).filter(
        (one) => one.state === 'final' && isOfMethod(payment, one),
      )
      const received = BigInt(payment.received_final)
      const inWallet = arrived ? (arrived.get(payment.id) ?? 0n) : received
      lines.push(formatCsvLine(fieldsOf(payment, final, { received, inWallet })))
    }
    if (payments.length < ROWS_AT_ONCE) return `${lines.join('\r\n')}\r\n`
    last = payments.at(-1) ?? null
  }
}

/** The amount received from payers, and the part of it that this settlement brought to the wallet, in millionths. */
type Sums = { readonly received: bigint; readonly inWallet: bigint }

function fieldsOf(payment: PaymentRow, final: readonly PaymentTransferRow[], { received, inWallet }: Sums): string[] {
  return [
    payment.id,
    toIsoTime(payment.created_at),
    toIsoTimeOrNull(payment.completed_at) ?? '',
    (payment.amount_cents / 100).toFixed(2),
    payment.currency,
    payment.rate,
    formatAmount(received),
    payment.cryptocurrency,
    payment.network,
    payment.address,
    payment.memo ?? '',
    final.map((one) => one.tx_hash).join(' '),
    payment.metadata,
    formatAmount(inWallet),
  ]
}
