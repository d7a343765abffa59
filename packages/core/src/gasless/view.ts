import type { Authorization } from '@crypto-checkout/api-types'
import { formatAmount } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import type { PaymentRow } from '../payments/find.ts'
import type { AuthorizationRow } from './store.ts'

export function toAuthorizationView(row: AuthorizationRow, payment: PaymentRow, from: string): Authorization {
  return {
    object: 'authorization',
    payment: row.payment_id,
    from,
    amount: formatAmount(BigInt(row.amount)),
    cryptocurrency: payment.cryptocurrency,
    network: row.network,
    nonce: row.nonce,
    status: row.state as Authorization['status'],
    reason: row.reason,
    hash: row.hash,
    validBefore: toIsoTime(row.valid_before * 1_000),
    createdAt: toIsoTime(row.created_at),
  }
}
