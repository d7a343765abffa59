import type { PublicPayment } from '@crypto-checkout/api-types'
import { isStatus } from '@crypto-checkout/payer-ui'

const TEXTS = [
  'id',
  'currency',
  'cryptoAmount',
  'cryptocurrency',
  'network',
  'networkTitle',
  'address',
  'paymentUri',
  'recognition',
  'amountReceived',
  'amountDue',
  'expiresAt',
  'serverTime',
  'merchantName',
] as const
const LISTS = ['exceptions', 'transactions', 'claimable', 'misdirected', 'reported', 'lineItems'] as const

/** Parses the public view of a payment from JSON; null if the text is anything else. */
export function readPayment(json: string): PublicPayment | null {
  try {
    const value: unknown = JSON.parse(json)
    return isPayment(value) ? value : null
  } catch {
    return null
  }
}

function isPayment(value: unknown): value is PublicPayment {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof PublicPayment, unknown>> = value
  return (
    isStatus(fields.status) &&
    typeof fields.amount === 'number' &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    LISTS.every((name) => Array.isArray(fields[name])) &&
    (fields.memo === null || typeof fields.memo === 'string') &&
    Number.isFinite(Date.parse(String(fields.expiresAt))) &&
    Number.isFinite(Date.parse(String(fields.serverTime)))
  )
}
