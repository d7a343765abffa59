import { type Owner, pickOwned } from '../../domain/owner.ts'
import { countRows, type Db, type Tx } from '../../storage/database.ts'
import type { ListPosition, NewRow, Row } from '../../storage/tables.ts'

export type LinkRow = Row<'payment_links'>
export async function insertLink(tx: Tx, row: NewRow<'payment_links'>): Promise<LinkRow> {
  return tx.insertInto('payment_links').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Any merchant's link, for its page, which opens for anyone with the id. */
export async function findAnyLink(db: Db, id: string): Promise<LinkRow | null> {
  return (await db.selectFrom('payment_links').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findLink(db: Db, owner: Owner, id: string): Promise<LinkRow | null> {
  return pickOwned(await findAnyLink(db, id), owner)
}

/** Newest first, after the item of the cursor. */
export function listLinkRows(db: Db, owner: Owner, after: ListPosition | null, limit: number): Promise<LinkRow[]> {
  return own(db, owner)
    .selectAll()
    .$if(after !== null, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'seq'), '<', eb.tuple(after?.created_at ?? 0, after?.seq ?? 0))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}

export function countLinks(db: Db, owner: Owner): Promise<number> {
  return countRows(own(db, owner))
}

export function countActiveLinks(db: Db, owner: Owner): Promise<number> {
  return countRows(own(db, owner).where('active', '=', 1))
}

export async function updateLinkRow(
  tx: Tx,
  { seq }: LinkRow,
  changes: Partial<Pick<LinkRow, 'active' | 'title' | 'max_payments'>>,
): Promise<LinkRow> {
  return tx.updateTable('payment_links').set(changes).where('seq', '=', seq).returningAll().executeTakeFirstOrThrow()
}

/** Counts a payment that the link makes now. False, and nothing is counted, if all of the link's places are taken. */
export async function countUse(tx: Tx, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_links')
    .set((eb) => ({ payment_count: eb('payment_count', '+', 1), taken_count: eb('taken_count', '+', 1) }))
    .where('id', '=', id)
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .where((eb) => eb.or([eb('max_payments', 'is', null), eb('taken_count', '<', eb.ref('max_payments'))]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

type Move = Pick<Row<'payments'>, 'payment_link' | 'status'> & { readonly from: string }

/** Gives back the places of payments that ended unpaid, and takes one for each that goes on after all. */
export async function movePlaces(tx: Tx, moves: readonly Move[]): Promise<void> {
  const changes = new Map<string, number>()
  for (const { payment_link, status, from } of moves) {
    const change = countPlace(status) - countPlace(from)
    if (payment_link !== null && change !== 0) changes.set(payment_link, (changes.get(payment_link) ?? 0) + change)
  }
  // In one order, so that two processes never wait for each other.
  for (const [id, change] of [...changes].sort(([one], [other]) => (one < other ? -1 : 1)))
    await tx
      .updateTable('payment_links')
      .set((eb) => ({ taken_count: eb('taken_count', '+', change) }))
      .where('id', '=', id)
      .execute()
}

function countPlace(status: string): 0 | 1 {
  return status === 'expired' || status === 'cancelled' ? 0 : 1
}

function own(db: Db, { merchantId, livemode }: Owner) {
  return db.selectFrom('payment_links').where('merchant_id', '=', merchantId).where('livemode', '=', livemode)
}
