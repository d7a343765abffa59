import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { prepareInsert, prepareQuery, queryInChunks } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type ReceiptRow = Row<'receipts'>
export type KeyRow = Row<'receipt_keys'>

const insert = prepareInsert('receipts')

export async function insertReceipts(tx: Tx, rows: readonly ReceiptRow[]): Promise<void> {
  await insert(tx, rows)
}

const bySubject = prepareQuery<{ subject: string }>()((db, value) =>
  db.selectFrom('receipts').selectAll().where('subject', '=', value.subject),
)

/** The receipt of a payment or refund; null if it has none. */
export async function findReceipt(db: Db, subject: string): Promise<ReceiptRow | null> {
  return (await bySubject(db, { subject }))[0] ?? null
}

/** The receipts of payments and refunds as they were issued, by payment or refund. */
export async function findReceipts(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  const [only] = subjects
  if (only === undefined) return new Map()
  const rows =
    subjects.length === 1
      ? await bySubject(db, { subject: only })
      : await queryInChunks(subjects, (chunk) =>
          db.selectFrom('receipts').selectAll().where('subject', 'in', chunk).execute(),
        )
  return new Map(rows.map(({ subject, jws }) => [subject, jws]))
}

const signing = prepareQuery<{ livemode: boolean }>()((db, value) =>
  db.selectFrom('receipt_keys').selectAll().where('livemode', '=', value.livemode).where('retired_at', 'is', null),
)

/** The key that signs in an environment; null before the first start. */
export async function findSigningKey(db: Db, livemode: boolean): Promise<KeyRow | null> {
  return (await signing(db, { livemode }))[0] ?? null
}

/** All keys that ever signed in an environment, newest first. */
export function listKeyRows(db: Db, livemode: boolean): Promise<KeyRow[]> {
  return db
    .selectFrom('receipt_keys')
    .selectAll()
    .where('livemode', '=', livemode)
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute()
}

/** Keeps the existing key if another process was faster. */
export async function insertKey(tx: Tx, row: NewRow<'receipt_keys'>): Promise<void> {
  await tx
    .insertInto('receipt_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the private half of the signing key away, and adds the key that follows. */
export async function replaceSigningKey(tx: Tx, next: NewRow<'receipt_keys'>): Promise<void> {
  await pipeline([
    tx
      .updateTable('receipt_keys')
      .set({ retired_at: next.created_at, private_key: null })
      .where('livemode', '=', next.livemode)
      .where('retired_at', 'is', null)
      .execute(),
    tx.insertInto('receipt_keys').values(next).execute(),
  ])
}
