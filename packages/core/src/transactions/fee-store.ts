import { sql } from 'kysely'
import type { OwnerColumns } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

type SendRow = Row<'sends'>

/** The object that a transaction of ours was for, and its merchant. */
type FeeSubject = OwnerColumns & {
  readonly payment_id: string | null
  /** The settlement that pays for it, unless it is completed. */
  readonly settlement_id: string | null
  readonly reference: string | null
  /** The coin and the wallet of the payment, lower case; null for a settlement's that is not completed. */
  readonly token: string | null
  readonly wallet: string | null
}

/** The object of a transaction; null for one that serves no merchant, as it deploys a contract or takes a nonce. */
export async function findFeeSubject(
  db: Db,
  { purpose, subject }: Pick<SendRow, 'purpose' | 'subject'>,
): Promise<FeeSubject | null> {
  if (purpose === 'settlement') return findPaying(db, subject, { whenCompleted: true })
  if (purpose === 'conversion') return findPaying(db, subject)
  if (purpose === 'delivery') {
    const settlement = await findDelivered(db, subject)
    return settlement === null ? null : findPaying(db, settlement)
  }
  if (purpose !== 'refund' && purpose !== 'relay') return null
  const served = purpose === 'refund' ? ('refunds' as const) : ('relays' as const)
  const row = await db
    .selectFrom(served)
    .innerJoin('payments', 'payments.id', `${served}.payment_id`)
    .select(['payments.merchant_id', 'payments.livemode', 'payments.id as payment_id', 'payments.reference'])
    .select(`${served}.token`)
    .select(
      sql<string>`lower(coalesce(
        (select merchant_wallet from methods where methods.payment_id = payments.id
          and methods.chain = ${sql.ref(`${served}.chain`)} and methods.token = ${sql.ref(`${served}.token`)} limit 1),
        payments.merchant_wallet))`.as('wallet'),
    )
    .where(`${served}.id`, '=', subject)
    .executeTakeFirst()
  return row ? { ...row, settlement_id: null } : null
}

/**
 * The settlement that pays for a transaction. What a completed one has never changes, so the next of its account pays;
 * unless its sweeps are booked later, as those of earlier releases.
 */
async function findPaying(db: Db, id: string, { whenCompleted = false } = {}): Promise<FeeSubject | null> {
  const row = await db
    .selectFrom('settlements')
    .select(['merchant_id', 'livemode', 'status', 'token', 'destination'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { merchant_id, livemode, status, token, destination } = row
  const common = { merchant_id, livemode, payment_id: null, reference: null }
  if (status !== 'completed' || whenCompleted) return { ...common, settlement_id: id, token: null, wallet: null }
  return { ...common, settlement_id: null, token, wallet: destination.toLowerCase() }
}

/** The first settlement whose money a message delivers. */
async function findDelivered(db: Db, nonce: string): Promise<string | null> {
  const row = await db
    .selectFrom('exits')
    .innerJoin('exit_shares', 'exit_shares.exit', 'exits.seq')
    .select('exit_shares.settlement_id')
    .where('exits.nonce', '=', nonce)
    .orderBy('exit_shares.placed_before')
    .limit(1)
    .executeTakeFirst()
  if (row) return row.settlement_id
  const early = await db
    .selectFrom('early_deliveries')
    .select('settlement_id')
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return early?.settlement_id ?? null
}
