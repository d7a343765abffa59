/** Fields that requests for several resources have, rules for their URLs, and the pages of lists. */

import { isExactNumber, type List } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { coins } from '../domain/catalog/coins.ts'
import { MAX_NETWORK_NAME, networkNames } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { isPrice, MAX_FIAT } from '../domain/money.ts'
import { parseTime } from '../domain/time.ts'

/** Integers are text in a query and numbers in process. */
const limit = z.preprocess(
  (value) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value),
  z.int().min(1).max(100),
)

/** A parameter of lists that hold payments. A boolean is text in a query. */
export const qrCode = z
  .preprocess((value) => (value === 'true' || value === 'false' ? value === 'true' : value), z.boolean())
  .optional()
  .meta({
    type: 'boolean',
    description: 'False leaves the `qrCode` of each payment empty, which saves a third of the bytes. Default: true',
  })

/** The parameters of every list. */
export const listQuery = z.strictObject({
  limit: limit.optional().meta({
    type: 'integer',
    minimum: 1,
    maximum: 100,
    description: 'The number of items on a page, 1 to 100. Default: 10',
  }),
  starting_after: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Id of the last item that you have seen: the page begins after it' }),
})

/** An ISO 8601 date or time with its zone, as milliseconds. */
export const time = z.string().transform((text, issues) => {
  const ms = parseTime(text)
  if (ms === null) issues.addIssue('must be an ISO 8601 time such as 2026-11-21T10:00:00Z')
  return ms ?? 0
})

const NO_AMOUNT = 'must be a number, or a decimal as text such as "49.90"'
/** Databases and other languages hand over decimals as text, often with zeros at the end. */
const DECIMAL = /^-?\d{1,9}(?:\.\d{1,10})?$/

/** An amount of a currency: a number, or a decimal as text. `isValid` sees the number. */
export function fiatAmount(isValid: (amount: number) => boolean, rule: string) {
  return z.union([z.number(), z.string().regex(DECIMAL, NO_AMOUNT)], NO_AMOUNT).transform((given, issues) => {
    // A number that is valid is exact: it has few digits.
    const amount = typeof given === 'number' || isExactNumber(given) ? Number(given) : Number.NaN
    if (!isValid(amount)) issues.addIssue(rule)
    return amount
  })
}

/** A positive amount of a currency, whose decimals are checked where the currency is known. */
export const price = fiatAmount(
  isPrice,
  `must be positive, at most ${MAX_FIAT}, with the decimals of its currency`,
).meta({
  exclusiveMinimum: 0,
  maximum: MAX_FIAT,
})

const NO_WHOLE_NUMBER = 'must be a whole number'
const DIGITS = /^-?\d{1,15}$/

/** A whole number in a body, or its digits as text: forms and other languages hand it over so. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .union([z.number(), z.string().regex(DIGITS, NO_WHOLE_NUMBER)], NO_WHOLE_NUMBER)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({
      anyOf: [
        { type: 'integer', minimum, maximum },
        { type: 'string', pattern: DIGITS.source },
      ],
    })
}

const MAX_URL = 2_048

/** Absolute http or https, without credentials. Stored unchanged. */
export const webUrl = z
  .string()
  .max(MAX_URL)
  .refine(isWebUrl, 'must be an absolute http or https URL without credentials')

function isWebUrl(text: string): boolean {
  // The parser accepts white space, missing slashes and backslashes, which other parsers read differently. Terminals
  // execute control characters.
  if (!/^https?:\/\/[^\s\\@/?#\p{Cc}]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu.test(text)) return false
  const url = URL.parse(text)
  return url !== null && url.username === '' && url.password === ''
}

/**
 * Controls, line breaks, marks that turn the direction of the text around them, and halves of characters. No database
 * and no page shows them as they are.
 */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Text that is shown to people, on one line. Stored unchanged. */
export function printableLine(max: number) {
  return z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine((text) => !UNSHOWABLE.test(text), 'must not have line breaks or other control characters')
}

/** ASCII only: other letters can become longer, or different ones, in upper case. */
export const upperCased = z.string().transform((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()))

/** A currency. Only verbs know which ones have a rate. */
export const currencyCode = upperCased.pipe(z.string().regex(/^[A-Z]{3}$/, 'must be a three-letter ISO 4217 code'))

/** The name of a coin. */
export const coinName = upperCased
  .pipe(z.enum(coins))
  .meta({ enum: [...coins], description: 'The coin. Small letters are taken too' })

export const NETWORK_NAME = `${networkNames.join(', ')}, or the operator's name of another EVM network`

/** The key of a network. Only verbs know which networks are configured. Their names have small letters only. */
export const networkKey = z
  .string()
  .max(MAX_NETWORK_NAME)
  .transform((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))

/** The name of a network. */
export const networkName = networkKey.meta({ description: `The network: ${NETWORK_NAME}. Capitals are taken too` })

/**
 * Adds a check of several fields. It runs only if each of them passed its own check, and gets no others: a field that failed
 * may have any type.
 */
export function checkTogether<Schema extends z.ZodObject, const Name extends keyof z.output<Schema>>(
  schema: Schema,
  names: readonly Name[],
  check: (fields: Pick<z.output<Schema>, Name>, issues: z.core.$RefinementCtx) => void,
): Schema {
  return schema.superRefine((fields, issues) => {
    const failed = issues.issues.some(({ path }) => names.some((name) => name === path?.[0]))
    if (!failed) check(fields, issues)
  })
}

export const noInput = z.strictObject({})

/**
 * Throws `invalid_parameter` for a URL that may not get events. The addresses of its name are checked when something is
 * sent.
 */
export function requireReachable(ctx: Context, caller: Caller, url: string, param = 'url'): void {
  const problem = ctx.webhookUrlProblem(caller.livemode, url)
  if (problem) throw new CheckoutError('invalid_parameter', `${param} ${problem}.`, param)
}

/** Throws `invalid_parameter` for a page in production, by the name of its field, to which payers would go without TLS. */
export function requireSecurePages(
  { livemode }: Pick<Caller, 'livemode'>,
  pages: Readonly<Record<string, string | null | undefined>>,
): void {
  for (const [name, url] of Object.entries(pages)) {
    if (livemode && url && !/^https:/i.test(url))
      throw new CheckoutError('invalid_parameter', `${name} must use https in production.`, name)
  }
}

const DEFAULT_PAGE = 10

export type PageQuery = { readonly limit?: number | undefined; readonly starting_after?: string | undefined }

/** Rows that are listed, newest first, and their number. */
export type Selection<Row, Cursor> = {
  list(after: Cursor | null, limit: number): Promise<readonly Row[]>
  count(): Promise<number>
}

type Listed<Row, Cursor, Item> = Selection<Row, Cursor> & {
  /** An item, as a refusal names it. */
  readonly noun: string
  /** The item with an id, for a page that begins after it. */
  find(id: string): Promise<Cursor | null | undefined>
  /** Shows the rows of a page. */
  view(rows: readonly Row[]): Item[] | Promise<Item[]>
}

/** Reads the page that a query asks for. Throws `invalid_cursor`. */
export async function readPage<Row, Cursor, Item>(
  { limit = DEFAULT_PAGE, starting_after }: PageQuery,
  { noun, find, list, count, view }: Listed<Row, Cursor, Item>,
): Promise<List<Item>> {
  const after = starting_after === undefined ? null : ((await find(starting_after)) ?? null)
  if (starting_after !== undefined && after === null)
    throw new CheckoutError('invalid_cursor', `There is no such ${noun} to start after.`, 'starting_after')
  // The extra row shows that there are more.
  const rows = await list(after, limit + 1)
  const data = await view(rows.slice(0, limit))
  return { object: 'list', data, hasMore: rows.length > limit, totalCount: await count() }
}

/** A list that has one page. */
export function toList<Item>(data: Item[]): List<Item> {
  return { object: 'list', data, hasMore: false, totalCount: data.length }
}
