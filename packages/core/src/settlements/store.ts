import type { ExpressionBuilder } from 'kysely'
import { formatAmount } from '../domain/money.ts'
import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { ListPosition, NewRow, Row } from '../storage/tables.ts'

export type SettlementRow = Row<'settlements'>
export type SettlementCursorRow = Row<'settlement_places'>
export async function insertSettlement(tx: Tx, row: NewRow<'settlements'>): Promise<SettlementRow> {
  return tx.insertInto('settlements').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updateSettlement(
  tx: Tx,
  row: SettlementRow,
  changes: Partial<Omit<SettlementRow, 'seq' | 'id'>>,
): Promise<SettlementRow> {
  await tx.updateTable('settlements').set(changes).where('seq', '=', row.seq).execute()
  return { ...row, ...changes }
}

const WEI_PER_MILLIONTH = 10n ** 12n

/** The columns of what a settlement's transactions have cost, in wei. */
export function describeFee(gas_cost: bigint): Pick<SettlementRow, 'gas_cost' | 'fee_amount'> {
  return { gas_cost, fee_amount: formatAmount((gas_cost + WEI_PER_MILLIONTH / 2n) / WEI_PER_MILLIONTH) }
}

export function addFee({ gas_cost }: SettlementRow, wei: bigint): Pick<SettlementRow, 'gas_cost' | 'fee_amount'> {
  return describeFee(gas_cost + wei)
}

export async function findSettlement(db: Db, owner: Owner, id: string): Promise<SettlementRow | null> {
  return (await own(db, owner).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Any merchant's settlement, for holders of a signed link. */
export async function findAnySettlement(db: Db, id: string): Promise<SettlementRow | null> {
  return (await db.selectFrom('settlements').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The settlement that is being filled. A merchant has one at a time in an environment. */
export async function findClosing(db: Db, owner: Owner): Promise<SettlementRow | null> {
  return (await own(db, owner).where('status', '=', 'closing').limit(1).executeTakeFirst()) ?? null
}

export function findSettlementsOfPeriod(db: Db, owner: Owner, end: number, limit: number): Promise<SettlementRow[]> {
  return own(db, owner).where('period_end', '=', end).orderBy('seq').limit(limit).execute()
}

export type SettlementFilters = {
  readonly status?: Exclude<SettlementRow['status'], 'closing'> | undefined
  readonly from?: number | undefined
  readonly before?: number | undefined
}

/** Newest first, after the item of the cursor. */
export function listSettlementRows(
  db: Db,
  owner: Owner,
  filters: SettlementFilters,
  after: ListPosition | null,
  limit: number,
): Promise<SettlementRow[]> {
  return own(db, owner)
    .where((eb) => eb.and(matches(eb, filters)))
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function countSettlements(db: Db, owner: Owner, filters: SettlementFilters): Promise<number> {
  return countRows(
    db
      .selectFrom('settlements')
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode)
      .where((eb) => eb.and(matches(eb, filters))),
  )
}

function matches(eb: ExpressionBuilder<Tables, 'settlements'>, { status, from, before }: SettlementFilters) {
  const conditions = []
  if (status === 'pending') conditions.push(eb('status', 'in', ['closing', 'pending']))
  else if (status) conditions.push(eb('status', '=', status))
  if (from !== undefined) conditions.push(eb('created_at', '>=', from))
  if (before !== undefined) conditions.push(eb('created_at', '<', before))
  return conditions
}

function own(db: Db, owner: Owner) {
  return db
    .selectFrom('settlements')
    .selectAll()
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
}

/** The time up to which a merchant's periods are closed; null before the first. */
export async function findSettlementCursor(db: Db, owner: Owner): Promise<SettlementCursorRow | null> {
  const row = await db
    .selectFrom('settlement_places')
    .selectAll()
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .executeTakeFirst()
  return row ?? null
}

/** `closing_until`: the end of the period being closed, if there is one. */
export async function saveSettlementCursor(
  tx: Tx,
  owner: Owner,
  place: Pick<SettlementCursorRow, 'closed_until' | 'closing_until'>,
): Promise<void> {
  await tx
    .insertInto('settlement_places')
    .values({ ...toOwnerColumns(owner), ...place })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'livemode']).doUpdateSet(place))
    .execute()
}
