/** The ledger as a file: every column for a spreadsheet, or one coin as a statement that bookkeeping programs import. */
import { entryKinds, type ReportFile, toWallTime } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { formatCents, formatSignedAmount } from '../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { formatEntryId } from '../entries/list.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { createExportLink, type OpenedLink, openExportLink } from '../http/export-link.ts'
import { coinName, networkName, time } from '../http/fields.ts'
import { findTimeZone, loadSettings } from '../merchants/settings.ts'
import { requireNetworkName } from '../networks/require-network.ts'
import { createSheet, type Sheet, sheetLanguage } from './sheet.ts'
import { findSpan, spanQuery } from './span.ts'
import { countEntriesIn, type FileFilters, readEntries } from './store.ts'

const FILE = 'ledger.csv'

const filters = z.strictObject({
  kind: z.enum(entryKinds).optional().meta({ description: 'Those of this kind' }),
  network: networkName.optional(),
  cryptocurrency: coinName.optional(),
  format: z
    .enum(['csv', 'xero', 'quickbooks'])
    .optional()
    .meta({
      description:
        '`csv`: every column, for a spreadsheet. `xero` and `quickbooks`: a bank statement of one coin, for which ' +
        '`cryptocurrency` is needed. Default: csv',
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
  if (format !== 'csv' && cryptocurrency === undefined)
    throw new CheckoutError(
      'invalid_parameter',
      'A bank statement is of one coin: give cryptocurrency.',
      'cryptocurrency',
    )
  if (network !== undefined) requireNetworkName(ctx, toEnvironment(caller.livemode), network)
  const now = ctx.now()
  const { filter, rows } = await runOnSnapshot(ctx, async ({ db }) => {
    const zone = findTimeZone((await loadSettings(db, caller)).settings)
    const { from, to } = findSpan(query, zone, now)
    const until = Math.max(from, Math.min(to, now + 1))
    const chosen = { kind, network, cryptocurrency, format, language, created_gte: from, created_lt: until, zone }
    return { filter: chosen, rows: await countEntriesIn(db, caller, toRowFilters(chosen)) }
  })
  const link = await createExportLink({ ...ctx, now: () => now }, caller, FILE, filter)
  return { object: 'report_file', url: link.url, rows, expiresAt: link.expiresAt }
}

/** Reads a link to a file of entries; null if it was not made here or has expired. */
export function openLedgerLink(ctx: Context, query: string): Promise<OpenedLink | null> {
  return openExportLink(ctx, FILE, query)
}

/** The rows of a file, oldest first. Entries never change, so a span that has ended gives the same file each time. */
export async function readLedgerFile(ctx: Context, { owner, filter }: OpenedLink): Promise<AsyncGenerator<string>> {
  const chosen = linkFilter.parse(filter)
  const network = (name: string) => ctx.network(toEnvironment(owner.livemode), name)
  const display: Display = (name, address) => network(name)?.chain.addresses.display(address) ?? address
  const clock = createClock(chosen.zone)
  const { names, toLine } = pickLayout(chosen, clock, display)
  return writeFile(readEntries(ctx.db, owner, toRowFilters(chosen)), names, toLine)
}

async function* writeFile(
  pages: AsyncGenerator<readonly EntryRow[]>,
  names: string,
  toLine: (row: EntryRow) => string,
): AsyncGenerator<string> {
  yield names
  for await (const rows of pages) yield rows.map(toLine).join('')
}

function toRowFilters({ kind, network, cryptocurrency, created_gte, created_lt }: LinkFilter): FileFilters {
  return { kind, network, coin: cryptocurrency, from: created_gte, to: created_lt }
}

type Display = (network: string, address: string) => string
type Layout = { readonly names: string; readonly toLine: (row: EntryRow) => string }

function pickLayout({ format, language, zone }: LinkFilter, clock: Clock, display: Display): Layout {
  if (format === 'xero' || format === 'quickbooks') return layOutStatement(format, clock, display)
  const sheet = createSheet(language)
  const columns = listColumns(sheet, { clock, display, zone: sheet.text(zone) })
  return {
    names: sheet.mark + sheet.line(columns.map(([name]) => name)),
    toLine: (row) => sheet.line(columns.map(([, write]) => write(row))),
  }
}

type Column = readonly [name: string, write: (row: EntryRow) => string]

/** Every column. Ids, hashes, addresses and names of this program need no escaping. */
function listColumns(
  sheet: Sheet,
  { clock, display, zone }: { readonly clock: Clock; readonly display: Display; readonly zone: string },
): readonly Column[] {
  const number = (text: string | null) => (text === null ? '' : sheet.number(text))
  const explain = createExplainer(sheet)
  return [
    ['date', (row) => clock(row.booked_at).slice(0, 10)],
    ['time', (row) => clock(row.booked_at).slice(11, 19)],
    ['time_zone', () => zone],
    ['kind', ({ kind }) => kind],
    ['amount', ({ amount }) => number(formatSignedAmount(amount))],
    ['cryptocurrency', ({ coin }) => coin ?? ''],
    ['network', ({ network }) => network],
    [
      'fiat_amount',
      ({ fiat_amount: cents, currency }) => number(cents === null ? null : formatCents(cents, currency ?? '')),
    ],
    ['currency', ({ currency }) => currency ?? ''],
    ['rate', ({ rate }) => number(rate)],
    ['reference', ({ reference }) => sheet.text(reference ?? '')],
    ['payment', (row) => row.payment_id ?? ''],
    ['refund', (row) => row.refund_id ?? ''],
    ['settlement', (row) => row.settlement_id ?? ''],
    ['transfer', (row) => row.transfer_id ?? ''],
    ['account', (row) => display(row.network, row.account)],
    ['counterparty', (row) => (row.counterparty === null ? '' : display(row.network, row.counterparty))],
    ['amount_arrived', ({ arrived }) => number(formatSignedAmount(arrived))],
    ['coin_fee', ({ coin_fee: fee }) => number(formatSignedAmount(fee))],
    ['raw_amount', ({ raw_amount: raw }) => (raw === null ? '' : String(raw))],
    ['transaction', (row) => row.tx_hash ?? ''],
    ['chain_time', (row) => toIsoTimeOrNull(row.chain_time) ?? ''],
    ['booked_at', (row) => toIsoTime(row.booked_at)],
    [
      'corrects',
      ({ corrects_sequence: at, corrects_ordinal: place }) =>
        at === null || place === null ? '' : formatEntryId(at, place),
    ],
    ['unknown', (row) => explain(row.unknown)],
    ['id', ({ sequence, ordinal }) => formatEntryId(sequence, ordinal)],
  ]
}

/** Writes the reasons of an entry as `fiatAmount: unattributed`. There are few, so each is written once. */
function createExplainer(sheet: Sheet): (unknown: string) => string {
  const known = new Map<string, string>()
  return (unknown) => {
    const before = known.get(unknown)
    if (before !== undefined) return before
    const reasons = Object.entries(JSON.parse(unknown)).map(([field, reason]) => `${field}: ${reason}`)
    const text = sheet.text(reasons.join(', '))
    known.set(unknown, text)
    return text
  }
}

/** Amounts of a statement have two decimals. Sums are rounded, not amounts, so the statement adds up to a cent. */
function layOutStatement(format: 'xero' | 'quickbooks', clock: Clock, display: Display): Layout {
  const sheet = createSheet(undefined)
  const round = createRounder()
  const isXero = format === 'xero'
  return {
    names: sheet.line(
      isXero ? ['Date', 'Amount', 'Payee', 'Description', 'Reference'] : ['Date', 'Description', 'Amount'],
    ),
    toLine(row) {
      const date = clock(row.booked_at).slice(0, 10)
      const amount = round(row.amount ?? 0n)
      const about = [row.kind, row.network, row.refund_id ?? row.payment_id ?? row.settlement_id]
        .filter(Boolean)
        .join(' ')
      const reference = sheet.text(row.reference ?? row.tx_hash ?? '')
      const payee = row.counterparty === null ? '' : display(row.network, row.counterparty)
      const description = sheet.text(isXero || row.reference === null ? about : `${about} ${row.reference}`)
      return sheet.line(isXero ? [date, amount, payee, description, reference] : [date, description, amount])
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
