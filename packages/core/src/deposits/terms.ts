import { listKeys } from '@crypto-checkout/api-types'
import { CCTP_DOMAINS, type ConversionTerms } from '@crypto-checkout/contracts'
import { z } from 'zod'
import type { AccountRow } from './account-store.ts'

const amount = z.string().regex(/^\d+$/).transform(BigInt)

/** The terms as they are stored. JSON has no large integers. */
const stored = z.strictObject({
  wallet: z.string(),
  token: z.string(),
  messenger: z.string(),
  destination: z.enum(listKeys(CCTP_DOMAINS)),
  recipient: z.string(),
  minimum: amount,
  leastMillionths: z.number(),
  maxFee: amount,
  finality: z.enum(['standard', 'fast']),
})

export function readTerms({ terms }: Pick<AccountRow, 'terms'>): ConversionTerms {
  return stored.parse(JSON.parse(terms))
}

export function writeTerms(terms: ConversionTerms): string {
  return JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
