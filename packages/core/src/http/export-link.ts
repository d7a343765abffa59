/** Links to lists as CSV files, with the filters of the list. They open without keys: their signature grants access. */
import type { ReportLink } from '@crypto-checkout/api-types'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { createLinkSigner, isValidLink } from '../context/secrets/sign-link.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCsvLine } from '../domain/text.ts'
import { toIsoTime } from '../domain/time.ts'
import { parseQuery } from './exchange.ts'

const VALID_MS = 3_600_000
/** Rows that a file has at most. */
export const MAX_EXPORTED = 10_000
/** A file is made in memory. */
const MAX_CHARACTERS = 32 * 1_024 * 1_024

/** A file would be too large. It is refused, and not cut off. */
export class ExportTooLarge extends CheckoutError {
  constructor(problem: string) {
    super('invalid_parameter', `${problem}: give created_gte and created_lt.`, 'created_gte')
  }
}

/** Throws ExportTooLarge for more than 10,000 rows. `items`: what they are called. */
export function requireFew(rows: number, items: string): void {
  if (rows > MAX_EXPORTED) throw new ExportTooLarge(`There are more than ${MAX_EXPORTED} such ${items}`)
}

/** Throws ExportTooLarge for more than 32 MiB. */
export function requireShort(characters: number): void {
  if (characters > MAX_CHARACTERS) throw new ExportTooLarge('The file would be larger than 32 MiB')
}

type Owner = Pick<Caller, 'merchantId' | 'livemode'>
/** Times are in milliseconds. */
type Filter = Readonly<Record<string, string | number | undefined>>

/** A link that is valid for an hour. `file`: its name below `/reports`. */
export async function createExportLink(ctx: Context, owner: Owner, file: string, filter: Filter): Promise<ReportLink> {
  const expiresAt = ctx.now() + VALID_MS
  const name = `${file}?${formatQuery(owner, filter)}`
  const sign = await createLinkSigner(ctx, owner)
  const url = `${ctx.settings.publicUrl}/reports/${name}&${sign(name, expiresAt)}`
  return { object: 'report_link', url, expiresAt: toIsoTime(expiresAt) }
}

function formatQuery({ merchantId, livemode }: Owner, filter: Filter): string {
  const given = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'number' ? toIsoTime(value) : value]],
  )
  return new URLSearchParams({
    merchant: merchantId,
    livemode: String(livemode),
    ...Object.fromEntries(given),
  }).toString()
}

/** What a link shows, in one snapshot; null if it was not made here or has expired. */
export async function openExportLink<T>(
  ctx: Context,
  file: string,
  query: string,
  read: (ctx: Context, owner: Owner, filter: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T | null> {
  const { merchant = '', livemode, expires = '', signature = '', ...filter } = parseQuery(query)
  const owner = { merchantId: merchant, livemode: livemode === 'true' }
  const name = `${file}?${query.slice(0, query.lastIndexOf('&expires='))}`
  if (!(await isValidLink(ctx, owner, { name, expires, signature }))) return null
  return runOnSnapshot(ctx, (snapshot) => read(snapshot, owner, filter))
}

/** A file of CSV (RFC 4180). */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `${rows.map(formatCsvLine).join('\r\n')}\r\n`
}
