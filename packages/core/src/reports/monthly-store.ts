import { type Owner, toOwner, toOwnerColumns } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'

/**
 * Owners whose users want the report of each month, and who have none of a month or a later one. They are in the order of
 * their merchants, after one of these.
 */
export async function findOwnersWithoutReport(db: Db, month: string, after: string, limit: number): Promise<Owner[]> {
  const rows = await db
    .selectFrom('notification_choices as choice')
    .select(['choice.merchant_id', 'choice.livemode'])
    .distinct()
    .where('choice.kind', '=', 'monthly_report')
    .where('choice.merchant_id', '>', after)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('monthly_reports as report')
            .select('report.month')
            .whereRef('report.merchant_id', '=', 'choice.merchant_id')
            .whereRef('report.livemode', '=', 'choice.livemode')
            .where('report.month', '>=', month),
        ),
      ),
    )
    .orderBy('choice.merchant_id')
    .limit(limit)
    .execute()
  return rows.map(toOwner)
}

export async function hasReport(db: Db, owner: Owner, month: string): Promise<boolean> {
  const row = db
    .selectFrom('monthly_reports')
    .select('month')
    .where((eb) => eb.and({ ...toOwnerColumns(owner), month }))
  return (await row.executeTakeFirst()) !== undefined
}

/** False if another server has made the report of the month. */
export async function insertReport(tx: Tx, row: NewRow<'monthly_reports'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('monthly_reports')
    .values(row)
    .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode', 'month']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
