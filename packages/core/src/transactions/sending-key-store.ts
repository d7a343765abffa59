import { sql } from 'kysely'
import type { Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import type { Db, Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import type { Account, SendRow } from './store.ts'

export type KeyRow = Row<'sending_keys'>

function toKey({ network, signer }: Account) {
  return { chain: network.chain.id, signer: signer.address.toLowerCase() }
}

/** Null if the key was never compared with the chain. */
export async function findKey(db: Db, account: Account): Promise<KeyRow | null> {
  const row = await db
    .selectFrom('sending_keys')
    .selectAll()
    .where((eb) => eb.and(toKey(account)))
    .executeTakeFirst()
  return row ?? null
}

/** Never lowers the value: an explained nonce stays explained. */
export async function saveKey(
  tx: Tx,
  account: Account,
  known: { readonly accounted: number; readonly checkedBlock: number | null },
): Promise<void> {
  const before = await findKey(tx, account)
  const values = {
    accounted: Math.max(before?.accounted ?? 0, known.accounted),
    checked_block: known.checkedBlock ?? before?.checked_block ?? null,
  }
  await tx
    .insertInto('sending_keys')
    .values({ ...toKey(account), ...values })
    .onConflict((conflict) => conflict.columns(['chain', 'signer']).doUpdateSet(values))
    .execute()
}

/** The sends of a key that have this nonce or a higher one. */
export function findFromNonce(
  db: Db,
  account: Account,
  from: number,
): Promise<Pick<SendRow, 'id' | 'nonce' | 'state' | 'missing_since'>[]> {
  return db
    .selectFrom('sends')
    .select(['id', 'nonce', 'state', 'missing_since'])
    .where((eb) => eb.and(toKey(account)))
    .where('nonce', '>=', from)
    .orderBy('nonce')
    .execute()
}

/** Sends whose nonce was finally used by none of their known transactions. Oldest first. */
export function findMissing(db: Db, account: Account): Promise<SendRow[]> {
  return findIn(db, account, 'signed').where('missing_since', 'is not', null).execute()
}

/** Sends that an unknown transaction may match: missing or queued. */
export async function findUndecided(db: Db, account: Account): Promise<SendRow[]> {
  return [...(await findMissing(db, account)), ...(await findIn(db, account, 'queued').execute())]
}

function findIn(db: Db, { network, signer }: Account, state: 'queued' | 'signed') {
  return db
    .selectFrom('sends')
    .selectAll()
    .where('environment', '=', network.environment)
    .where('network', '=', network.name)
    .where('chain', '=', network.chain.id)
    .where('signer', '=', signer.address.toLowerCase())
    .where('state', '=', sql.lit(state))
    .orderBy('id')
}

/**
 * The first block of the search for a key's transactions, if the key was never compared with the chain; null if nothing
 * indicates it.
 */
export async function findFirstBlock(db: Db, account: Account): Promise<number | null> {
  const sent = await db
    .selectFrom('sends')
    .select((eb) => eb.fn.max('block_number').as('number'))
    .where((eb) => eb.and(toKey(account)))
    .executeTakeFirst()
  if (typeof sent?.number === 'number') return sent.number
  const paid = await db
    .selectFrom('transfers')
    .select((eb) => eb.fn.min('block_number').as('number'))
    .where('chain', '=', account.network.chain.id)
    .executeTakeFirst()
  return typeof paid?.number === 'number' ? paid.number : null
}

/** Tells whether a payment on a network's chain was created before a time in milliseconds. */
export async function hasPayments(db: Db, { chain }: Network, before: number): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('chain', '=', chain.id)
    .where('created_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const MAX_HASHES = 500

/** Transactions that moved coins to watched addresses, from a block on. They include relays and sweeps. */
export async function findHashesSince(db: Db, { chain }: Network, block: number): Promise<string[]> {
  const rows = await db
    .selectFrom('transfers')
    .select('tx_hash')
    .distinct()
    .where('chain', '=', chain.id)
    .where('block_number', '>=', block)
    .where('direction', '=', 'in')
    .limit(MAX_HASHES)
    .execute()
  return rows.map((row) => row.tx_hash)
}

/**
 * The addresses (lower case) of the keys that a server was configured with for refunds, that were ever compared with a
 * chain, or that have sends that are not over.
 */
export async function findRecordedKeys(db: Db, { environment, name, chain }: Network): Promise<string[]> {
  const open = (state: 'queued' | 'signed') =>
    db
      .selectFrom('sends')
      .select('signer')
      .where('environment', '=', environment)
      .where('network', '=', name)
      .where('chain', '=', chain.id)
      .where('state', '=', sql.lit(state))
  const compared = db.selectFrom('sending_keys').select('signer').where('chain', '=', chain.id)
  const configured = db.selectFrom('refund_keys').select('signer').where('chain', '=', chain.id)
  const recorded = compared.union(configured).union(open('queued')).union(open('signed'))
  const rows = await recorded.orderBy('signer').execute()
  return rows.map(({ signer }) => signer)
}

/** The merchants whose refunds a key (any case) was to pay, or pays. */
export async function findRefundedMerchants(db: Db, { chain }: Network, address: string): Promise<string[]> {
  const signer = address.toLowerCase()
  const paid = db
    .selectFrom('refunds')
    .select('merchant_id')
    .where('chain', '=', chain.id)
    .where('from_address', '=', signer)
    .where('method', '=', sql.lit('signer' as const))
  const configured = db
    .selectFrom('refund_keys')
    .select('merchant_id')
    .where((eb) => eb.and({ chain: chain.id, signer }))
  const rows = await paid.union(configured).execute()
  return rows.map((row) => row.merchant_id)
}

/** Records the keys for refunds. A key is recorded before it first signs, so that a backup knows it. */
export async function recordRefundKeys(ctx: Pick<Context, 'db' | 'networks' | 'transact'>): Promise<void> {
  for (const { chain, sending } of ctx.networks) {
    if (!sending?.refunds) continue
    const { signer, merchantId } = sending.refunds
    const key = { chain: chain.id, signer: signer.address.toLowerCase(), merchant_id: merchantId }
    const find = ctx.db
      .selectFrom('refund_keys')
      .select('signer')
      .where((eb) => eb.and(key))
    if (await find.executeTakeFirst()) continue
    await ctx.transact((tx) =>
      tx
        .insertInto('refund_keys')
        .values(key)
        .onConflict((one) => one.doNothing())
        .execute(),
    )
  }
}

/** Tells whether a key has paid the gas of sweeps or relays. Such a key pays no refunds. */
export async function paidForGas(db: Db, account: Account): Promise<boolean> {
  const row = await db
    .selectFrom('sends')
    .select('id')
    .where((eb) => eb.and(toKey(account)))
    .where('purpose', 'in', ['settlement', 'relay', 'factory', 'conversion', 'delivery'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A refund that a key's transaction may have paid. */
type Payable = {
  readonly token: string
  /** Lower case. */
  readonly to: string
  readonly rawAmount: bigint
  /** Its payment was made before this time in milliseconds. */
  readonly madeBefore: number
}

/** The pending refunds of a coin, amount and address, oldest first, and then the cancelled ones. */
export async function findPayable(
  db: Db,
  { chain }: Network,
  { token, to, rawAmount, madeBefore }: Payable,
): Promise<Pick<Row<'refunds'>, 'id' | 'merchant_id' | 'status'>[]> {
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.merchant_id', 'refunds.status'])
    .where('refunds.chain', '=', chain.id)
    .where('refunds.to_address', '=', to)
    .where('refunds.token', '=', token)
    .where('refunds.raw_amount', '=', rawAmount)
    .where('refunds.status', 'in', ['pending', 'cancelled'])
    .where('payments.created_at', '<=', madeBefore)
    .orderBy('refunds.seq')
    .execute()
  return [...rows.filter(({ status }) => status === 'pending'), ...rows.filter(({ status }) => status === 'cancelled')]
}
