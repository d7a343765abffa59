import type { PublicPaymentLink } from '@crypto-checkout/api-types'
import { createFailure, describeRefusal, type Failure } from './fetch-status.ts'

const TEXTS = ['id', 'title', 'currency', 'cryptocurrency', 'network', 'networkTitle', 'merchantName'] as const
const AMOUNTS = ['amount', 'minimum', 'maximum', 'preset'] as const
const STATES: readonly unknown[] = ['active', 'inactive', 'expired', 'exhausted']

export type LinkAnswer = { link: PublicPaymentLink } | { failure: Failure }

/** Reads a payment link once. Never throws: every failure is a kind of answer. */
export async function readLink(url: string, signal: AbortSignal): Promise<LinkAnswer> {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, credentials: 'omit', signal })
    if (!response.ok) return { failure: describeRefusal(response) }
    const link = parseLink(await response.text())
    return link === null ? { failure: createFailure('invalid_response') } : { link }
  } catch {
    return { failure: createFailure('unreachable') }
  }
}

/** Parses the public view of a link from JSON; null if the text is anything else. */
function parseLink(json: string): PublicPaymentLink | null {
  try {
    const value: unknown = JSON.parse(json)
    return isLink(value) ? value : null
  } catch {
    return null
  }
}

function isLink(value: unknown): value is PublicPaymentLink {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof PublicPaymentLink, unknown>> = value
  return (
    STATES.includes(fields.status) &&
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    AMOUNTS.every((name) => fields[name] === null || typeof fields[name] === 'number') &&
    Array.isArray(fields.lineItems)
  )
}
