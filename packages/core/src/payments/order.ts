/** The order of a payment: as it is given, stored and shown. */

import type { Payment } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { isId } from '../domain/id.ts'
import { findDecimalsProblem, formatCents, isInRange, MAX_FIAT, sumLineItems, toSignedCents } from '../domain/money.ts'
import { fiatAmount, printableLine, webUrl, wholeNumber } from '../http/fields.ts'
import type { PaymentRow } from './store.ts'

const MAX_DESCRIPTION = 500
const MAX_REFERENCE = 100
const MAX_ITEMS = 50
const MAX_ITEM_NAME = 200
const MAX_QUANTITY = 1_000_000
const MAX_ITEMS_BYTES = 16 * 1_024

export const lineItem = z.strictObject({
  name: printableLine(MAX_ITEM_NAME).meta({
    description: 'The thing that is bought, for the payer to see. At most 200 characters',
  }),
  quantity: wholeNumber(1, MAX_QUANTITY).meta({ description: 'The number of these things, 1 to 1,000,000' }),
  unitAmount: fiatAmount(isInRange, `must be at most ${MAX_FIAT}, with the decimals of its currency`).meta({
    description: "The price of one in the payment's currency, with its decimals. Negative for a discount",
    examples: [12.5],
  }),
  imageUrl: webUrl.nullish().meta({ description: 'Address of a picture of it, with http or https' }),
})

export const reference = printableLine(MAX_REFERENCE)

/** The fields that say what a payment is for. */
export const orderFields = {
  description: printableLine(MAX_DESCRIPTION)
    .optional()
    .meta({ description: 'The subject of the payment, for the payer to see. One line of at most 500 characters' }),
  reference: reference
    .optional()
    .meta({ description: 'Your order number, for the payer to see. At most 100 characters' }),
  lineItems: z
    .array(lineItem)
    .max(MAX_ITEMS)
    .refine((items) => Buffer.byteLength(JSON.stringify(items)) <= MAX_ITEMS_BYTES, 'must be at most 16 KiB as JSON')
    .optional()
    .meta({
      description: 'The things that are bought: at most 50 lines, and 16 KiB as JSON. Their sum is the amount, exactly',
    }),
  cancelUrl: webUrl.optional().meta({
    description:
      'The page to which a payer goes who does not pay, before the end and after it. In production it must use https',
  }),
  supersedes: z
    .string()
    .refine((text) => isId('pay', text), 'must be the id of a payment, pay_...')
    .optional()
    .meta({
      description:
        'Id of a payment with the same `reference` and the status `created`. It is cancelled, and its page leads to the new one',
    }),
  reuse: z
    .boolean()
    .optional()
    .meta({
      description:
        'True: the open payment made with `reuse` for the same `reference`, `amount` and `currency` is the answer, ' +
        'whatever else is asked for. A new one is made if a wallet of it has left the settings',
    }),
}

type OfOrder = Pick<OrderInput, 'reference' | 'supersedes' | 'reuse'>

/** A payment that takes another one's place, or is asked for again, is known by its order. */
export function checkOrder({ reference, supersedes, reuse }: OfOrder, issues: z.core.$RefinementCtx): void {
  if (reference !== undefined || (supersedes === undefined && !reuse)) return
  const message = `is required with ${reuse ? 'reuse' : 'supersedes'}`
  issues.addIssue({ code: 'custom', path: ['reference'], message, input: reference })
}

type Priced = {
  readonly currency: string
  readonly amount?: number | undefined
  readonly lineItems?: readonly z.output<typeof lineItem>[] | undefined
}

const priceNames = ['amount', 'minimum', 'maximum', 'preset'] as const

type InCurrency = Pick<Priced, 'lineItems' | 'currency'> & {
  readonly [Name in (typeof priceNames)[number]]?: number | undefined
}

/** Prices have the decimals of their currency at most. */
export function checkDecimals(given: InCurrency, issues: z.core.$RefinementCtx): void {
  const check = (amount: number | undefined, path: (string | number)[]) => {
    const message = amount ? findDecimalsProblem(amount, given.currency) : null
    if (message !== null) issues.addIssue({ code: 'custom', path, message, input: amount })
  }
  for (const name of priceNames) check(given[name], [name])
  for (const [index, item] of given.lineItems?.entries() ?? [])
    check(item.unitAmount, ['lineItems', index, 'unitAmount'])
}

/** Checks that the items have the price that is asked for, if all decimals are right. */
export function checkItems({ currency, amount, lineItems = [] }: Priced, issues: z.core.$RefinementCtx): void {
  if (lineItems.length === 0 || amount === undefined) return
  const [cents, sum] = [toSignedCents(amount, currency), sumLineItems(lineItems, currency)]
  if (cents === null || sum === null || sum === BigInt(cents)) return
  const [asked, found] = [formatCents(cents, currency), formatCents(sum, currency)]
  const message = `must add up to the amount, ${asked}: their sum is ${found}`
  issues.addIssue({ code: 'custom', path: ['lineItems'], message, input: lineItems })
}

type OrderRow = Pick<
  PaymentRow,
  'description' | 'reference' | 'line_items' | 'cancel_url' | 'supersedes' | 'superseded_by'
>
type Order = Pick<Payment, 'description' | 'reference' | 'lineItems' | 'cancelUrl' | 'supersedes' | 'supersededBy'>

type OrderInput = z.output<z.ZodObject<typeof orderFields>>

/** The order of a payment, as it is stored. */
export function toOrderColumns(input: OrderInput) {
  const { description = null, reference = null, lineItems = [], cancelUrl = null, supersedes = null, reuse } = input
  const items = lineItems.map((item) => ({ ...item, imageUrl: item.imageUrl ?? null }))
  return {
    description,
    reference,
    cancel_url: cancelUrl,
    supersedes,
    // Left out, because another column costs each insert.
    ...(reuse && { reuse: 1 as const }),
    line_items: items.length === 0 ? null : JSON.stringify(items),
  }
}

/** The order of a payment, as the API shows it. */
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
