import { z } from 'zod'
import { coins } from '../catalog/coins.ts'
import { networkNames } from '../catalog/networks.ts'
import { centsOf } from '../domain/money.ts'
import { listQuery, time } from '../http/fields.ts'

export const MAX_EXPIRES_IN_S = 2_592_000
const MAX_URL = 2_048
const MAX_METADATA_KEYS = 50
const MAX_METADATA_KEY = 40
const MAX_METADATA_BYTES = 16 * 1_024

/** Absolute http or https, without credentials. Kept as it was given. */
const webUrl = z.string().max(MAX_URL).refine(isWebUrl, 'must be an absolute http or https URL without credentials')

function isWebUrl(text: string): boolean {
  // The parser forgives white space, missing slashes and back-slashes, which others read differently.
  if (!/^https?:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => Object.keys(value).length <= MAX_METADATA_KEYS, `must have at most ${MAX_METADATA_KEYS} keys`)
  .refine(
    (value) => Object.keys(value).every((key) => key.length <= MAX_METADATA_KEY),
    `must have keys of at most ${MAX_METADATA_KEY} characters`,
  )
  .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= MAX_METADATA_BYTES, 'must be at most 16 KiB as JSON')

const upperCased = z.string().transform((text) => text.toUpperCase())

/** What creating a payment takes. */
export const paymentInput = z.strictObject({
  amount: z
    .number()
    .refine((amount) => centsOf(amount) !== null, 'must be positive, with at most two decimals, at most 999999999.99')
    .meta({ description: 'Price in the fiat currency', examples: [49.9] }),
  currency: upperCased
    .pipe(z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter ISO 4217 code'))
    .meta({ description: 'ISO 4217 code of the price', examples: ['USD'] }),
  cryptocurrency: upperCased.pipe(z.enum(coins)),
  network: z.enum(networkNames),
  merchantWallet: z.string().max(128).meta({ description: 'Where the money goes: an address on the network' }),
  redirectUrl: webUrl.optional().meta({ description: 'Where the payer goes once completed' }),
  webhookUrl: webUrl.optional().meta({ description: "Gets this payment's events" }),
  expiresIn: z
    .int()
    .min(1)
    .max(MAX_EXPIRES_IN_S)
    .optional()
    .meta({ description: 'Seconds until the payment expires; 1800 when left out' }),
  metadata: metadata.optional().meta({ description: 'Your own data, returned as it is' }),
})
export type PaymentInput = z.input<typeof paymentInput>
export type ValidPaymentInput = z.output<typeof paymentInput>

export const paymentStatuses = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled'] as const

export const paymentQuery = listQuery.extend({
  status: z.enum(paymentStatuses).optional(),
  created_gte: time.optional().meta({ description: 'Created at or after this ISO 8601 time' }),
  created_lt: time.optional().meta({ description: 'Created before this ISO 8601 time' }),
})
export type PaymentQuery = z.input<typeof paymentQuery>
export type ValidPaymentQuery = z.output<typeof paymentQuery>
