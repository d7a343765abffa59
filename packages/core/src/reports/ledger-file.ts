/** The ledger as a file: every column for a spreadsheet, or one coin as a statement that bookkeeping programs import. */
import { entryKinds, type ReportFile, toWallTime } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCents } from '../domain/money.ts'
import { disarmFormula } from '../domain/text.ts'
import { toIsoTime } from '../domain/time.ts'
import { displayAddress, pickEntryColumns } from '../entries/columns.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { createExportLink, type OpenedLink } from '../http/export-link.ts'
import { coinName, networkName, time } from '../http/fields.ts'
import { createSheet, type FileColumn, listNames, type Sheet, sheetLanguage } from '../http/sheet.ts'
import { findTimeZone, loadSettings } from '../merchants/settings.ts'
import { requireNetworkName } from '../networks/require-network.ts'
import { findSpan, spanQuery } from './span.ts'
import { countEntriesIn, type FileFilters, findFirstEntries, readEntries } from './store.ts'
import { writeWorkbook } from './workbook.ts'

/** Rows that are shown before the file is downloaded. */
const PREVIEWED = 5

const filters = z.strictObject({
  kind: z.enum(entryKinds).optional().meta({ description: 'Those of this kind' }),
  network: networkName.optional(),
  cryptocurrency: coinName.optional(),
  format: z
    .enum(['csv', 'xlsx', 'xero', 'quickbooks'])
    .optional()
    .meta({
      description:
        '`csv` and `xlsx`: every column, for a spreadsheet. `xero` and `quickbooks`: a bank statement of one coin, for ' +
        'which `cryptocurrency` is needed. Default: csv',
    }),
  language: sheetLanguage,
})

export const ledgerFileQuery = spanQuery.extend(filters.shape)
/** The filters of a link: times in place of days, and the zone of its dates. */
const linkFilter = filters.extend({ created_gte: time, created_lt: time, zone: z.string() })
type LinkFilter = z.output<typeof linkFilter>

/**
 * A link to the entries of a span, oldest first. Those booked later are not in the file. Throws what `findSpan` throws,
 * and `invalid_parameter` for a statement of more than one coin.
 */
export async function exportLedger(
  ctx: Context,
  caller: Caller,
  query: z.output<typeof ledgerFileQuery>,
): Promise<ReportFile> {
  const { kind, network, cryptocurrency, format = 'csv', language } = query
  if (isStatement(format) && cryptocurrency === undefined)
    throw new CheckoutError(
      'invalid_parameter',
      'A bank statement is of one coin: give cryptocurrency.',
      'cryptocurrency',
    )
  if (network !== undefined) requireNetworkName(ctx, toEnvironment(caller.livemode), network)
  const now = ctx.now()
  const { filter, rows, preview } = await runOnSnapshot(ctx, async ({ db }) => {
    const zone = findTimeZone((await loadSettings(db, caller)).settings)
    const { from, to } = findSpan(query, zone, now)
    const until = Math.max(from, Math.min(to, now + 1))
    const chosen = { kind, network, cryptocurrency, format, language, created_gte: from, created_lt: until, zone }
    const { names, toCells } = pickLayout(chosen)
    const first = await findFirstEntries(db, caller, toRowFilters(chosen), PREVIEWED)
    return {
      filter: chosen,
      rows: await countEntriesIn(db, caller, toRowFilters(chosen)),
      preview: [[...names], ...first.map((row) => [...toCells(row)])],
    }
  })
  const link = await createExportLink(
    { ...ctx, now: () => now },
    caller,
    format === 'xlsx' ? 'ledger.xlsx' : 'ledger.csv',
    filter,
  )
  return { object: 'report_file', url: link.url, rows, preview, expiresAt: link.expiresAt }
}

/** The rows of a file, oldest first. Entries never change, so a span that has ended gives the same file each time. */
export async function readLedgerFile(ctx: Context, { owner, filter }: OpenedLink): Promise<AsyncGenerator<string>> {
  const chosen = linkFilter.parse(filter)
  return writeFile(pickLayout(chosen), readEntries(ctx.db, owner, toRowFilters(chosen)))
}

/** The same as XLSX. */
export async function readLedgerWorkbook(
  ctx: Context,
  { owner, filter }: OpenedLink,
): Promise<AsyncGenerator<Uint8Array>> {
  const chosen = linkFilter.parse(filter)
  return writeWorkbook('Ledger', listLedgerColumns(chosen.zone), readEntries(ctx.db, owner, toRowFilters(chosen)))
}

async function* writeFile(layout: Layout, pages: AsyncGenerator<readonly EntryRow[]>): AsyncGenerator<string> {
  const { sheet, names, toCells } = layout
  yield sheet.mark + sheet.line(names)
  for await (const rows of pages) yield rows.map((row) => sheet.line(toCells(row))).join('')
}

function toRowFilters({ kind, network, cryptocurrency, created_gte, created_lt }: LinkFilter): FileFilters {
  return { kind, network, coin: cryptocurrency, from: created_gte, to: created_lt }
}

function isStatement(format: string | undefined): format is 'xero' | 'quickbooks' {
  return format === 'xero' || format === 'quickbooks'
}

type Layout = {
  readonly sheet: Sheet
  readonly names: readonly string[]
  readonly toCells: (row: EntryRow) => readonly string[]
}

function pickLayout({ format, language, zone }: LinkFilter): Layout {
  if (isStatement(format)) return layOutStatement(format, createClock(zone))
  const sheet = createSheet(language)
  const columns = listLedgerColumns(zone)
  // Text of a workbook needs no apostrophe.
  const toPlain = (row: EntryRow) => columns.map(([, read]) => read(row) ?? '')
  return {
    sheet,
    names: listNames(columns),
    toCells: format === 'xlsx' ? toPlain : (row) => sheet.show(columns, row),
  }
}

export function listLedgerColumns(zone: string): readonly FileColumn<EntryRow>[] {
  const clock = createClock(zone)
  const explain = createExplainer()
  return [
    ['date', (row) => clock(row.booked_at).slice(0, 10)],
    ['time', (row) => clock(row.booked_at).slice(11, 19)],
    ['time_zone', () => zone],
    ...pickEntryColumns('kind', 'amount', 'cryptocurrency', 'network', 'fiat_amount', 'currency', 'rate', 'reference'),
    ...pickEntryColumns('payment', 'refund', 'settlement', 'transfer', 'account', 'counterparty', 'amount_arrived'),
    ...pickEntryColumns('coin_fee', 'raw_amount', 'transaction', 'chain_time', 'booked_at', 'corrects'),
    ['unknown', ({ unknown }) => explain(unknown)],
    ...pickEntryColumns('id'),
  ]
}

/** Writes the reasons of an entry as `fiatAmount: unattributed`. There are few, so each is written once. */
function createExplainer(): (unknown: string) => string {
  const known = new Map<string, string>()
  return (unknown) => {
    const before = known.get(unknown)
    if (before !== undefined) return before
    const reasons = Object.entries(JSON.parse(unknown)).map(([field, reason]) => `${field}: ${reason}`)
    const text = reasons.join(', ')
    known.set(unknown, text)
    return text
  }
}

/** Amounts of a statement have two decimals. Sums are rounded, not amounts, so the statement adds up to a cent. */
function layOutStatement(format: 'xero' | 'quickbooks', clock: Clock): Layout {
  const round = createRounder()
  const isXero = format === 'xero'
  return {
    sheet: createSheet(),
    names: isXero ? ['Date', 'Amount', 'Payee', 'Description', 'Reference'] : ['Date', 'Description', 'Amount'],
    toCells(row) {
      const date = clock(row.booked_at).slice(0, 10)
      const amount = round(row.amount ?? 0n)
      const about = [row.kind, row.network, row.refund_id ?? row.payment_id ?? row.settlement_id]
        .filter(Boolean)
        .join(' ')
      if (!isXero) return [date, disarmFormula(row.reference === null ? about : `${about} ${row.reference}`), amount]
      const payee = row.counterparty === null ? '' : displayAddress(row, row.counterparty)
      return [date, amount, payee, about, disarmFormula(row.reference ?? row.tx_hash ?? '')]
    },
  }
}

const MILLIONTHS_PER_CENT = 10_000n

/** Rounds the running sum, half up, and returns what each amount adds to it. */
function createRounder(): (amount: bigint) => string {
  let sum = 0n
  let rounded = 0n
  return (amount) => {
    sum += amount
    const next = divideFloor(sum + MILLIONTHS_PER_CENT / 2n, MILLIONTHS_PER_CENT)
    const cents = next - rounded
    rounded = next
    return formatCents(cents, 'USD')
  }
}

function divideFloor(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}

/** The time that the clocks of a zone show, as ISO 8601 text whose `Z` means nothing. */
type Clock = (time: number) => string

const QUARTER_MS = 900_000

/** Clocks change at whole quarter hours, so the offset is looked up once for each. */
function createClock(zone: string): Clock {
  let quarter = Number.NaN
  let offset = 0
  return (time) => {
    const own = Math.floor(time / QUARTER_MS)
    if (own !== quarter) {
      quarter = own
      offset = toWallTime(zone, time) - time
    }
    return toIsoTime(time + offset)
  }
}
