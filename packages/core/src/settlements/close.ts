import { environmentOf } from '../catalog/environments.ts'
import type { NetworkName } from '../catalog/networks.ts'
import type { Context } from '../context.ts'
import { recordEvents } from '../events/record.ts'
import { requireMerchant } from '../merchants/find.ts'
import { settingsAt } from '../merchants/settings.ts'
import { findUnsettled, settlePayments, transactionsOfPayments } from '../payments/settled.ts'
import type { Tx } from '../storage/database.ts'
import { openSweeps } from './open-sweeps.ts'
import { type ReportLink, reportLink } from './report-link.ts'
import {
  findClosing,
  findPlace,
  insertSettlement,
  type Owner,
  putPlace,
  type SettlementRow,
  updateSettlement,
} from './store.ts'
import { settlementView } from './view.ts'

/** Of one transaction: others write in between. */
const PAYMENTS_AT_ONCE = 500
/** So many transactions are named; all of them are in the report. */
const NAMED_TRANSACTIONS = 100

/** What closing a period needs to know before its transaction. */
export type Closing = { readonly owner: Owner; readonly link: ReportLink }

export async function closingOf(ctx: Context, owner: Owner): Promise<Closing> {
  return { owner, link: await reportLink(ctx, owner) }
}

/** What was completed before `end` and is in no settlement, by which time ever; `start` is where the last one ended. */
export type Period = { readonly start: number; readonly end: number }

/**
 * Does a bounded part of closing a merchant's period: settlements of some five hundred payments or deposits. The place
 * says which period it is until it is closed, so that whoever comes next goes on with it.
 */
export async function closeSome(ctx: Context, tx: Tx, { owner, link }: Closing, period: Period): Promise<void> {
  for (let left = PAYMENTS_AT_ONCE; left > 0; ) {
    const settlement = (await findClosing(tx, owner)) ?? (await openNext(ctx, tx, owner, period))
    const settled = settlement
      ? await fill(ctx, tx, { owner, link }, settlement, left)
      : await openSweeps(ctx, tx, { owner, link }, period, left)
    if (settled === 0) {
      await putPlace(tx, owner, { closed_until: period.end, closing_until: null })
      return
    }
    left -= settled
  }
  await putPlace(tx, owner, { closed_until: period.start, closing_until: period.end })
}

/** The period that is being closed; null where none is. And up to when all are closed. */
export async function findPeriod(
  tx: Tx,
  owner: Owner,
): Promise<{ readonly closing: Period | null; readonly closedUntil: number }> {
  const place = await findPlace(tx, owner)
  if (!place) return { closing: null, closedUntil: (await requireMerchant(tx, owner.merchantId)).created_at }
  const { closed_until: start, closing_until: end } = place
  return { closing: end === null ? null : { start, end }, closedUntil: start }
}

/** A settlement for the next group of payments that has none; null when all have. */
async function openNext(ctx: Context, tx: Tx, owner: Owner, period: Period): Promise<SettlementRow | null> {
  const payment = await findUnsettled(tx, owner, period.end)
  if (!payment) return null
  const { network, chain, token, cryptocurrency, merchant_wallet } = payment
  const wallet = ctx.network(environmentOf(owner.livemode), network as NetworkName)?.chain.parseAddress(merchant_wallet)
  const { settlementCurrency } = await settingsAt(tx, owner, period.end)
  return insertSettlement(tx, {
    id: ctx.newId('set'),
    merchant_id: owner.merchantId,
    livemode: owner.livemode ? 1 : 0,
    status: 'closing',
    method: 'direct',
    ...{ network, chain, token, cryptocurrency },
    destination: wallet ?? merchant_wallet,
    amount: 0n,
    settlement_currency: settlementCurrency,
    fee_amount: '0.000000',
    fee_currency: cryptocurrency,
    payment_count: 0,
    transactions: '[]',
    period_start: period.start,
    period_end: period.end,
    failure: null,
    created_at: ctx.now(),
    completed_at: null,
  })
}

/** Puts up to `limit` payments into a settlement, which is completed with the last of them. Answers how many, at least 1. */
async function fill(
  ctx: Context,
  tx: Tx,
  { owner, link }: Closing,
  settlement: SettlementRow,
  limit: number,
): Promise<number> {
  const payments = await settlePayments(tx, owner, settlement, limit)
  const filled = await updateSettlement(tx, settlement, {
    // What is not final may be taken back.
    amount: payments.reduce((sum, row) => sum + BigInt(row.received_final), BigInt(settlement.amount)),
    payment_count: settlement.payment_count + payments.length,
  })
  if (payments.length < limit) await complete(ctx, tx, { owner, link }, filled)
  return Math.max(payments.length, 1)
}

/** The money of `direct` payments is in the wallet already: the settlement is the statement of it. */
async function complete(ctx: Context, tx: Tx, { owner, link }: Closing, row: SettlementRow): Promise<void> {
  const now = ctx.now()
  const completed = await updateSettlement(tx, row, {
    status: 'completed',
    completed_at: now,
    transactions: JSON.stringify(await transactionsOfPayments(tx, row.id, NAMED_TRANSACTIONS)),
  })
  const object = settlementView(completed, link(row.id, now))
  const types = ['settlement.created', 'settlement.completed'] as const
  await recordEvents(
    ctx,
    tx,
    types.map((type) => ({ ...owner, type, object })),
  )
}
