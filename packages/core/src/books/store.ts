import { sql } from 'kysely'
import type { Db } from '../storage/database.ts'
import { prepared } from '../storage/prepared.ts'

/** A payment beside what the rows say that it is the sum of. Amounts are millionths. */
const payments = prepared<{ after: number; limit: number }>()((db, value) =>
  db
    .selectFrom('payments')
    .select(['seq', 'id', 'received', 'refunded', 'transfer_count', 'settlement_id'])
    .select((eb) => [
      eb
        .selectFrom('transfers')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('transfers.payment_id', '=', 'payments.id')
        .as('transfers'),
      eb
        .selectFrom('transfers')
        .select(sum('transfers.amount'))
        .whereRef('transfers.payment_id', '=', 'payments.id')
        .where('transfers.state', '!=', 'orphaned')
        .as('came'),
      eb
        .selectFrom('transfers')
        .select(sum('transfers.amount'))
        .whereRef('transfers.payment_id', '=', 'payments.id')
        .where('transfers.state', '=', 'final')
        .as('final'),
      eb
        .selectFrom('refunds')
        .select(sum('refunds.amount'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.status', '=', 'completed')
        .as('returned'),
      eb
        .selectFrom('refunds')
        .select(sum('refunds.amount'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.status', 'in', ['pending', 'submitted', 'completed'])
        .as('promised'),
      eb
        .selectFrom('deposit_balances')
        // What came is rounded down a transfer at a time, what was swept all at once. A sweep takes also what lies in
        // blocks that were passed over: it is received when these are read.
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

/** A database may answer a sum as text. */
function sum(column: 'transfers.amount' | 'refunds.amount') {
  return sql<number | bigint | string | null>`sum(${sql.ref(column)})`.as('sum')
}

/** In one statement, so that all of it is of one moment. */
export function paymentsAfter(db: Db, after: number, limit: number) {
  return payments(db, { after, limit })
}

/** Those that say what payments to the merchant's own wallet came to, and are closed. */
export function settlementsAfter(db: Db, after: number, closedBefore: number, limit: number) {
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

/** The numbers of unattributed transfers as they are kept, and as they are counted. */
export function strayCounts(db: Db) {
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
        .as('counted'),
    )
    .where('attributed', '=', 0)
    .execute()
}
