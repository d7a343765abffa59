import { findInexact, type Inexact } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { customerFields } from '../customers/schema.ts'
import { isId } from '../domain/id.ts'
import { paymentExceptions, paymentStatuses } from '../domain/payment.ts'
import {
  checkTogether,
  coinName,
  currencyCode,
  listQuery,
  networkName,
  price,
  printableLine,
  qrCode,
  time,
  webUrl,
  wholeNumber,
} from '../http/fields.ts'
import { checkDecimals, checkItems, checkOrder, orderFields, reference } from './order.ts'
import { MAX_SOUGHT } from './search-terms.ts'

const MAX_EXPIRES_IN_S = 2_592_000
const MAX_METADATA_KEYS = 50
const MAX_METADATA_KEY = 40
const MAX_METADATA_BYTES = 16 * 1_024
/** Far more than data needs, far less than exhausts a stack. */
const MAX_METADATA_DEPTH = 100

export const metadata = z
  .custom<Record<string, unknown>>()
  .superRefine((value, issues) => {
    const inexact = findUnkept(value)
    if (inexact) return issues.addIssue({ code: 'custom', message: inexact.problem, path: [...inexact.path] })
    const problem = metadataProblem(value)
    if (problem) issues.addIssue(problem)
  })
  .meta({ type: 'object', additionalProperties: true, maxProperties: MAX_METADATA_KEYS })

/** Finds what callers in process can hand over and JSON cannot keep. What throws when it is read is no JSON at all. */
function findUnkept(value: unknown): Inexact | null {
  try {
    return findInexact(value)
  } catch {
    return null
  }
}

/** The problem with metadata; null if there is none. Callers in process may pass anything. */
function metadataProblem(value: unknown): string | null {
  const text = toJson(value)
  if (text === null) return `must be JSON, nested at most ${MAX_METADATA_DEPTH} levels deep`
  if (!text.startsWith('{')) return 'must be an object'
  if (Buffer.byteLength(text) > MAX_METADATA_BYTES) return 'must be at most 16 KiB as JSON'
  const parsed: object = JSON.parse(text)
  const keys = Object.keys(parsed)
  if (keys.length > MAX_METADATA_KEYS) return `must have at most ${MAX_METADATA_KEYS} keys`
  if (keys.some((key) => key.length > MAX_METADATA_KEY))
    return `must have keys of at most ${MAX_METADATA_KEY} characters`
  return isDeeper(parsed, MAX_METADATA_DEPTH) ? `must be nested at most ${MAX_METADATA_DEPTH} levels deep` : null
}

function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

const MAX_ALTERNATIVES = 11

/** A coin on a network: a method of a payment. */
export const methodInput = z.strictObject({ cryptocurrency: coinName, network: networkName })

export const wallet = z.string().max(128)

export const alternatives = z.union(
  [
    z.literal('all'),
    z
      .array(
        methodInput.extend({
          merchantWallet: wallet.optional().meta({
            description:
              "The wallet there. Default: the settings' wallet of the network, or the payment's own where " +
              'that is an address',
          }),
        }),
      )
      .max(MAX_ALTERNATIVES),
  ],
  `must be all, or a list of at most ${MAX_ALTERNATIVES} coins on networks`,
)

export const currency = currencyCode.meta({
  description: "ISO 4217 code of the price's currency, such as EUR. Small letters are taken too",
  pattern: '^[A-Za-z]{3}$',
  examples: ['USD'],
})

const fields = z.strictObject({
  amount: price.meta({
    description:
      'The price in `currency`: positive, with its decimals in ISO 4217. A number, or a decimal as text such as 49.90',
    examples: [49.9],
  }),
  currency,
  cryptocurrency: coinName,
  network: networkName,
  merchantWallet: wallet.meta({ description: 'Address of the wallet that gets the money, on the network' }),
  alternatives: alternatives.optional().meta({
    description:
      'Other coins and networks that the payer may choose: at most 11, or all that are configured and have a wallet',
  }),
  redirectUrl: webUrl.optional().meta({
    description: 'The page to which the payer goes once the payment is completed. In production it must use https',
  }),
  webhookUrl: webUrl
    .optional()
    .meta({ description: "Your address that gets this payment's events, besides your webhooks" }),
  expiresIn: wholeNumber(1, MAX_EXPIRES_IN_S)
    .optional()
    .meta({ description: 'Seconds until the payment expires, at most 30 days. Default: 1800' }),
  metadata: metadata.optional().meta({
    description:
      'Your own data, returned unchanged: at most 50 keys, and 16 KiB as JSON. Its size counts towards the quota of the ' +
      'plan',
  }),
  ...orderFields,
  ...customerFields,
})

/** Input for creating a payment. */
export const paymentInput = checkTogether(
  checkTogether(fields, ['reference', 'supersedes', 'reuse'], checkOrder),
  ['currency', 'amount', 'lineItems'],
  (given, issues) => {
    checkDecimals(given, issues)
    checkItems(given, issues)
  },
)
export type ValidPaymentInput = z.output<typeof paymentInput>

/** The filters of the list. They combine. */
export const paymentFilter = z.strictObject({
  q: printableLine(MAX_SOUGHT)
    .optional()
    .meta({
      description:
        'A search by what people see: an id, reference, description, memo, hash, value of the metadata, address, ' +
        'amount, or a link that names one',
    }),
  status: z.enum(paymentStatuses).optional().meta({ description: 'Those with this status' }),
  network: networkName.optional().meta({ description: "The network of the method that the payment's own fields show" }),
  cryptocurrency: coinName
    .optional()
    .meta({ description: "The coin of the method that the payment's own fields show. Small letters are taken too" }),
  exception: z.enum(paymentExceptions).optional().meta({ description: 'Those with this exception' }),
  unresolved: z
    .enum(['late', 'underpaid'])
    .optional()
    .meta({ description: 'Ended payments with this exception, whose money was neither accepted nor sent back' }),
  reference: reference.optional().meta({ description: 'Your order number' }),
  paymentLink: z
    .string()
    .refine((text) => isId('pl', text), 'must be the id of a payment link, pl_...')
    .optional()
    .meta({ description: 'Id of the payment link whose page made them' }),
  settlement: z
    .string()
    .refine((text) => isId('set', text), 'must be the id of a settlement, set_...')
    .optional()
    .meta({ description: 'Id of the settlement that they are in' }),
  created_gte: time.optional().meta({ description: 'Created at or after this ISO 8601 time' }),
  created_lt: time.optional().meta({ description: 'Created before this ISO 8601 time' }),
})
export type ValidPaymentFilter = z.output<typeof paymentFilter>

export const paymentQuery = listQuery.extend({ ...paymentFilter.shape, qrCode })
export type ValidPaymentQuery = z.output<typeof paymentQuery>
