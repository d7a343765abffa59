import { iso } from '../domain/time.ts'
import type { MerchantRow } from './store.ts'

export type MerchantSummary = {
  readonly id: string
  readonly name: string
  /** `#0a7d4f`: the colour of the merchant's payment pages; null for the checkout's own. */
  readonly accent: string | null
  readonly plan: string
  readonly createdAt: string
}

export function merchantSummary(
  row: Pick<MerchantRow, 'id' | 'name' | 'accent' | 'plan' | 'created_at'>,
): MerchantSummary {
  const { id, name, plan } = row
  return { id, name, accent: row.accent && `#${row.accent}`, plan, createdAt: iso(row.created_at) }
}
