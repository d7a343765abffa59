import type { Network } from '../chains/network.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { NewRow, Row } from '../storage/tables.ts'
import { findSends } from '../transactions/send.ts'

export type AuthorizationRow = Row<'authorizations'>

/** A payment's authorizations, oldest first. */
export function findPaymentAuthorization(db: Db, paymentId: string): Promise<AuthorizationRow[]> {
  return db.selectFrom('authorizations').selectAll().where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

export async function findByNonce(db: Db, nonce: string): Promise<AuthorizationRow | null> {
  return (await db.selectFrom('authorizations').selectAll().where('nonce', '=', nonce).executeTakeFirst()) ?? null
}

export async function insertAuthorization(tx: Tx, row: NewRow<'authorizations'>): Promise<void> {
  await tx.insertInto('authorizations').values(row).execute()
}

type End = Pick<AuthorizationRow, 'state' | 'reason' | 'hash' | 'cost' | 'ended_at'>

/** False if it has already ended. */
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

/**
 * The cost of a network's authorizations that ended since a time, and the most that its open ones may cost, in wei. All
 * open ones may be sent today.
 */
export async function sumSpentSince(db: Db, network: Network, since: number): Promise<bigint> {
  // Two queries, because no index serves both conditions at once.
  const [ended, open] = await Promise.all([
    sumOfCosts(db, network).where('ended_at', '>', since).executeTakeFirstOrThrow(),
    sumOfCosts(db, network).where('ended_at', 'is', null).executeTakeFirstOrThrow(),
  ])
  return BigInt(Math.ceil((ended.cost ?? 0) + (open.cost ?? 0)))
}

/** Exact to fifteen digits: a sum in 64 bits overflows at nine coins. */
function sumOfCosts(db: Db, { environment, name }: Network) {
  return db
    .selectFrom('authorizations')
    .select((eb) => eb.fn.sum<number | null>(eb.cast<number>('cost', 'double precision')).as('cost'))
    .where('environment', '=', environment)
    .where('network', '=', name)
}

/**
 * A network's pending authorizations whose payment asks for another amount or coin, or for none. They come in the order of their
 * nonces, after one of them; or only the one with a nonce.
 */
export function findUnneeded(
  db: Db,
  { environment, name }: Network,
  where: { readonly after: string; readonly limit: number } | { readonly nonce: string },
): Promise<AuthorizationRow[]> {
  const unneeded = db
    .selectFrom('authorizations')
    .innerJoin('payments', 'payments.id', 'authorizations.payment_id')
    .selectAll('authorizations')
    // A pending authorization, in terms of the index.
    .where('ended_at', 'is', null)
    .where('environment', '=', environment)
    .where('authorizations.network', '=', name)
    .where((eb) =>
      eb.or([
        eb('payments.outstanding', '!=', eb.ref('authorizations.amount')),
        eb('payments.chain', '!=', eb.ref('authorizations.chain')),
        eb('payments.token', '!=', eb.ref('authorizations.token')),
        eb('payments.status', 'not in', ['created', 'partially_paid']),
      ]),
    )
  if ('nonce' in where) return unneeded.where('nonce', '=', where.nonce).execute()
  return unneeded.where('nonce', '>', where.after).orderBy('nonce').limit(where.limit).execute()
}

/**
 * Authorizations of an environment that ended in a period (milliseconds, `to` excluded), with the transaction that
 * relayed them.
 */
export function findRelaysBetween(
  db: Db,
  { environment, from, to }: { readonly environment: string; readonly from: number; readonly to: number },
) {
  return db
    .selectFrom('authorizations')
    .leftJoin('sends', (join) =>
      join.onRef('sends.subject', '=', 'authorizations.nonce').on('sends.purpose', '=', 'relay'),
    )
    .select(['authorizations.payment_id', 'authorizations.network', 'authorizations.chain', 'authorizations.token'])
    .select(['authorizations.from_address', 'authorizations.to_address', 'authorizations.raw_amount'])
    .select(['authorizations.state', 'authorizations.hash'])
    .select(['sends.signer', 'sends.nonce', 'sends.hash as send_hash', 'sends.block_number as send_block'])
    .where('authorizations.environment', '=', environment)
    .where('authorizations.ended_at', '>=', from)
    .where('authorizations.ended_at', '<', to)
    .orderBy('authorizations.created_at')
    .execute()
}

/** The pending transaction for a payer's authorization; null before the key has signed it, and once it has ended. */
export async function findPendingRelay(
  db: Db,
  paymentId: string,
): Promise<{ readonly hash: string; readonly since: number } | null> {
  const pending = (await findPaymentAuthorization(db, paymentId)).find(({ state }) => state === 'pending')
  if (!pending) return null
  const [send] = await findSends(db, 'relay', pending.nonce)
  return send?.hash ? { hash: send.hash, since: pending.created_at } : null
}

/**
 * Accounts (lower case) that have signed for a payment, whatever the outcome. A stored authorization was verified to be
 * the account's own signature, and names the payment by its nonce.
 */
export async function findSigners(db: Db, paymentId: string): Promise<string[]> {
  return (await findPaymentAuthorization(db, paymentId)).map((row) => row.from_address)
}
