import { type RawBuilder, sql } from 'kysely'
import { CANCELLED_HOLD_MS } from '../domain/refund.ts'
import { LATE_WINDOW_MS } from '../domain/sums.ts'
import type { Db } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'

/** The end of the time after the deadline in which money still counts. */
const graceEnd = sql`payments.expires_at + ${sql.lit(LATE_WINDOW_MS)}`
const onTime = sql`transfers.block_time <= payments.expires_at`
const inGrace = sql`transfers.block_time > payments.expires_at and transfers.block_time <= ${graceEnd}`
const isFinal = sql`transfers.state = 'final'`
const isDust = sql`transfers.amount < payments.min_transfer`

/** The sum of a payment's transfers on the chain that meet a condition. */
function amountWhere(condition: RawBuilder<unknown>) {
  return sql`coalesce(sum(case when transfers.state <> 'orphaned' and ${condition} then transfers.amount else 0 end), 0)`
}

function countWhere(condition: RawBuilder<unknown>) {
  return sql`count(case when ${condition} then 1 end)`
}

/**
 * 1 if one of a payment's stored sums differs from that of its transfers. One read of the transfers serves all sums.
 */
const miscounted = sql<number>`case when ${sql.join(
  [
    sql`payments.transfer_count = count(*)`,
    sql`payments.transfers_on_chain = ${countWhere(sql`transfers.state <> 'orphaned'`)}`,
    sql`payments.dust_on_chain = ${countWhere(sql`transfers.state <> 'orphaned' and ${isDust}`)}`,
    sql`payments.received = ${amountWhere(sql`1 = 1`)}`,
    sql`payments.received_final = ${amountWhere(isFinal)}`,
    sql`payments.on_time = ${amountWhere(onTime)}`,
    sql`payments.on_time_final = ${amountWhere(sql`${onTime} and ${isFinal}`)}`,
    sql`payments.in_grace = ${amountWhere(inGrace)}`,
    sql`payments.in_grace_final = ${amountWhere(sql`${inGrace} and ${isFinal}`)}`,
    sql`payments.dust = ${amountWhere(isDust)}`,
    sql`payments.dust_on_time = ${amountWhere(sql`${onTime} and ${isDust}`)}`,
    sql`payments.dust_in_grace = ${amountWhere(sql`${inGrace} and ${isDust}`)}`,
    sql`${countWhere(sql`(transfers.dust = 1) <> (${isDust})`)} = 0`,
  ],
  sql` and `,
)} then 0 else 1 end`

/** A payment, with the sums of the rows that belong to it. Amounts are in millionths. */
const payments = prepareQuery<{ after: number; limit: number }>()((db, value) =>
  db
    .selectFrom('payments')
    .select(['seq', 'id', 'received', 'received_final', 'refunded', 'settlement_id'])
    .select((eb) => [
      eb
        .selectFrom('transfers')
        .select(miscounted.as('miscounted'))
        .whereRef('transfers.payment_id', '=', 'payments.id')
        .as('miscounted'),
      eb
        .selectFrom('refunds')
        .select(sumOfRefunds())
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.status', '=', 'completed')
        .as('returned'),
      eb
        .selectFrom('refunds')
        .leftJoin('transfers', (join) =>
          join.onRef('transfers.refund_id', '=', 'refunds.id').on('transfers.state', '!=', sql.lit('orphaned')),
        )
        .select(sumOfRefunds())
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.status', 'in', ['pending', 'submitted', 'completed'])
        // The wallet may pay a cancelled refund after another refund used its amount.
        .where(({ eb, or }) =>
          or([
            eb('refunds.cancelled_at', 'is', null),
            eb('transfers.block_time', '<=', sql<number>`refunds.cancelled_at + ${sql.lit(CANCELLED_HOLD_MS)}`),
          ]),
        )
        .as('promised'),
      eb
        .selectFrom('deposit_balances')
        // Received amounts are rounded down for each transfer, swept ones once. A sweep also takes money from skipped
        // blocks, which counts as received when these are read.
        .select(
          sql<number>`case when swept >= deposit_balances.received + payments.transfer_count and not exists (
            select 1 from audits where audits.chain = payments.chain and audits.number < audits.missed_to
          ) then 1 else 0 end`.as('overswept'),
        )
        .whereRef('deposit_balances.chain', '=', 'payments.chain')
        .whereRef('deposit_balances.token', '=', 'payments.token')
        .whereRef('deposit_balances.address', '=', sql<string>`lower(payments.address)`)
        .as('overswept'),
    ])
    .where('seq', '>', value.after)
    .orderBy('seq')
    .limit(value.limit),
)

/** A database may return a sum as text. */
function sumOfRefunds() {
  return sql<number | bigint | string | null>`sum(refunds.amount)`.as('sum')
}

/** One statement, so the result is consistent. */
export function findPaymentsAfter(db: Db, after: number, limit: number) {
  return payments(db, { after, limit })
}

/** Closed settlements of payments to the merchant's own wallet. */
export function findSettlementsAfter(db: Db, after: number, closedBefore: number, limit: number) {
  return db
    .selectFrom('settlements')
    .select(['seq', 'id', 'amount', 'payment_count'])
    .where('seq', '>', after)
    .where('method', '=', 'direct')
    .where('status', '=', 'completed')
    .where('completed_at', '<', closedBefore)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The stored and the counted numbers of unattributed transfers. */
export function countUnattributed(db: Db) {
  return db
    .selectFrom('transfer_tallies')
    .select(['merchant_id', 'network', 'livemode', 'transfers as kept'])
    .select((eb) =>
      eb
        .selectFrom('transfers')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('transfers.merchant_id', '=', 'transfer_tallies.merchant_id')
        .whereRef('transfers.livemode', '=', 'transfer_tallies.livemode')
        .whereRef('transfers.network', '=', 'transfer_tallies.network')
        .where('transfers.payment_id', 'is', null)
        // A literal: the partial index of incoming transfers cannot serve a bound value.
        .where('transfers.direction', '=', sql.lit('in' as const))
        .as('counted'),
    )
    .where('attributed', '=', 0)
    .execute()
}

/** The stored and the counted numbers of open payments. */
export function countOpenPayments(db: Db) {
  return db
    .selectFrom('payment_usage')
    .select(['merchant_id', 'open_payments as kept'])
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('payments.merchant_id', '=', 'payment_usage.merchant_id')
        .whereRef('payments.livemode', '=', 'payment_usage.livemode')
        .where('payments.status', 'in', ['created', 'partially_paid', 'processing'])
        .as('counted'),
    )
    .execute()
}

/** Sums of unattributed dust; 1 if one differs from that of its transfers. */
export function findUnattributedDustAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('stray_dust')
    .select(['seq', 'merchant_id', 'address'])
    .select((eb) =>
      eb
        .selectFrom('transfers')
        .select(
          sql<number>`case when count(*) = stray_dust.transfers and coalesce(sum(transfers.amount), 0) = stray_dust.amount
            then 0 else 1 end`.as('miscounted'),
        )
        .whereRef('transfers.chain', '=', 'stray_dust.chain')
        .whereRef('transfers.token', '=', 'stray_dust.token')
        .whereRef('transfers.to_address', '=', 'stray_dust.address')
        .whereRef('transfers.merchant_id', '=', 'stray_dust.merchant_id')
        .whereRef('transfers.livemode', '=', 'stray_dust.livemode')
        .where('transfers.payment_id', 'is', null)
        // A literal: the partial index of dust cannot serve a bound value.
        .where('transfers.dust', '=', sql.lit(1))
        .as('miscounted'),
    )
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
