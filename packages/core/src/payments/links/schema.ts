import { z } from 'zod'
import {
  checkTogether,
  coinName,
  listQuery,
  networkName,
  price,
  printableLine,
  webUrl,
  wholeNumber,
} from '../../http/fields.ts'
import { checkDecimals, checkItems, orderFields } from '../order.ts'
import { alternatives, currency, metadata, wallet } from '../schema.ts'

const MAX_TITLE = 200
const MAX_LIMIT = 1_000_000_000
/** Five years. */
const MAX_EXPIRES_IN_S = 157_680_000

const title = printableLine(MAX_TITLE).meta({
  description: 'The subject of its payments, for the payer to see. One line of at most 200 characters',
})
const limit = wholeNumber(1, MAX_LIMIT)

const fields = z.strictObject({
  title,
  amount: price
    .optional()
    .meta({ description: 'The price of each payment, in `currency`. Without it the payer enters an amount' }),
  minimum: price
    .optional()
    .meta({ description: 'The least that the payer may enter, in `currency`. Required without an amount' }),
  maximum: price.optional().meta({ description: 'The most that the payer may enter, in `currency`' }),
  preset: price.optional().meta({ description: "The amount that the payer's field contains at first, in `currency`" }),
  currency,
  description: orderFields.description.meta({
    description:
      'More about it, for the payer to see. One line of at most 500 characters. Without it, payments have the title',
  }),
  lineItems: orderFields.lineItems,
  cryptocurrency: coinName,
  network: networkName,
  merchantWallet: wallet.meta({ description: 'Address of the wallet that gets the money, on the network' }),
  alternatives: alternatives.optional().meta({
    description: 'Other coins and networks that the payer may choose, as those of a payment',
  }),
  limit: limit.optional().meta({
    description:
      'The number of its payments that may be open or paid. One that ends unpaid gives its place back. Default: without a limit',
  }),
  expiresIn: wholeNumber(1, MAX_EXPIRES_IN_S)
    .optional()
    .meta({ description: 'Seconds until the link expires, at most five years. Default: never' }),
  redirectUrl: webUrl.optional().meta({
    description: 'The page to which the payer goes once a payment is completed. In production it must use https',
  }),
  metadata: metadata.optional().meta({ description: 'Your own data. Each payment of the link gets it too' }),
})
type Fields = z.output<typeof fields>

const whole = checkTogether(fields, ['currency', 'amount', 'minimum', 'maximum', 'preset', 'lineItems'], checkDecimals)

/** Input for creating a link. */
export const linkInput = checkTogether(
  checkTogether(whole, ['amount', 'minimum', 'maximum', 'preset', 'lineItems'], (prices, issues) => {
    for (const [path, message] of listProblems(prices)) {
      issues.addIssue({ code: 'custom', path: [path], message, input: prices[path] })
    }
  }),
  ['currency', 'amount', 'lineItems'],
  checkItems,
)
export type ValidLinkInput = Fields

type Prices = Pick<Fields, 'amount' | 'minimum' | 'maximum' | 'preset' | 'lineItems'>

/** Lists contradictions between the amounts. */
function listProblems({ amount, minimum, maximum, preset, lineItems }: Prices): [keyof Prices, string][] {
  const bounds = { minimum, maximum, preset }
  if (amount !== undefined) {
    const given = (['minimum', 'maximum', 'preset'] as const).filter((name) => bounds[name] !== undefined)
    return given.map((name) => [name, 'is for links without an amount'])
  }
  if (minimum === undefined) return [['amount', 'is required, or a minimum']]
  const most = maximum ?? Number.POSITIVE_INFINITY
  const problems: [keyof Prices, string | false][] = [
    ['maximum', most < minimum && 'must be at least the minimum'],
    ['preset', preset !== undefined && (preset < minimum || preset > most) && 'must be within the limits'],
    ['lineItems', lineItems !== undefined && 'is for links with an amount'],
  ]
  return problems.flatMap(([name, message]) => (message ? [[name, message]] : []))
}

/** Changes of a link. */
export const linkChanges = z.strictObject({
  active: z.boolean().optional().meta({ description: 'True if the link is on' }),
  title: title.optional(),
  limit: limit
    .nullable()
    .optional()
    .meta({
      type: ['integer', 'null'],
      minimum: 1,
      description: 'The number of its payments that may be open or paid. Null: without a limit',
    }),
})
export type ValidLinkChanges = z.output<typeof linkChanges>

export const linkQuery = listQuery
export type ValidLinkQuery = z.output<typeof linkQuery>
