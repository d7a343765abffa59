import { sql } from 'kysely'
import type { Network } from '../chains/network.ts'
import { computeCost, type Receipt, type SentTransaction, type Signer } from '../chains/transactor.ts'
import type { Fees } from '../domain/send.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareQuery, queryInChunks } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type SendRow = Row<'sends'>
export type AttemptRow = Row<'send_attempts'>

/** A key on a network: the sends that it signs there. */
export type Account = { readonly network: Network; readonly signer: Pick<Signer, 'address'> }

function toKey({ network, signer }: Account) {
  const { environment, name, chain } = network
  return { environment, network: name, chain: chain.id, signer: signer.address.toLowerCase() }
}

type NewSend = Pick<
  NewRow<'sends'>,
  'purpose' | 'subject' | 'to_address' | 'data' | 'least_gas' | 'max_cost' | 'created_at' | 'due_at'
>

/** Returns its id. */
export async function insertQueued(tx: Tx, account: Account, send: NewSend): Promise<number> {
  const row = await tx
    .insertInto('sends')
    .values({ ...toKey(account), ...send, state: 'queued' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/**
 * Due sends, longest due first: one that is postponed repeatedly comes after those not tried yet. A refund that a wallet
 * may have paid waits.
 */
export function findQueued(db: Db, account: Account, now: number, limit: number): Promise<SendRow[]> {
  return db
    .selectFrom('sends')
    .selectAll()
    .where((eb) => eb.and(toKey(account)))
    .where('state', '=', sql.lit('queued'))
    .where('due_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refunds')
            .select('refunds.id')
            .whereRef('refunds.id', '=', 'sends.subject')
            .where('held_for', 'is not', null),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Filters ids for sends that still wait to be signed. */
export async function findStillQueued(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await queryInChunks(ids, (chunk) =>
    db.selectFrom('sends').select('id').where('id', 'in', chunk).where('state', '=', sql.lit('queued')).execute(),
  )
  return rows.map(({ id }) => id)
}

/** By nonce, from one (included) to another (excluded). */
export function findSigned(
  db: Db,
  account: Account,
  { from, below = Number.MAX_SAFE_INTEGER, limit }: { from: number; below?: number; limit: number },
): Promise<SendRow[]> {
  return (
    db
      .selectFrom('sends')
      .selectAll()
      .where((eb) => eb.and(toKey(account)))
      .where('state', '=', sql.lit('signed'))
      // The `+` keeps planners off the index of all nonces, most of which belong to sends that ended long ago.
      .where(sql<number>`+nonce`, '>=', from)
      .where(sql<number>`+nonce`, '<', below)
      .orderBy('nonce')
      .limit(limit)
      .execute()
  )
}

/** Counts the sends that wait to be signed, and those that are signed but not final. */
export async function countOpen(db: Db, account: Account): Promise<{ queued: number; signed: number }> {
  const count = async (inState: typeof countQueued) => (await inState(db, toKey(account)))[0]?.count ?? 0
  return { queued: await count(countQueued), signed: await count(countSigned) }
}

const [countQueued, countSigned] = [countIn('queued'), countIn('signed')]

/**
 * The state is a literal: the partial indexes of some states need one, and with a bound value SQLite plans each query
 * anew.
 */
function countIn(state: 'queued' | 'signed') {
  return prepareQuery<ReturnType<typeof toKey>>()((db, value) =>
    db
      .selectFrom('sends')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('environment', '=', value.environment)
      .where('network', '=', value.network)
      .where('chain', '=', value.chain)
      .where('signer', '=', value.signer)
      .where('state', '=', sql.lit(state)),
  )
}

/** The highest nonce ever taken; null before the first. */
export async function findHighestNonce(db: Db, { network, signer }: Account): Promise<number | null> {
  const row = await db
    .selectFrom('sends')
    .select('nonce')
    .where('chain', '=', network.chain.id)
    .where('signer', '=', signer.address.toLowerCase())
    .where('nonce', 'is not', null)
    .orderBy('nonce', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.nonce ?? null
}

export async function hasNonce(db: Db, { network, signer }: Account, nonce: number): Promise<boolean> {
  const row = await db
    .selectFrom('sends')
    .select('id')
    .where('chain', '=', network.chain.id)
    .where('signer', '=', signer.address.toLowerCase())
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return row !== undefined
}

/** False if it is no longer in that state. */
export async function changeSend(
  tx: Tx,
  id: number,
  from: SendRow['state'],
  changes: Partial<Omit<SendRow, 'id'>>,
): Promise<boolean> {
  const rows = await tx
    .updateTable('sends')
    .set(changes)
    .where('id', '=', id)
    .where('state', '=', sql.lit(from))
    .returning('id')
    .execute()
  return rows.length === 1
}

/** Newest first. */
export function findAttempts(db: Db, sendId: number): Promise<AttemptRow[]> {
  return db.selectFrom('send_attempts').selectAll().where('send_id', '=', sendId).orderBy('number', 'desc').execute()
}

export type SignedBytes = {
  readonly hash: string
  readonly raw: string
  readonly gasLimit: bigint
  readonly fees: Fees
  readonly signedAt: number
  /** The transaction is empty and only takes the send's nonce. */
  readonly nonceOnly: boolean
}

/** Records an empty, final transaction that took a nonce. Returns the send's id. */
export async function insertFilled(
  tx: Tx,
  account: Account,
  fill: {
    readonly nonce: number
    /** The key's own address, in lower case. */
    readonly to: string
    readonly createdAt: number
    readonly endedAt: number
    readonly receipt: Receipt
  },
): Promise<number> {
  const { nonce, to, createdAt, endedAt, receipt } = fill
  const content = { ...fillContent(nonce, to), created_at: createdAt, due_at: createdAt }
  const id = await insertQueued(tx, account, content)
  await changeSend(tx, id, 'queued', { state: 'succeeded', nonce, ended_at: endedAt, ...toReceiptColumns(receipt) })
  return id
}

/**
 * Records a mined transfer of coins that a key made and that no object explains. Its subject is its hash, so it is no
 * object's send.
 */
export async function insertReleased(
  tx: Tx,
  account: Account,
  { sent, receipt, now }: { readonly sent: SentTransaction; readonly receipt: Receipt; readonly now: number },
): Promise<void> {
  const content = { purpose: 'refund', subject: sent.hash, to_address: sent.to, data: sent.data } as const
  const order = { ...content, least_gas: LEAST_GAS, max_cost: null, created_at: now, due_at: now }
  const id = await insertQueued(tx, account, order)
  const ended = { state: 'succeeded', nonce: sent.nonce, ended_at: now } as const
  await changeSend(tx, id, 'queued', { ...ended, ...toReceiptColumns(receipt) })
}

/** Makes such a transfer the send of an object. The caller books what it has cost. */
export function assignReleased(tx: Tx, id: number, subject: string): Promise<SendRow> {
  return tx
    .updateTable('sends')
    .set({ subject, booked: 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Such transfers of a chain since a time (milliseconds), of one key or of all, and with these fields. */
export function findReleased(
  db: Db,
  chain: string,
  since: number,
  fields: Partial<Pick<SendRow, 'signer' | 'to_address' | 'data'>>,
): Promise<SendRow[]> {
  return (
    db
      .selectFrom('sends')
      .selectAll()
      .where('purpose', '=', 'refund')
      // Hashes, which no id begins like. The index of subjects serves it.
      .where('subject', '>=', '0x')
      .where('subject', '<', '0y')
      .where('chain', '=', chain)
      .where('block_time', '>=', since)
      .where((eb) => eb.and(fields))
      .orderBy('id')
      .execute()
  )
}

/** The gas of an empty transaction; no transaction uses less. */
export const LEAST_GAS = 21_000n

/** An empty transaction to the key's own address, which takes a nonce. */
export function fillContent(nonce: number, to: string) {
  const subject = `nonce ${nonce}`
  return { purpose: 'fill', subject, to_address: to, data: '0x', least_gas: LEAST_GAS, max_cost: null } as const
}

/**
 * Moves a send's empty transactions to the send that they have become. Deletes the others, which can never be mined.
 */
export async function moveAttempts(tx: Tx, from: number, to: number): Promise<void> {
  await tx.deleteFrom('send_attempts').where('send_id', '=', from).where('nonce_only', '=', 0).execute()
  await tx.updateTable('send_attempts').set({ send_id: to }).where('send_id', '=', from).execute()
}

export async function insertAttempt(tx: Tx, sendId: number, number: number, bytes: SignedBytes): Promise<void> {
  const row = {
    send_id: sendId,
    number,
    hash: bytes.hash,
    raw: bytes.raw,
    gas_limit: bytes.gasLimit,
    max_fee: bytes.fees.maxFeePerGas,
    priority_fee: bytes.fees.maxPriorityFeePerGas,
    signed_at: bytes.signedAt,
    nonce_only: bytes.nonceOnly ? (1 as const) : (0 as const),
  }
  await tx.insertInto('send_attempts').values(row).execute()
}

export function toFees(row: Pick<AttemptRow, 'max_fee' | 'priority_fee'>): Fees {
  return { maxFeePerGas: row.max_fee, maxPriorityFeePerGas: row.priority_fee }
}

export async function noteAnswer(
  tx: Tx,
  attempt: Pick<AttemptRow, 'send_id' | 'number'>,
  answer: Pick<AttemptRow, 'answer' | 'offered_at'>,
): Promise<void> {
  await tx
    .updateTable('send_attempts')
    .set(answer)
    .where('send_id', '=', attempt.send_id)
    .where('number', '=', attempt.number)
    .execute()
}

export function toReceiptColumns(receipt: Receipt) {
  return {
    hash: receipt.hash,
    block_number: receipt.blockNumber,
    block_time: receipt.blockTime,
    gas_used: receipt.gasUsed,
    gas_price: receipt.gasPrice,
    cost: computeCost(receipt),
  }
}

export async function findSend(db: Db, id: number): Promise<Row<'sends'> | null> {
  return (await db.selectFrom('sends').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The sends for a subject, oldest first, each with the hash of its newest attempt that is not empty. */
export function findSendsOfSubject(db: Db, purpose: SendRow['purpose'], subject: string) {
  return db
    .selectFrom('sends')
    .selectAll('sends')
    .select((eb) =>
      eb
        .selectFrom('send_attempts')
        .select('send_attempts.hash')
        .whereRef('send_attempts.send_id', '=', 'sends.id')
        .where('send_attempts.nonce_only', '=', 0)
        .orderBy('send_attempts.number', 'desc')
        .limit(1)
        .as('newest_hash'),
    )
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .orderBy('sends.id')
    .execute()
}

/**
 * Resets the sends of a chain that was restarted. Those that were not final are signed again. Final ones keep their
 * facts under the old chain's name, where they hold no nonce.
 */
export async function restartSends(tx: Tx, network: Network, now: number): Promise<void> {
  const key = { environment: network.environment, network: network.name, chain: network.chain.id }
  const signed = tx
    .selectFrom('sends')
    .select('id')
    .where((eb) => eb.and(key))
    .where('state', '=', 'signed')
  await tx.deleteFrom('send_attempts').where('send_id', 'in', signed).execute()
  await tx
    .updateTable('sends')
    .set({ state: 'queued', nonce: null, missing_since: null, due_at: now })
    .where((eb) => eb.and(key))
    .where('state', '=', 'signed')
    .execute()
  await tx
    .updateTable('sends')
    .set({ chain: `${network.chain.id} until ${now}` })
    .where((eb) => eb.and(key))
    .where('ended_at', 'is not', null)
    .execute()
  await tx.deleteFrom('sending_keys').where('chain', '=', network.chain.id).execute()
}

/** The subjects of the attempts with these hashes. */
export function findSubjects(db: Db, purpose: SendRow['purpose'], hashes: Iterable<string>) {
  return queryInChunks([...new Set(hashes)], (chunk) =>
    db
      .selectFrom('send_attempts')
      .innerJoin('sends', 'sends.id', 'send_attempts.send_id')
      .select(['send_attempts.hash', 'sends.subject'])
      .where('send_attempts.hash', 'in', chunk)
      .where('sends.purpose', '=', purpose)
      .execute(),
  )
}
