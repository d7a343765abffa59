import type { Payment } from '@crypto-checkout/api-types'
import type { ValidPaymentInput } from './schema.ts'
import type { PaymentRow } from './store.ts'

type OrderRow = Pick<
  PaymentRow,
  'description' | 'reference' | 'line_items' | 'cancel_url' | 'supersedes' | 'superseded_by'
>
type Order = Pick<Payment, 'description' | 'reference' | 'lineItems' | 'cancelUrl' | 'supersedes' | 'supersededBy'>

/** What a payment is for, as it is stored. */
export function toOrderColumns(input: ValidPaymentInput) {
  const { description = null, reference = null, lineItems = [], cancelUrl = null, supersedes = null } = input
  const items = lineItems.map((item) => ({ ...item, imageUrl: item.imageUrl ?? null }))
  return {
    ...{ description, reference, cancel_url: cancelUrl, supersedes },
    line_items: items.length === 0 ? null : JSON.stringify(items),
  }
}

/** What a payment is for, as the API shows it. */
export function toOrderView(row: OrderRow): Order {
  return {
    description: row.description,
    reference: row.reference,
    lineItems: row.line_items === null ? [] : JSON.parse(row.line_items),
    cancelUrl: row.cancel_url,
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
  }
}
