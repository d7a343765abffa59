import type { Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import { inChunks } from '../storage/in-chunks.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type AuthorizationRow = Row<'authorizations'>

/** A payment's, the oldest first. */
export function findOfPayment(db: Db, paymentId: string): Promise<AuthorizationRow[]> {
  return db.selectFrom('authorizations').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

export async function findByNonce(db: Db, nonce: string): Promise<AuthorizationRow | null> {
  return (await db.selectFrom('authorizations').selectAll().where('nonce', '=', nonce).executeTakeFirst()) ?? null
}

/** Those that transactions used. */
export function findUsedIn(db: Db, chain: string, hashes: readonly string[]): Promise<AuthorizationRow[]> {
  return inChunks(hashes, (chunk) =>
    db.selectFrom('authorizations').selectAll().where('chain', '=', chain).where('hash', 'in', chunk).execute(),
  )
}

export async function insertAuthorization(tx: Tx, row: NewRow<'authorizations'>): Promise<void> {
  await tx.insertInto('authorizations').values(row).execute()
}

type End = Pick<AuthorizationRow, 'state' | 'reason' | 'hash' | 'cost' | 'ended_at'>

/** False when it has ended already. */
export async function endAuthorization(tx: Tx, nonce: string, end: End): Promise<boolean> {
  const rows = await tx
    .updateTable('authorizations')
    .set(end)
    .where('nonce', '=', nonce)
    .where('state', '=', 'pending')
    .returning('nonce')
    .execute()
  return rows.length === 1
}

/** Wei that a network's have cost, or may cost, that were stored since. */
export async function spentSince(db: Db, { environment, name }: Network, since: number): Promise<bigint> {
  const rows = await db
    .selectFrom('authorizations')
    .select('cost')
    .where('environment', '=', environment)
    .where('network', '=', name)
    .where('created_at', '>', since)
    .execute()
  return rows.reduce((sum, { cost }) => sum + BigInt(cost), 0n)
}

/** Those of a network that are pending while their payment asks for another amount, or for none. */
export function findUnneeded(db: Db, { environment, name }: Network, limit: number): Promise<AuthorizationRow[]> {
  return db
    .selectFrom('authorizations')
    .innerJoin('payments', 'payments.id', 'authorizations.payment_id')
    .selectAll('authorizations')
    .where('authorizations.state', '=', 'pending')
    .where('environment', '=', environment)
    .where('authorizations.network', '=', name)
    .where((eb) =>
      eb.or([
        eb('payments.outstanding', '!=', eb.ref('authorizations.amount')),
        eb('payments.status', 'not in', ['created', 'partially_paid']),
      ]),
    )
    .limit(limit)
    .execute()
}
