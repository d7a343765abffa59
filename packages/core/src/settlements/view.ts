import type { Cryptocurrency, Settlement } from '@crypto-checkout/api-types'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import type { SettlementRow } from './store.ts'

/** `reportUrl`: the link to its payments as CSV. */
export function toSettlementView(row: SettlementRow, reportUrl: string): Settlement {
  return {
    id: row.id,
    object: 'settlement',
    // Its payments are still being collected. It gets its final status in seconds.
    status: row.status === 'closing' ? 'pending' : (row.status as Settlement['status']),
    network: row.network,
    cryptocurrency: row.cryptocurrency as Cryptocurrency,
    amount: formatAmount(BigInt(row.amount)),
    settlementCurrency: row.settlement_currency as Cryptocurrency,
    feeAmount: row.fee_amount,
    feeCurrency: row.fee_currency,
    destination: row.destination,
    method: row.method as Settlement['method'],
    paymentCount: row.payment_count,
    periodStart: toIsoTime(row.period_start),
    periodEnd: toIsoTime(row.period_end),
    transactions: JSON.parse(row.transactions),
    failure: row.failure,
    reportUrl,
    livemode: row.livemode === 1,
    createdAt: toIsoTime(row.created_at),
    completedAt: toIsoTimeOrNull(row.completed_at),
  }
}
