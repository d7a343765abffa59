import type { ReportLink, ReportSummary } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import { createExportLink, type OpenedLink } from '../http/export-link.ts'
import { createSheet, type FileColumn, type Sheet, sheetLanguage } from '../http/sheet.ts'
import { findTimeZone, loadSettings } from '../merchants/settings.ts'
import { findSpan, spanQuery } from './span.ts'
import { summarise } from './summary.ts'

const FILE = 'summary.csv'

export const summaryFileQuery = spanQuery.extend({ language: sheetLanguage })

/** A link to the summary of a span as CSV. Throws what `findSpan` throws. */
export async function exportSummary(
  ctx: Context,
  caller: Caller,
  query: z.output<typeof summaryFileQuery>,
): Promise<ReportLink> {
  const zone = findTimeZone((await loadSettings(ctx.db, caller)).settings)
  const { days } = findSpan(query, zone, ctx.now())
  // Days that were left out are those of now, and not of when the link is opened.
  return createExportLink(ctx, caller, FILE, days ? { ...days, language: query.language } : query)
}

/** A summary as rows of one value each. Things that are open are left out: they are of the moment. */
export async function readSummaryCsv(ctx: Context, { owner, filter }: OpenedLink): Promise<AsyncGenerator<string>> {
  const { language, ...span } = summaryFileQuery.parse(filter)
  const report = await runOnSnapshot(ctx, (snapshot) => summarise(snapshot, owner, span))
  return writeSummary(createSheet(language), report)
}

const names = ['section', 'network', 'cryptocurrency', 'currency', 'item', 'value', 'reason'] as const
type SummaryRow = Partial<Record<(typeof names)[number], string | null>>
export const summaryColumns = names.map((name): FileColumn<SummaryRow> => [name, (row) => row[name] ?? null])

async function* writeSummary(sheet: Sheet, report: ReportSummary): AsyncGenerator<string> {
  yield sheet.mark + sheet.line(names)
  for (const row of listRows(report)) yield sheet.line(sheet.show(summaryColumns, row))
}

const SPAN = ['from', 'to', 'start', 'end', 'timeZone'] as const
const TOTALS = ['received', 'refunded', 'net'] as const
const COIN_ITEMS = ['received', 'direct', 'refunded', 'net', 'paidOut', 'coinFees', 'destroyed'] as const

function* listRows(report: ReportSummary): Generator<SummaryRow> {
  for (const item of SPAN) if (report[item] !== null) yield { section: 'span', item, value: report[item] }
  for (const { currency, ...sums } of report.totals)
    for (const item of TOTALS) yield { section: 'totals', currency, item, value: sums[item] }
  for (const { network, cryptocurrency, currency, ...sums } of report.values)
    for (const item of [...TOTALS, 'receivedCoins', 'refundedCoins'] as const)
      yield { section: 'values', network, cryptocurrency, currency, item, value: sums[item] }
  for (const { network, cryptocurrency, reason, ...sums } of report.withoutValue)
    for (const item of ['receivedCoins', 'refundedCoins'] as const)
      yield { section: 'withoutValue', network, cryptocurrency, item, value: sums[item], reason }
  yield* listCoinRows(report)
}

function* listCoinRows(report: ReportSummary): Generator<SummaryRow> {
  for (const { network, cryptocurrency, ...sums } of report.coins) {
    for (const item of COIN_ITEMS) yield { section: 'coins', network, cryptocurrency, item, value: sums[item] }
    for (const item of ['transfers', 'refunds'] as const)
      yield { section: 'coins', network, cryptocurrency, item, value: String(sums[item]) }
  }
  for (const { network, cryptocurrency, kind, amount, count } of report.networkFees) {
    yield { section: 'networkFees', network, cryptocurrency, item: kind, value: amount }
    yield { section: 'networkFees', network, cryptocurrency, item: `${kind} count`, value: String(count) }
  }
}
