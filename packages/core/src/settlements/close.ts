import type { List, Settlement } from '@crypto-checkout/api-types'
import { getTokenAt } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { recordEvents } from '../events/record.ts'
import { toList } from '../http/fields.ts'
import { requireMerchant } from '../merchants/merchant.ts'
import { findPeriodEnds, loadSettingsAt } from '../merchants/settings.ts'
import { findSettledRoute } from '../merchants/settlement-routes.ts'
import type { Db, Tx } from '../storage/database.ts'
import { findOpening, hasOpening } from './entries-store.ts'
import { findDue, openSweeps } from './open-sweeps.ts'
import { createStatementLink, type StatementLink } from './report-link.ts'
import {
  findClosing,
  findSettlementCursor,
  findSettlementsOfPeriod,
  insertSettlement,
  type SettlementRow,
  saveSettlementCursor,
  updateSettlement,
} from './store.ts'
import { takeEntries } from './take.ts'
import { viewSettlement, viewSettlements } from './view.ts'

/** The number of missed periods that are examined at a time. */
const PERIODS_AT_ONCE = 400

/**
 * Does a bounded part of closing a merchant's ended periods, including those that ended while no server was running.
 * True when there may be more to do.
 */
export async function closeDue(ctx: Context, owner: Owner): Promise<boolean> {
  const underWay = (await findSettlementCursor(ctx.db, owner))?.closing_until != null
  if (!underWay && !(await hasUnsettled(ctx, ctx.db, owner, ctx.now()))) return false
  const closing = await loadClosing(ctx, owner)
  return ctx.transact(async (tx) => {
    const period = await nextPeriod(ctx, tx, owner)
    if (period) await closePart(ctx, tx, closing, period)
    return period !== null
  })
}

/** The period being closed, or the first ended one in which money of payments moved. Others have no settlement. */
async function nextPeriod(ctx: Context, tx: Tx, owner: Owner): Promise<Period | null> {
  const { closing, closedUntil } = await findPeriod(tx, owner)
  if (closing) return closing
  let start = closedUntil
  const ends = await findPeriodEnds(tx, owner, start, ctx.now(), PERIODS_AT_ONCE)
  for (const end of ends) {
    if (await hasUnsettled(ctx, tx, owner, end)) return { start, end }
    start = end
  }
  if (start > closedUntil) await saveSettlementCursor(tx, owner, { closed_until: start, closing_until: null })
  return null
}

async function hasUnsettled(ctx: Context, db: Db, owner: Owner, before: number): Promise<boolean> {
  return (await hasOpening(db, owner, before)) || (await findDue(ctx, db, owner, before)) !== null
}

const MAX_ANSWERED = 100

/**
 * Closes the caller's period now, whatever the schedule says, and returns its first hundred settlements. If one
 * transaction cannot take all entries, the last settlement is `pending` and others follow within seconds.
 */
export async function closeNow(ctx: Context, caller: Caller): Promise<List<Settlement>> {
  const closing = await loadClosing(ctx, caller)
  return caller.commit(async (tx) => {
    const { closing: underWay, closedUntil } = await findPeriod(tx, caller)
    // The period includes entries of this millisecond.
    const period = underWay ?? { start: closedUntil, end: Math.max(closedUntil, ctx.now() + 1) }
    await closePart(ctx, tx, closing, period)
    const rows = await findSettlementsOfPeriod(tx, caller, period.end, MAX_ANSWERED + 1)
    const shown = await viewSettlements(ctx, tx, rows.slice(0, MAX_ANSWERED), (id) => closing.link(id, ctx.now()))
    return { ...toList(shown), hasMore: rows.length > MAX_ANSWERED, totalCount: rows.length }
  })
}

/** Entries in one transaction. Other writes come in between. */
const ENTRIES_AT_ONCE = 500

/** The data that closing a period needs before its transaction. */
type Closing = { readonly owner: Owner; readonly link: StatementLink }

async function loadClosing(ctx: Context, owner: Owner): Promise<Closing> {
  return { owner, link: await createStatementLink(ctx, owner) }
}

/** Unsettled entries booked before `end`, however old; `start` is where the last period ended. */
type Period = { readonly start: number; readonly end: number }

/**
 * Does a bounded part of closing a merchant's period: settlements of about five hundred entries or deposits. The
 * stored place names the period until it is closed, so the next caller continues it.
 */
async function closePart(ctx: Context, tx: Tx, { owner, link }: Closing, period: Period): Promise<void> {
  for (let left = ENTRIES_AT_ONCE; left > 0; ) {
    const settlement = (await findClosing(tx, owner)) ?? (await openNext(ctx, tx, owner, period))
    const settled = settlement
      ? await fill(ctx, tx, { owner, link }, settlement, left)
      : await openSweeps(ctx, tx, { owner, link }, period, left)
    if (settled === 0) {
      await saveSettlementCursor(tx, owner, { closed_until: period.end, closing_until: null })
      return
    }
    left -= settled
  }
  await saveSettlementCursor(tx, owner, { closed_until: period.start, closing_until: period.end })
}

/** The period being closed, null if none is; and the time up to which all periods are closed. */
async function findPeriod(
  tx: Tx,
  owner: Owner,
): Promise<{ readonly closing: Period | null; readonly closedUntil: number }> {
  const place = await findSettlementCursor(tx, owner)
  if (!place) return { closing: null, closedUntil: (await requireMerchant(tx, owner.merchantId)).created_at }
  const { closed_until: start, closing_until: end } = place
  return { closing: end === null ? null : { start, end }, closedUntil: start }
}

/** Opens a settlement for the next group of unsettled entries; null when there are none. */
async function openNext(ctx: Context, tx: Tx, owner: Owner, period: Period): Promise<SettlementRow | null> {
  const opening = await findOpening(tx, owner, period.end)
  if (!opening) return null
  const { network, chain, token, wallet, merchant_wallet } = opening
  const configured = ctx.network(toEnvironment(owner.livemode), network)
  const isOwn = merchant_wallet.toLowerCase() === wallet
  const shown = isOwn ? merchant_wallet : (configured?.chain.addresses.display(wallet) ?? wallet)
  const destination = configured?.chain.addresses.parse(shown) ?? shown
  // Refunds and fees may be of another coin than the one that their payment follows now.
  const cryptocurrency = (configured && getTokenAt(configured, token)?.coin) ?? opening.cryptocurrency
  const { settlementCurrency } = await loadSettingsAt(tx, owner, period.end)
  const settled = { network, cryptocurrency, wallet: destination, isDirect: true, periodEnd: period.end }
  const route = await findSettledRoute(ctx, tx, owner, settled)
  return insertSettlement(tx, {
    id: ctx.newId('set'),
    ...toOwnerColumns(owner),
    status: 'closing',
    method: 'direct',
    network,
    chain,
    token,
    cryptocurrency,
    destination,
    amount: 0n,
    settlement_currency: settlementCurrency,
    fee_amount: '0.000000',
    fee_currency: cryptocurrency,
    payment_count: 0,
    transactions: '[]',
    by_entries: 1,
    period_start: period.start,
    period_end: period.end,
    failure: null,
    route: JSON.stringify(route),
    created_at: ctx.now(),
    completed_at: null,
  })
}

/** Puts up to `limit` entries into a settlement, which is completed with the last of them. Returns their number, at least 1. */
async function fill(
  ctx: Context,
  tx: Tx,
  { owner, link }: Closing,
  settlement: SettlementRow,
  limit: number,
): Promise<number> {
  const { row, count } = await takeEntries(tx, settlement, limit)
  if (count < limit) await complete(ctx, tx, { owner, link }, row)
  return Math.max(count, 1)
}

/** The money of `direct` payments is already in the wallet. The settlement is only a statement of it. */
async function complete(ctx: Context, tx: Tx, { owner, link }: Closing, row: SettlementRow): Promise<void> {
  const now = ctx.now()
  const completed = await updateSettlement(tx, row, { status: 'completed', completed_at: now })
  const object = await viewSettlement(ctx, tx, completed, link(row.id, now))
  const types = ['settlement.created', 'settlement.completed'] as const
  await recordEvents(
    ctx,
    tx,
    types.map((type) => ({ ...owner, type, object })),
  )
}
