/** Fields that many answers have. Each says what it means, and its unit. */
import { listKeys } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { coins } from '../../domain/catalog/coins.ts'
import { NETWORK_NAME } from '../fields.ts'

const time = z.iso.datetime({ precision: 3 })
const decimal = z.stringFormat('amount', /^\d+\.\d{6}$/)

/** The field `object`, which names the kind of an object. */
export function kind<const Kind extends string>(name: Kind) {
  return z.literal(name).meta({ description: 'The kind of object' })
}

export function text(description: string) {
  return z.string().meta({ description })
}

export function textOrNull(description: string) {
  return z.string().nullable().meta({ description })
}

/** A whole number. */
export function count(description: string) {
  return z.int().meta({ description })
}

export function flag(description: string) {
  return z.boolean().meta({ description })
}

type Around = { readonly before?: string; readonly after?: string }

/** One of some values, each with its meaning. */
export function choice<const Value extends string>(meanings: Readonly<Record<Value, string>>, around: Around = {}) {
  return listValues(meanings).meta({ description: explainValues(meanings, around) })
}

export function choiceOrNull<const Value extends string>(meanings: Readonly<Record<Value, string>>, around: Around) {
  return listValues(meanings)
    .nullable()
    .meta({ description: explainValues(meanings, around) })
}

function listValues<Value extends string>(meanings: Readonly<Record<Value, string>>) {
  return z.enum(listKeys(meanings))
}

function explainValues(meanings: Readonly<Record<string, string>>, { before, after }: Around): string {
  const sentences = Object.entries(meanings).map(([value, meaning]) => `\`${value}\`: ${meaning}`)
  return [before, ...sentences, after].filter((one) => one !== undefined).join('. ')
}

/** A price as a number that is printed with the decimals of its currency, two at least. `unit`: whose currency it is in. */
export function money(description: string, unit = 'in `currency`') {
  return z.number().meta({ description: `${description}, ${unit} with its decimals, two at least` })
}

/** A price that may be missing. `without`: what it means then. */
export function moneyOrNull(description: string, without: string) {
  return z
    .number()
    .nullable()
    .meta({ description: `${description}, in \`currency\` with its decimals, two at least. ${without}` })
}

const inCoins = 'In whole coins, as a decimal string with six fractional digits'

/** The same with a sign if money left. */
export function signedCoinAmount(description: string) {
  return z.stringFormat('signed amount', /^-?\d+\.\d{6}$/).meta({ description: `${description}. ${inCoins}` })
}

export function coinAmount(description: string) {
  return decimal.meta({ description: `${description}. ${inCoins}` })
}

export function coinAmountOrNull(description: string) {
  return decimal.nullable().meta({ description: `${description}. ${inCoins}` })
}

const inUtc = 'ISO 8601, in UTC with milliseconds'

export function moment(description: string) {
  return time.meta({ description: `${description}. ${inUtc}` })
}

export function momentOrNull(description: string) {
  return time.nullable().meta({ description: `${description}. ${inUtc}` })
}

export const livemode = flag('True in production, false in the sandbox')
export const createdAt = moment('The time of its creation')
export const networkName = text(`The network: ${NETWORK_NAME}`)
export const cryptocurrency = z.enum(coins).meta({ description: 'The coin' })
export const metadata = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Your own data, returned as you sent it. Escape it before you show it' })

/** The recognition of a payment by its transfer. */
export const recognition = z.enum(['amount', 'memo', 'address'])

/** A page of a list, the newest items first. */
export function describeList<Item extends z.ZodType>(item: Item) {
  return z
    .strictObject({
      object: kind('list'),
      data: z.array(item).meta({ description: 'The items of this page' }),
      hasMore: flag('True if there are more after this page. Go on with `starting_after` and the id of the last item'),
      totalCount: count('The number of items that match, on all pages'),
    })
    .meta({ description: 'A page of a list' })
}

/** The answer to a DELETE. */
export function describeDeleted<Kind extends string>(name: Kind) {
  return z
    .strictObject({
      id: text('The id of the deleted object'),
      object: kind(name),
      deleted: z.literal(true).meta({ description: 'Always true' }),
    })
    .meta({ description: 'The answer to a DELETE' })
}

/** The receipt of what is completed. */
export function receiptFields(what: 'payment' | 'refund') {
  return {
    receipt: textOrNull(
      `The signed receipt, a compact JWS (RFC 7515) of typ ${what}-receipt+jwt. Null until the ${what} is completed`,
    ),
    receiptUrl: textOrNull("The receipt's page, for mails to the payer. Null without a receipt"),
  }
}
