import { askingStatuses } from '@crypto-checkout/api-types'
import { sql } from 'kysely'
import type { Network } from '../../chains/network.ts'
import type { AuthorizationTerms } from '../../chains/payer-transactions.ts'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import type { Environment } from '../../domain/catalog/networks.ts'
import {
  type AuthorizationRow,
  type EvmColumns,
  selectAuthorizations,
} from '../../payments/matching/authorization-store.ts'
import type { Db, Tx } from '../../storage/database.ts'
import type { Row } from '../../storage/tables.ts'
import { findSends } from '../../transactions/send.ts'
import type { RelayRow } from '../store.ts'

/** A payment's authorizations, oldest first. */
export function findPaymentAuthorizations(db: Db, paymentId: string): Promise<AuthorizationRow[]> {
  return selectAuthorizations(db).where('payment_id', '=', paymentId).orderBy('created_at').execute()
}

/**
 * Sums what an account's pending authorizations will still take from its balance, in the token's own integer. It leaves
 * out those whose transfer is on the chain, whichever account sent it.
 */
export async function sumPending(
  db: Db,
  network: Network,
  { token, from }: Pick<AuthorizationTerms, 'token' | 'from'>,
): Promise<bigint> {
  const rows = await db
    .selectFrom('relays')
    .select('raw_amount')
    // A pending authorization, in terms of the index.
    .where('ended_at', 'is', null)
    .where('environment', '=', network.environment)
    .where('relays.network', '=', network.name)
    .where('relays.chain', '=', network.chain.id)
    .where('relays.token', '=', token.toLowerCase())
    .where('relays.from_address', '=', from.toLowerCase())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('transfers')
            .select(sql.lit(1).as('one'))
            .whereRef('transfers.tx_hash', '=', 'relays.hash')
            .where('transfers.state', '!=', 'orphaned'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sends')
            .innerJoin('send_attempts', 'send_attempts.send_id', 'sends.id')
            // A signed transaction names its chain, so its hash is of one chain. The chain's own index would be slow.
            .innerJoin('transfers', 'transfers.tx_hash', 'send_attempts.hash')
            .select(sql.lit(1).as('one'))
            .where('sends.purpose', '=', 'relay')
            .whereRef('sends.subject', '=', 'relays.id')
            .where('transfers.state', '!=', 'orphaned'),
        ),
      ),
    )
    .execute()
  return rows.reduce((sum, { raw_amount }) => sum + raw_amount, 0n)
}

/**
 * A network's pending authorizations whose payment asks for another amount or coin, or for none. They come in the order of their
 * ids, after one of them; or only the one with an id.
 */
export function findUnneeded(
  db: Db,
  { environment, name }: Network,
  where: { readonly after: string; readonly limit: number } | { readonly id: string },
): Promise<AuthorizationRow[]> {
  const unneeded = db
    .selectFrom('relays')
    .innerJoin('payments', 'payments.id', 'relays.payment_id')
    .selectAll('relays')
    .$narrowType<EvmColumns>()
    // A pending authorization, in terms of the index.
    .where('ended_at', 'is', null)
    .where('environment', '=', environment)
    .where('relays.network', '=', name)
    .where((eb) =>
      eb.or([
        eb('payments.outstanding', '!=', eb.ref('relays.due')),
        eb('payments.chain', '!=', eb.ref('relays.chain')),
        eb('payments.token', '!=', eb.ref('relays.token')),
        eb('payments.status', 'not in', askingStatuses),
      ]),
    )
  if ('id' in where) return unneeded.where('relays.id', '=', where.id).execute()
  return unneeded.where('relays.id', '>', where.after).orderBy('relays.id').limit(where.limit).execute()
}

const AT_ONCE = 100

/**
 * A network's authorizations whose use is not certain: pending ones, failed ones that could be used at a time (in
 * milliseconds) or later, and failed ones that another transaction seems to have used.
 */
export async function findUncertain(
  db: Db,
  { environment, name }: Network,
  { createdBefore, validSince }: { readonly createdBefore: number; readonly validSince: number },
): Promise<AuthorizationRow[]> {
  const of = () =>
    selectAuthorizations(db).where('environment', '=', environment).where('network', '=', name).limit(AT_ONCE)
  // A literal: the partial indexes of failed ones cannot serve bound values.
  const failed = () => of().where('state', '=', sql.lit('failed'))
  // A query for each condition, because no index serves several at once.
  const [pending, unnamed, named] = await Promise.all([
    of().where('ended_at', 'is', null).where('created_at', '<', createdBefore).orderBy('created_at').execute(),
    failed()
      .where('valid_before', '>', Math.floor(validSince / 1_000))
      .where('hash', 'is', null)
      .orderBy('valid_before')
      .execute(),
    failed().where('hash', 'is not', null).execute(),
  ])
  return [...pending, ...unnamed, ...named]
}

/**
 * Transfers on the chain of exactly what was authorized, since it was: unattributed ones, and those of its payment.
 * Oldest first.
 */
export async function findCandidates(db: Db, row: RelayRow): Promise<Row<'transfers'>[]> {
  const authorized = () =>
    db
      .selectFrom('transfers')
      .selectAll()
      // A literal: the partial index of unattributed transfers cannot serve bound values.
      .where('direction', '=', sql.lit('in'))
      .where('to_address', '=', row.to_address)
      .where('amount', '=', row.amount)
      .where('block_time', '>', row.created_at - CLOCK_TOLERANCE_MS)
      .where('chain', '=', row.chain)
      .where('token', '=', row.token)
      .where('from_address', '=', row.from_address)
      .where('raw_amount', '=', row.raw_amount)
      .where('state', '!=', 'orphaned')
      .limit(AT_ONCE)
  // Two queries, because no index serves both conditions at once.
  const [strays, own] = await Promise.all([
    authorized().where('payment_id', 'is', null).execute(),
    authorized().where('payment_id', '=', row.payment_id).execute(),
  ])
  return [...strays, ...own].sort((a, b) => a.seq - b.seq)
}

/**
 * Somebody else used an authorization. It stays pending while its send is on its way, and failed until the transaction
 * is final.
 */
export async function markUsed(
  tx: Tx,
  { id, state }: RelayRow,
  { hash, isFinal }: { readonly hash: string; readonly isFinal: boolean },
): Promise<void> {
  const end = state === 'failed' && isFinal ? ({ state: 'used', reason: null } as const) : {}
  await tx
    .updateTable('relays')
    .set({ ...end, hash })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

/** Forgets the transaction that was thought to have used an authorization. */
export async function forgetHash(tx: Tx, { id, hash }: RelayRow): Promise<void> {
  await tx
    .updateTable('relays')
    .set({ hash: null })
    .where('id', '=', id)
    .where('hash', '=', hash)
    .where('state', '!=', 'used')
    .execute()
}

/**
 * Authorizations of an environment that ended in a period (milliseconds, `to` excluded), with the transaction that
 * relayed them.
 */
export function findRelaysBetween(
  db: Db,
  { environment, from, to }: { readonly environment: Environment; readonly from: number; readonly to: number },
) {
  return db
    .selectFrom('relays')
    .leftJoin('sends', (join) => join.onRef('sends.subject', '=', 'relays.id').on('sends.purpose', '=', 'relay'))
    .select(['relays.payment_id', 'relays.network', 'relays.chain', 'relays.token'])
    .select(['relays.from_address', 'relays.to_address', 'relays.raw_amount'])
    .select(['relays.state', 'relays.hash'])
    .select(['sends.signer', 'sends.nonce', 'sends.hash as send_hash', 'sends.block_number as send_block'])
    .where('relays.environment', '=', environment)
    .where('relays.family', '=', 'evm')
    .where('relays.ended_at', '>=', from)
    .where('relays.ended_at', '<', to)
    .orderBy('relays.created_at')
    .execute()
}

/** The pending transaction for a payer's authorization; null before the key has signed it, and once it has ended. */
export async function findPendingRelay(
  db: Db,
  paymentId: string,
): Promise<{ readonly hash: string; readonly since: number } | null> {
  const pending = (await findPaymentAuthorizations(db, paymentId)).find(({ state }) => state === 'pending')
  if (!pending) return null
  const [send] = await findSends(db, 'relay', pending.id)
  return send?.hash ? { hash: send.hash, since: pending.created_at } : null
}

/** The transaction on the chain that used an authorization, by its receipt or its transfer; null if none is known. */
export async function findRelayHash(db: Db, { id, payment_id, state, hash }: RelayRow): Promise<string | null> {
  if (state === 'used') return hash
  const attempts = await db
    .selectFrom('sends')
    .innerJoin('send_attempts', 'send_attempts.send_id', 'sends.id')
    .select('send_attempts.hash')
    .where('sends.purpose', '=', 'relay')
    .where('sends.subject', '=', id)
    .execute()
  const hashes = [...attempts.map((attempt) => attempt.hash), ...(hash === null ? [] : [hash])]
  if (hashes.length === 0) return null
  const row = await db
    .selectFrom('transfers')
    .select('tx_hash')
    .where('payment_id', '=', payment_id)
    .where('tx_hash', 'in', hashes)
    .where('state', '!=', 'orphaned')
    .limit(1)
    .executeTakeFirst()
  return row?.tx_hash ?? null
}

/**
 * Accounts (lower case) that have signed for a payment, whatever the outcome. A stored authorization was verified to be
 * the account's own signature over a transfer to the payment's address.
 */
export async function findSigners(db: Db, paymentId: string): Promise<string[]> {
  return (await findPaymentAuthorizations(db, paymentId)).map((row) => row.from_address)
}
