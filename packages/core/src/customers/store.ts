import { type Owner, toOwnerColumns } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareQuery, queryInChunks } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type EmailRow = Row<'customer_emails'>
type RoundRow = Row<'customer_receipts'>

/** Sets the address of a payment, in place of the one before. */
export async function replaceEmail(tx: Tx, row: EmailRow): Promise<void> {
  const { email, email_key, language, created_at } = row
  await tx
    .insertInto('customer_emails')
    .values(row)
    .onConflict((conflict) => conflict.column('payment_id').doUpdateSet({ email, email_key, language, created_at }))
    .execute()
}

const byPayment = prepareQuery<{ id: string }>()((db, value) =>
  db.selectFrom('customer_emails').select('payment_id').where('payment_id', '=', value.id),
)

/** The payments that have an address, of some. */
export async function findWithEmail(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const [only] = ids
  if (only === undefined) return new Set()
  const rows =
    ids.length === 1
      ? await byPayment(db, { id: only })
      : await queryInChunks(ids, (chunk) =>
          db.selectFrom('customer_emails').select('payment_id').where('payment_id', 'in', chunk).execute(),
        )
  return new Set(rows.map(({ payment_id }) => payment_id))
}

/** The time of the oldest address of a merchant in an environment; null if it has none. */
export async function findOldestEmail(db: Db, owner: Owner): Promise<number | null> {
  const row = await db
    .selectFrom('customer_emails')
    .select('created_at')
    .where((eb) => eb.and(toOwnerColumns(owner)))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Erases the oldest addresses up to a time, at most `limit`. Returns their number. */
export async function eraseEmails(tx: Tx, owner: Owner, until: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('customer_emails')
    .select('payment_id')
    .where((eb) => eb.and(toOwnerColumns(owner)))
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  const ids = old.map(({ payment_id }) => payment_id)
  if (ids.length > 0) await tx.deleteFrom('customer_emails').where('payment_id', 'in', ids).execute()
  return ids.length
}

/** A round that exists already stays as it is. */
export async function insertRounds(tx: Tx, rows: readonly NewRow<'customer_receipts'>[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('customer_receipts')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['subject', 'round']).doNothing())
    .execute()
}

/** Due rounds with their receipts, addresses and shops, the longest due first. An erased address is null. */
export function findDueRounds(db: Db, now: number, limit: number) {
  return db
    .selectFrom('customer_receipts as one')
    .leftJoin('customer_emails as customer', 'customer.payment_id', 'one.payment_id')
    .innerJoin('receipts', 'receipts.subject', 'one.subject')
    .innerJoin('merchants', 'merchants.id', 'one.merchant_id')
    .innerJoin('payments', 'payments.id', 'one.payment_id')
    .selectAll('one')
    .select(['customer.email', 'customer.email_key', 'customer.language'])
    .select(['receipts.jws', 'merchants.support_email', 'payments.reference'])
    .where('one.due_at', '<=', now)
    .orderBy('one.due_at')
    .limit(limit)
    .execute()
}

/** Counts the receipts that a merchant sent to an address since a time. */
export function countSentTo(db: Db, owner: Owner, emailKey: string, since: number): Promise<number> {
  return countRows(
    db
      .selectFrom('customer_receipts')
      .where((eb) => eb.and({ ...toOwnerColumns(owner), status: 'sent' }))
      .where('ended_at', '>', since)
      .where('payment_id', 'in', (eb) =>
        eb.selectFrom('customer_emails').select('payment_id').where('email_key', '=', emailKey),
      ),
  )
}

type Claim = Pick<RoundRow, 'seq' | 'due_at' | 'attempts'>

/** Takes a due round for this process until a time. False if another process has it. */
export async function claimRound(tx: Tx, row: Claim, until: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer_receipts')
    .set({ due_at: until, attempts: row.attempts + 1 })
    .where('seq', '=', row.seq)
    .where('due_at', '=', row.due_at)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes a pending round due at another time. */
export async function postponeRound(tx: Tx, { seq, due_at }: Claim, until: number): Promise<void> {
  await tx
    .updateTable('customer_receipts')
    .set({ due_at: until })
    .where('seq', '=', seq)
    .where('due_at', '=', due_at)
    .where('status', '=', 'pending')
    .execute()
}

/** Marks a round as sent, also if another process has taken it again. */
export async function markSent(tx: Tx, { seq }: Pick<Claim, 'seq'>, now: number): Promise<void> {
  await tx
    .updateTable('customer_receipts')
    .set({ status: 'sent', due_at: null, ended_at: now })
    .where('seq', '=', seq)
    .where('status', '!=', 'sent')
    .execute()
}

/** It was given up by the attempt that found it with `attempts`. A later attempt of another process decides for itself. */
export async function markFailed(
  tx: Tx,
  { seq, attempts }: Pick<Claim, 'seq' | 'attempts'>,
  now: number,
): Promise<void> {
  await tx
    .updateTable('customer_receipts')
    .set({ status: 'failed', due_at: null, ended_at: now })
    .where('seq', '=', seq)
    .where('status', '=', 'pending')
    .where('attempts', '=', attempts + 1)
    .execute()
}

/** All rounds of a payment and its refunds, the newest first. */
export function listRounds(db: Db, paymentId: string): Promise<RoundRow[]> {
  return db
    .selectFrom('customer_receipts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('seq', 'desc')
    .execute()
}

/** The payment and the refunds of it that have receipts. */
export async function listReceiptSubjects(db: Db, paymentId: string): Promise<string[]> {
  const refunds = db.selectFrom('refunds').select('id').where('payment_id', '=', paymentId)
  const rows = await db
    .selectFrom('receipts')
    .select('subject')
    .where((eb) => eb.or([eb('subject', '=', paymentId), eb('subject', 'in', refunds)]))
    .orderBy('issued_at')
    .orderBy('subject')
    .execute()
  return rows.map(({ subject }) => subject)
}
