import type { List, Settlement } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { requireFound } from '../domain/error.ts'
import { formatSignedAmount } from '../domain/money.ts'
import { settlementStatuses } from '../domain/settlement-schedule.ts'
import { parseEnd } from '../domain/time.ts'
import { listQuery, readPage, time } from '../http/fields.ts'
import { settlement } from '../http/shapes/money-moved.ts'
import { createView } from '../http/view.ts'
import type { Db } from '../storage/database.ts'
import { loadConversions } from './conversion/view.ts'
import { createStatementLink } from './report-link.ts'
import { countSettlements, findSettlement, listSettlementRows, type SettlementRow } from './store.ts'

export { findSweptBetween } from '../deposits/sweeps-store.ts'

const toView = createView(settlement)

/** A settlement as it is now, with the link to its entries as CSV. */
export async function viewSettlement(
  ctx: Pick<Context, 'networks'>,
  db: Db,
  row: SettlementRow,
  reportUrl: string,
): Promise<Settlement> {
  const conversions = await loadConversions(ctx, db, [row])
  return toSettlementView(row, conversions.get(row.id) ?? null, reportUrl)
}

/** The same of many. `link`: that of a settlement, by its id. */
export async function viewSettlements(
  ctx: Pick<Context, 'networks'>,
  db: Db,
  rows: readonly SettlementRow[],
  link: (id: string) => string,
): Promise<Settlement[]> {
  const conversions = await loadConversions(ctx, db, rows)
  return rows.map((row) => toSettlementView(row, conversions.get(row.id) ?? null, link(row.id)))
}

function toSettlementView(row: SettlementRow, conversion: Settlement['conversion'], reportUrl: string): Settlement {
  const route: Settlement['route'] = row.route === null ? null : JSON.parse(row.route)
  return toView(row, {
    conversion,
    destination: conversion?.wallet ?? row.destination,
    // Its payments are still being collected. It gets its final status in seconds.
    status: row.status === 'closing' ? 'pending' : row.status,
    // A route moves a coin to another network, and makes no other coin of it.
    settlementCurrency: row.cryptocurrency,
    route,
    refunds: formatSignedAmount(row.refunded),
    net: formatSignedAmount(row.amount + row.refunded),
    unattributed: formatSignedAmount(row.unattributed),
    feeAmount: row.fee_amount,
    reportUrl,
  })
}

/** The caller's settlements, newest first. Throws `invalid_cursor`. */
export async function listSettlements(
  ctx: Context,
  caller: Caller,
  query: ValidSettlementQuery,
): Promise<List<Settlement>> {
  const filters = { status: query.status, from: query.startDate, before: query.endDate }
  return readPage(query, {
    noun: 'settlement',
    find: (id) => findSettlement(ctx.db, caller, id),
    list: (after, limit) => listSettlementRows(ctx.db, caller, filters, after, limit),
    count: () => countSettlements(ctx.db, caller, filters),
    async view(rows) {
      if (rows.length === 0) return []
      // A merchant with settlements already has the secret for their links.
      const link = await createStatementLink(ctx, caller)
      return viewSettlements(ctx, ctx.db, rows, (id) => link(id, ctx.now()))
    },
  })
}

const end = z.string().transform((text, issues) => {
  const before = parseEnd(text)
  if (before === null) issues.addIssue('must be an ISO 8601 date or time such as 2026-11-21')
  return before ?? 0
})

export const settlementQuery = listQuery.extend({
  status: z.enum(settlementStatuses).optional().meta({ description: 'Those with this status' }),
  startDate: time.optional().meta({ description: 'Created at or after this ISO 8601 date or time' }),
  endDate: end.optional().meta({
    type: 'string',
    description: 'Created before this ISO 8601 time, or until the end of this date (UTC)',
  }),
})
type ValidSettlementQuery = z.output<typeof settlementQuery>

/** The caller's settlement. Throws `resource_missing` for settlements of others. */
export async function retrieveSettlement(ctx: Context, caller: Caller, id: string): Promise<Settlement> {
  const row = requireFound('settlement', await findSettlement(ctx.db, caller, id))
  return viewSettlement(ctx, ctx.db, row, (await createStatementLink(ctx, caller))(row.id, ctx.now()))
}
