import { type RawBuilder, sql } from 'kysely'
import { CANCELLED_HOLD_MS } from '../domain/refund.ts'
import { LATE_WINDOW_MS } from '../domain/sums.ts'
import { isOfTaken } from '../entries/store.ts'
import type { Db } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'

/** The end of the time after the deadline in which money still counts. */
const graceEnd = sql`payments.expires_at + ${sql.lit(LATE_WINDOW_MS)}`
const onTime = sql`transfers.block_time <= payments.expires_at`
const inGrace = sql`transfers.block_time > payments.expires_at and transfers.block_time <= ${graceEnd}`
const isFinal = sql`transfers.state = 'final'`
const isDust = sql`transfers.amount < payments.min_transfer`

/** A row with sums of a payment: its own, or that of one of its open methods. */
type Counted = 'payments' | 'methods'

/** Tells whether a row belongs to the coin and network of the row with sums. */
function isAbout(counted: Counted, table: 'transfers' | 'refunds') {
  const [place, its] = [sql.ref(`${counted}.chain`), sql.ref(`${counted}.token`)]
  return sql`${sql.ref(`${table}.chain`)} = ${place} and ${sql.ref(`${table}.token`)} = ${its}`
}

/**
 * 1 if one of the stored sums of a payment or of its method differs from that of its transfers. One read of the
 * transfers serves all sums.
 */
function miscounted(counted: Counted) {
  const stored = (name: string) => sql.ref(`${counted}.${name}`)
  const isIts = sql`transfers.state <> 'orphaned' and ${isAbout(counted, 'transfers')}`
  const amountWhere = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(case when ${isIts} and ${condition} then transfers.amount else 0 end), 0)`
  return sql<number>`case when ${sql.join(
    [
      sql`${stored('transfers_on_chain')} = ${countWhere(isIts)}`,
      sql`${stored('dust_on_chain')} = ${countWhere(sql`${isIts} and ${isDust}`)}`,
      sql`${stored('received')} = ${amountWhere(sql`1 = 1`)}`,
      sql`${stored('received_final')} = ${amountWhere(isFinal)}`,
      sql`${stored('on_time')} = ${amountWhere(onTime)}`,
      sql`${stored('on_time_final')} = ${amountWhere(sql`${onTime} and ${isFinal}`)}`,
      sql`${stored('in_grace')} = ${amountWhere(inGrace)}`,
      sql`${stored('in_grace_final')} = ${amountWhere(sql`${inGrace} and ${isFinal}`)}`,
      sql`${stored('dust')} = ${amountWhere(isDust)}`,
      sql`${stored('dust_on_time')} = ${amountWhere(sql`${onTime} and ${isDust}`)}`,
      sql`${stored('dust_in_grace')} = ${amountWhere(sql`${inGrace} and ${isDust}`)}`,
    ],
    sql` and `,
  )} then 0 else 1 end`
}

function countWhere(condition: RawBuilder<unknown>) {
  return sql`count(case when ${condition} then 1 end)`
}

/** 1 if a transfer is not counted, is called dust and is none, or is of no method of its payment. */
const misplaced = sql<number>`case when payments.transfer_count = count(*)
  and ${countWhere(sql`(transfers.dust = 1) <> (${isDust})`)} = 0
  and ${countWhere(sql`not (${isAbout('payments', 'transfers')}) and not exists (
    select 1 from methods where methods.payment_id = payments.id and ${isAbout('methods', 'transfers')}
  )`)} = 0 then 0 else 1 end`

/** The sum of a payment's or a method's completed refunds; null without any. */
function returned(counted: Counted) {
  return sql<bigint | null>`(select sum(refunds.amount) from refunds
    where refunds.payment_id = payments.id and ${isAbout(counted, 'refunds')} and refunds.status = 'completed')`
}

/**
 * The sum of refunds that are or may be paid; null without any. The wallet may pay a cancelled refund after another
 * refund used its amount.
 */
function promised(counted: Counted) {
  return sql<bigint | null>`(select sum(refunds.amount) from refunds
    left join transfers on transfers.refund_id = refunds.id and transfers.state <> 'orphaned'
    where refunds.payment_id = payments.id and ${isAbout(counted, 'refunds')}
    and refunds.status in ('pending', 'submitted', 'completed')
    and (refunds.cancelled_at is null or transfers.block_time <= refunds.cancelled_at + ${sql.lit(CANCELLED_HOLD_MS)}))`
}

/**
 * 1 if more was swept than received. Received amounts are rounded down for each transfer, swept ones once, so each final
 * transfer adds less than a millionth. A transfer to the address pays its payment, or nothing if its coin was not open
 * yet. A sweep also takes money from skipped blocks, which counts as received when these are read.
 */
function overswept(counted: Counted) {
  const [chain, token] = [sql.ref(`${counted}.chain`), sql.ref(`${counted}.token`)]
  // Each half has its index. With `or`, SQLite reads all transfers of the chain. The direction is a literal, because the
  // partial index of unattributed transfers cannot serve a bound value.
  const arrivalsWhere = (owner: RawBuilder<unknown>) => sql`(select count(*) from transfers
    where ${owner} and transfers.direction = 'in' and transfers.to_address = deposit_balances.address
    and transfers.chain = deposit_balances.chain and transfers.token = deposit_balances.token and ${isFinal})`
  const arrivals = sql`${arrivalsWhere(sql`transfers.payment_id = payments.id`)}
    + ${arrivalsWhere(sql`transfers.payment_id is null`)}`
  return sql<
    number | null
  >`(select case when swept > deposit_balances.received and swept >= deposit_balances.received + ${arrivals}
    and not exists (
      select 1 from audits where audits.chain = ${chain} and audits.number < audits.missed_to
    ) then 1 else 0 end from deposit_balances where deposit_balances.chain = ${chain}
    and deposit_balances.token = ${token} and deposit_balances.address = lower(${sql.ref(`${counted}.address`)}))`
}

/** 1 if one of a payment's open methods does not add up; null for a payment with one method. */
const unbalanced = sql<number | null>`(select max(case when
    (select ${miscounted('methods')} from transfers where transfers.payment_id = payments.id) = 0
    and coalesce(${returned('methods')}, 0) = methods.refunded
    and coalesce(${promised('methods')}, 0) <= methods.received_final
    and coalesce(${overswept('methods')}, 0) = 0
  then 0 else 1 end) from methods where methods.payment_id = payments.id)`

/**
 * A payment, with the sums of the rows that belong to the method that it follows, and whether all its methods add up.
 * Amounts are in millionths.
 */
const payments = prepareQuery<{ after: number; limit: number }>()((db, value) =>
  db
    .selectFrom('payments')
    .select(['seq', 'id', 'merchant_id', 'livemode', 'received', 'received_final', 'refunded', 'settlement_id'])
    .select((eb) => [
      eb
        .selectFrom('transfers')
        .select(
          sql<number>`case when ${miscounted('payments')} = 0 and ${misplaced} = 0 then 0 else 1 end`.as('miscounted'),
        )
        .whereRef('transfers.payment_id', '=', 'payments.id')
        .as('miscounted'),
      returned('payments').as('returned'),
      promised('payments').as('promised'),
      overswept('payments').as('overswept'),
      unbalanced.as('unbalanced'),
    ])
    .where('seq', '>', value.after)
    .orderBy('seq')
    .limit(value.limit),
)

/** One statement, so the result is consistent. */
export function findPaymentsAfter(db: Db, after: number, limit: number) {
  return payments(db, { after, limit })
}

/** Closed settlements of payments to the merchant's own wallet. With a `cross join` SQLite begins with what a settlement took. */
export function findSettlementsAfter(db: Db, after: number, closedBefore: number, limit: number) {
  return db
    .selectFrom('settlements')
    .select(['seq', 'id', 'merchant_id', 'livemode', 'amount', 'payment_count', 'by_entries'])
    .select([
      sql<number>`(select count(*) from payments where payments.settlement_id = settlements.id)`.as('payments'),
      sql<number>`case when by_entries = 1 and amount <> coalesce((
        select sum(entries.amount) from taken_entries cross join entries
        where ${isOfTaken} and taken_entries.settlement_id = settlements.id and role in ('payment', 'part', 'surplus', 'late')
      ), 0) then 1 else 0 end`.as('miscounted'),
    ])
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
    .select(['merchant_id', 'livemode', 'open_payments as kept'])
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
    .select(['seq', 'merchant_id', 'livemode', 'address'])
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

/** The sum of one side of a settlement's entries of its conversion. */
function sumMoved(side: '<' | '>') {
  return sql`coalesce((select sum(e.amount) from entries e where e.settlement_id = settlements.id
    and e.kind in ('converted', 'released') and e.amount ${sql.raw(side)} 0), 0)`
}

const ownShares = sql`exit_shares join exits on exits.seq = exit_shares.exit
  where exit_shares.settlement_id = settlements.id`

/** 0 if a settlement whose money is converted is what its shares and its entries say. */
const unconverted = sql<number>`case
  when conversions.seq is null then case when settlements.status = 'completed' and settlements.amount > 0 then 1 else 0 end
  when conversions.amount = settlements.amount
    and conversions.placed = coalesce((select sum(exit_shares.amount) from ${ownShares}), 0)
    and (settlements.status = 'pending') = (conversions.ended_at is null)
    and not exists (select 1 from ${ownShares} and (exits.chain <> conversions.chain or exits.account <> conversions.account))
    and ${sumMoved('<')} = case when settlements.status = 'completed' then -conversions.amount else 0 end
    and (settlements.status <> 'completed' or (
      conversions.placed = conversions.amount
      and not exists (select 1 from ${ownShares} and exits.arrived is null)
      and ${sumMoved('>')} = -coalesce((select sum(e.amount + coalesce(e.coin_fee, 0)) from entries e
        where e.settlement_id = settlements.id and e.kind in ('converted', 'released') and e.amount < 0), 0)))
  then 0 else 1 end`

/** Settlements whose money goes to accounts of the converter; 1 if one does not add up. */
export function findConvertedAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('settlements')
    .innerJoin('conversion_accounts', (join) =>
      join
        .onRef('conversion_accounts.chain', '=', 'settlements.chain')
        .on(sql<boolean>`conversion_accounts.account = lower(settlements.destination)`),
    )
    .leftJoin('conversions', 'conversions.settlement_id', 'settlements.id')
    .select(['settlements.seq', 'settlements.id', 'settlements.merchant_id', 'settlements.livemode'])
    .select(unconverted.as('miscounted'))
    .where('settlements.seq', '>', after)
    .where('settlements.method', '=', 'deposit')
    .orderBy('settlements.seq')
    .limit(limit)
    .execute()
}

/** Burns and releases, with their owners; 1 if one does not add up. */
export function findExitsAfter(db: Db, after: number, limit: number) {
  return db
    .selectFrom('exits')
    .innerJoin('conversion_accounts', (join) =>
      join
        .onRef('conversion_accounts.chain', '=', 'exits.chain')
        .onRef('conversion_accounts.account', '=', 'exits.account'),
    )
    .select(['exits.seq', 'exits.account', 'exits.tx_hash'])
    .select(['conversion_accounts.merchant_id', 'conversion_accounts.livemode'])
    .select(
      sql<number>`case when exits.placed = coalesce((select sum(amount) from exit_shares where exit = exits.seq), 0)
        and not exists (select 1 from exit_shares s where s.exit = exits.seq and s.placed_before <> coalesce(
          (select sum(b.amount) from exit_shares b where b.exit = s.exit and b.placed_before < s.placed_before), 0))
        and coalesce(exits.arrived, 0) <= exits.left_amount
        and (exits.state <> 'released' or (exits.arrived = exits.left_amount and exits.arrived_hash = exits.tx_hash))
      then 0 else 1 end`.as('miscounted'),
    )
    .where('exits.seq', '>', after)
    .orderBy('exits.seq')
    .limit(limit)
    .execute()
}
