import { sql } from 'kysely'
import type { OwnerColumns } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

type SendRow = Row<'sends'>

/** The object that a transaction of ours was for, and its merchant. */
type FeeSubject = OwnerColumns & {
  readonly payment_id: string | null
  readonly reference: string | null
  /** The coin and the wallet of the payment, lower case; null for a settlement's. */
  readonly token: string | null
  readonly wallet: string | null
}

/** The object of a transaction; null for one that serves no merchant, as it deploys a contract or takes a nonce. */
export async function findFeeSubject(
  db: Db,
  { purpose, subject }: Pick<SendRow, 'purpose' | 'subject'>,
): Promise<FeeSubject | null> {
  if (purpose === 'settlement') {
    const row = await db
      .selectFrom('settlements')
      .select(['merchant_id', 'livemode'])
      .where('id', '=', subject)
      .executeTakeFirst()
    return row ? { ...row, payment_id: null, reference: null, token: null, wallet: null } : null
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
  return row ?? null
}
