import { hash } from 'node:crypto'
import type { Network } from '../../chains/network.ts'
import type { Attempt, SponsoredAuthorization, SponsoredTerms } from '../../chains/sponsor.ts'
import type { Db, Tx } from '../../storage/database.ts'
import type { SponsoredRow, StellarColumns } from '../store.ts'

function selectSponsored(db: Db) {
  return db.selectFrom('relays').selectAll().where('family', '=', 'stellar').$narrowType<StellarColumns>()
}

/** An account may use a nonce once on a chain. */
export function computeSponsoredId(
  chain: string,
  { from, nonce }: Pick<SponsoredAuthorization, 'from' | 'nonce'>,
): string {
  return hash('sha256', `crypto-checkout sponsored ${chain} ${from} ${nonce}`.toLowerCase())
}

/** The one that is on its way; if there is none, the one that has waited longest. */
export async function findNext(db: Db, { environment, name, chain }: Network): Promise<SponsoredRow | null> {
  const pending = () =>
    selectSponsored(db)
      // Pending ones, in terms of the index.
      .where('ended_at', 'is', null)
      .where('environment', '=', environment)
      .where('network', '=', name)
      .where('chain', '=', chain.id)
      .orderBy('created_at')
      .limit(1)
  const onWay = await pending().where('envelope', 'is not', null).executeTakeFirst()
  return onWay ?? (await pending().executeTakeFirst()) ?? null
}

/** False if it is signed already, or has ended. */
export async function storeAttempt(tx: Tx, id: string, signer: string, attempt: Attempt): Promise<boolean> {
  const { envelope, hash, sequence, until, fee } = attempt
  const rows = await tx
    .updateTable('relays')
    .set({ signer, envelope, sent_hash: hash, sequence: String(sequence), sent_until: until, cost: fee })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('envelope', 'is', null)
    .returning('id')
    .execute()
  return rows.length === 1
}

/** The sequence number that an account is known to have used last; 0 if none is known. */
export async function findLastSequence(db: Db, chain: string, signer: string): Promise<bigint> {
  const row = await db
    .selectFrom('relays')
    .innerJoin('transfers', (join) =>
      join
        .onRef('transfers.chain', '=', 'relays.chain')
        .onRef('transfers.tx_hash', '=', 'relays.sent_hash')
        .on('transfers.state', '!=', 'orphaned'),
    )
    .select('relays.sequence')
    .where('relays.chain', '=', chain)
    .where('relays.signer', '=', signer)
    .where('relays.state', '=', 'used')
    .whereRef('relays.hash', '=', 'relays.sent_hash')
    .orderBy('relays.ended_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return BigInt(row?.sequence ?? 0)
}

/**
 * The transaction that moved what was authorized; null while none was read. The memo has led it to its payment. Anybody
 * may have sent it: the checkout's own comes first.
 */
export async function findPaying(db: Db, row: SponsoredRow): Promise<string | null> {
  const found = await db
    .selectFrom('transfers')
    .select('tx_hash')
    .where('payment_id', '=', row.payment_id)
    .where('chain', '=', row.chain)
    .where('token', '=', row.token)
    .where('from_address', '=', row.from_address)
    .where('raw_amount', '=', row.raw_amount)
    .where('state', '!=', 'orphaned')
    .where('seq', '>', row.after_transfer)
    .orderBy('seq')
    .execute()
  const hashes = found.map(({ tx_hash }) => tx_hash)
  return hashes.find((one) => one === row.sent_hash) ?? hashes[0] ?? null
}

/** The same, once it has ended too: one node may have invented the transfer that ended it. */
export async function findMoved(db: Db, row: SponsoredRow): Promise<string | null> {
  const known = await db
    .selectFrom('transfers')
    .select('tx_hash')
    .where('chain', '=', row.chain)
    .where('tx_hash', '=', row.hash ?? '')
    .where('state', '!=', 'orphaned')
    .limit(1)
    .executeTakeFirst()
  return known?.tx_hash ?? findPaying(db, row)
}

/** The number of the newest transfer of a payment; 0 without one. */
export async function findNewestTransfer(db: Db, paymentId: string): Promise<number> {
  const newest = await db
    .selectFrom('transfers')
    .select('seq')
    .where('payment_id', '=', paymentId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.seq ?? 0
}

/** Converts what was authorized to the form that the network's sponsor takes. */
export function toAuthorized(
  { chain }: Network,
  row: SponsoredRow,
): { readonly authorization: SponsoredAuthorization; readonly terms: SponsoredTerms } {
  const { display } = chain.addresses
  return {
    authorization: {
      from: display(row.from_address),
      nonce: row.nonce,
      validUntil: row.valid_until,
      entry: row.signature,
    },
    terms: {
      token: display(row.token),
      to: display(row.to_address),
      memo: row.memo,
      rawAmount: row.raw_amount,
    },
  }
}
