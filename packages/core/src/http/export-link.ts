/** Links to lists as files, with the filters of the list. They open without keys: their signature grants access. */

import { setImmediate } from 'node:timers/promises'
import type { ReportLink } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { createLinkSigner, isValidLink } from '../context/secrets/sign-link.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { toIsoTime } from '../domain/time.ts'
import { parseQuery } from './exchange.ts'
import { createSheet, type FileColumn, listNames } from './sheet.ts'

const VALID_MS = 3_600_000
/** A page of rows has about this many characters. Other requests wait for it. */
const PAGE_LENGTH = 65_536
const FIRST_ROWS = 10
const MAX_ROWS = 200
/** Rows that a file has at most. */
const MAX_EXPORTED = 10_000

/** The types of files, by the ends of their names. */
export const FILE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

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

/** The purpose of a link. */
export type OpenedLink = { readonly owner: Owner; readonly filter: Readonly<Record<string, string>> }

/** Reads a link; null if it was not made here or has expired. What stands behind the signed part counts for nothing. */
export async function openExportLink(ctx: Context, file: string, query: string): Promise<OpenedLink | null> {
  const end = query.lastIndexOf('&expires=')
  const signed = query.slice(0, end)
  const { merchant = '', livemode, ...filter } = parseQuery(signed)
  const { expires = '', signature = '' } = parseQuery(query.slice(end))
  const owner = { merchantId: merchant, livemode: livemode === 'true' }
  return (await isValidLink(ctx, owner, { name: `${file}?${signed}`, expires, signature })) ? { owner, filter } : null
}

/** Yields the rows of a list as CSV, page by page. `readPage`: the rows after one of them, null for the first. */
export async function* writeCsv<RowType>(
  columns: readonly FileColumn<RowType>[],
  readPage: (last: RowType | null, limit: number) => Promise<readonly RowType[]>,
): AsyncGenerator<string, void> {
  const sheet = createSheet()
  yield sheet.line(listNames(columns))
  let last: RowType | null = null
  let limit = FIRST_ROWS
  for (;;) {
    const rows: readonly RowType[] = await readPage(last, limit)
    if (rows.length === 0) return
    const text = rows.map((row) => sheet.line(sheet.show(columns, row))).join('')
    yield text
    if (rows.length < limit) return
    last = rows.at(-1) ?? null
    limit = Math.max(1, Math.min(MAX_ROWS, Math.floor((PAGE_LENGTH * rows.length) / text.length)))
    // A client that takes all at once and a database in this process would leave no time to anybody else.
    await setImmediate()
  }
}
