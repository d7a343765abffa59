/** Queries of the comparison between ledger and chain. */
import { sql } from 'kysely'
import type { Owner } from '../domain/owner.ts'
import type { Db } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import { formatEntryId } from './list.ts'
import type { EntryRow } from './list-store.ts'

type Period = { readonly livemode: boolean; readonly from: number; readonly to: number }

/** A ledger's entries that were booked in a period (`to` excluded), oldest first, after one of them. */
export function listBookedBetween(
  db: Db,
  { merchantId, livemode }: Owner,
  { from, to }: Period,
  after: EntryRow | null,
  limit: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    .where('booked_at', '>=', from)
    .where('booked_at', '<', to)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('booked_at', 'sequence', 'ordinal'),
          '>',
          eb.tuple(eb.val(after?.booked_at ?? 0), eb.val(after?.sequence ?? 0), eb.val(after?.ordinal ?? 0)),
        ),
      ),
    )
    .orderBy('booked_at')
    .orderBy('sequence')
    .orderBy('ordinal')
    .limit(limit)
    .execute()
}

/** All entries of transactions, in every ledger. */
export function findOfTransactions(db: Db, hashes: readonly string[]): Promise<EntryRow[]> {
  return queryInChunks(hashes, (chunk) => db.selectFrom('entries').selectAll().where('tx_hash', 'in', chunk).execute())
}

/**
 * The places of a ledger's entries, by their ids: the settlements that took them, and null for each row by which one waits.
 * It looks into all settlements of the ledger, so ask it for few entries.
 */
export async function findPlaces(
  db: Db,
  { merchantId, livemode }: Owner,
  entries: readonly EntryRow[],
): Promise<Map<string, (string | null)[]>> {
  const places = new Map<string, (string | null)[]>()
  if (entries.length === 0) return places
  const sequences = [...new Set(entries.map(({ sequence }) => sequence))]
  const taken = await db
    .selectFrom('settlements')
    .innerJoin('taken_entries', 'taken_entries.settlement_id', 'settlements.id')
    .select(['taken_entries.sequence', 'taken_entries.ordinal', 'settlements.id as place'])
    .where('settlements.merchant_id', '=', merchantId)
    .where('settlements.livemode', '=', livemode)
    .where('taken_entries.sequence', 'in', sequences)
    .orderBy('settlements.seq')
    .execute()
  const waiting = await db
    .selectFrom('waiting_entries')
    .select(['sequence', 'ordinal', sql<null>`null`.as('place')])
    .where('merchant_id', '=', merchantId)
    .where('livemode', '=', livemode)
    .where('sequence', 'in', sequences)
    .execute()
  for (const { sequence, ordinal, place } of [...taken, ...waiting]) {
    const id = formatEntryId(sequence, ordinal)
    places.set(id, [...(places.get(id) ?? []), place])
  }
  return places
}

/** The recorded transfers of transactions, without those that are lost. */
export function findTransfersIn(db: Db, hashes: readonly string[]) {
  return queryInChunks(hashes, (chunk) =>
    db
      .selectFrom('transfers')
      .select(['id', 'chain', 'tx_hash', 'token', 'from_address', 'to_address', 'raw_amount', 'direction', 'state'])
      .select(['memo', 'merchant_id', 'booked_for', 'block_number'])
      .where('tx_hash', 'in', chunk)
      .where('state', '<>', 'orphaned')
      .execute(),
  )
}

/** The blocks of our own transactions for these settlements and refunds, and for what these payments' payers signed. */
export async function findSendBlocks(db: Db, entries: readonly EntryRow[]) {
  const ids = entries.flatMap(({ settlement_id, refund_id }) => [settlement_id ?? [], refund_id ?? []].flat())
  const payments = entries.flatMap(({ kind, payment_id }) => (kind === 'relayed' ? (payment_id ?? []) : []))
  const relays = await queryInChunks([...new Set(payments)], (chunk) =>
    db.selectFrom('relays').select('id').where('payment_id', 'in', chunk).execute(),
  )
  const subjects = [...new Set([...ids, ...relays.map(({ id }) => id)])]
  return queryInChunks(subjects, (chunk) =>
    db
      .selectFrom('sends')
      .select(['hash', 'block_number'])
      .where('purpose', 'in', ['settlement', 'refund', 'relay'])
      .where('subject', 'in', chunk)
      .where('hash', 'is not', null)
      .execute(),
  )
}

/** A coin at a payment's own address. */
export type DepositCoin = {
  readonly chain: string
  readonly network: string
  readonly token: string
  readonly account: string
  readonly payment: string
}

/** The sum of the entries of each coin at these addresses, and their number. */
export async function sumDeposits(db: Db, coins: readonly DepositCoin[]) {
  const byPayment = await queryInChunks(coins, (chunk) =>
    selectSums(db, chunk)
      .where(
        'payment_id',
        'in',
        chunk.map(({ payment }) => payment),
      )
      .execute(),
  )
  // Money that pays nothing is found by the transfers to the address.
  const others = await queryInChunks(coins, (chunk) =>
    selectSums(db, chunk)
      .where('payment_id', 'is', null)
      .where('tx_hash', 'in', (eb) =>
        eb
          .selectFrom('transfers')
          .select('tx_hash')
          .where(
            'payment_id',
            'in',
            chunk.map(({ payment }) => payment),
          )
          .union(
            eb
              .selectFrom('transfers')
              .select('tx_hash')
              .where(
                'to_address',
                'in',
                chunk.map(({ account }) => account),
              )
              .where('payment_id', 'is', null)
              .where('direction', '=', sql.lit('in' as const)),
          ),
      )
      .execute(),
  )
  const sums = new Map<string, { amount: bigint; entries: number }>()
  for (const row of [...byPayment, ...others]) {
    const key = toCoinKey({ ...row, token: row.token ?? '' })
    const { amount, entries } = sums.get(key) ?? { amount: 0n, entries: 0 }
    sums.set(key, { amount: amount + (row.amount ?? 0n), entries: entries + row.entries })
  }
  return sums
}

function selectSums(db: Db, coins: readonly DepositCoin[]) {
  return db
    .selectFrom('entries')
    .select((eb) => [
      ...(['chain', 'token', 'account'] as const),
      eb.fn.sum<bigint | null>('amount').as('amount'),
      eb.fn.countAll<number>().as('entries'),
    ])
    .where(
      'account',
      'in',
      coins.map(({ account }) => account),
    )
    .groupBy(['chain', 'token', 'account'])
}

export function toCoinKey({ chain, token, account }: Pick<DepositCoin, 'chain' | 'token' | 'account'>): string {
  return `${chain} ${token} ${account}`
}

/** The coins among these that a sweep is moving, or moved in a block after `block`. */
export async function findMoving(db: Db, coins: readonly DepositCoin[], block: number): Promise<Set<string>> {
  const rows = await queryInChunks(coins, (chunk) =>
    db
      .selectFrom('sweeps')
      .innerJoin('sends', 'sends.id', 'sweeps.send_id')
      .select(['sweeps.chain', 'sweeps.token', 'sweeps.address as account'])
      .where(
        'sweeps.address',
        'in',
        chunk.map(({ account }) => account),
      )
      .where(
        'sweeps.chain',
        'in',
        chunk.map(({ chain }) => chain),
      )
      .where(
        'sweeps.token',
        'in',
        chunk.map(({ token }) => token),
      )
      .where((eb) => eb.or([eb('sweeps.state', '=', 'open'), eb('sends.block_number', '>', block)]))
      .execute(),
  )
  return new Set(rows.map(toCoinKey))
}

/** A fact of a period whose entry the ledger does not have. */
export type MissingEntry = {
  readonly kind: 'refunded' | 'swept' | 'network_fee' | 'relayed'
  /** The refund, the settlement, or the object of a transaction. */
  readonly id: string
  readonly network: string
  readonly account: string
  readonly hash: string | null
  /** In millionths; in the coin's smallest unit for a fee. */
  readonly amount: bigint | null
}

/** Completed refunds, ended sweeps and mined transactions of a period that are marked as booked and have no such entry. */
export async function findMissing(db: Db, period: Period, limit: number): Promise<MissingEntry[]> {
  const { livemode, from, to } = period
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('transfers', 'transfers.refund_id', 'refunds.id')
    .select(['refunds.id', 'refunds.network', 'refunds.from_address as account', 'transfers.tx_hash as hash'])
    .select('refunds.amount')
    .where('refunds.livemode', '=', livemode)
    .where('refunds.status', '=', 'completed')
    .where('refunds.completed_at', '>=', from)
    .where('refunds.completed_at', '<', to)
    .where('transfers.state', '=', 'final')
    .where('transfers.booked_for', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries')
            .select('entries.kind')
            .whereRef('entries.refund_id', '=', 'refunds.id')
            .where('entries.kind', '=', 'refunded')
            .whereRef('entries.account', '=', 'refunds.from_address')
            .where(({ eb, neg, ref }) => eb('entries.amount', '=', neg(ref('refunds.amount')))),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return [
    ...refunds.map((one): MissingEntry => ({ kind: 'refunded', ...one })),
    ...(await findMissingSweeps(db, period, limit)),
    ...(await findMissingFees(db, period, limit)),
  ]
}

/** The sum of a settlement's entries for one side of a sweep: at the deposit, or at the wallet with the deposit. */
function sumSwept(side: 'account' | 'counterparty') {
  const isMove = side === 'account' ? sql`e.counterparty is not null` : sql`true`
  return sql`coalesce((select sum(e.amount) from entries e where e.settlement_id = settlements.id and e.kind = 'swept'
    and ${sql.ref(`e.${side}`)} = sweeps.address and ${isMove}), 0)`
}

const leftMillionths = sql<bigint>`coalesce(sweeps.left_amount, sweeps.amount, 0)`
const cameMillionths = sql<bigint>`coalesce(sweeps.amount, 0)`

async function findMissingSweeps(db: Db, { livemode, from, to }: Period, limit: number): Promise<MissingEntry[]> {
  const lacksLeft = sql<number>`case when ${sumSwept('account')} = -${leftMillionths} then 0 else 1 end`
  const lacksCame = sql<number>`case when ${sumSwept('counterparty')} = ${cameMillionths} then 0 else 1 end`
  const rows = await db
    .selectFrom('sweeps')
    .innerJoin('settlements', 'settlements.id', 'sweeps.settlement_id')
    .innerJoin('sends', 'sends.id', 'sweeps.send_id')
    .select(['settlements.id', 'settlements.network', 'settlements.destination', 'sweeps.address', 'sends.hash'])
    .select(['sweeps.amount', 'sweeps.left_amount', lacksLeft.as('lacks_left'), lacksCame.as('lacks_came')])
    .where('settlements.livemode', '=', livemode)
    .where('sends.ended_at', '>=', from)
    .where('sends.ended_at', '<', to)
    .where('sweeps.booked', '=', 1)
    .where('sweeps.state', 'in', ['swept', 'empty'])
    .where(sql<boolean>`${lacksLeft} + ${lacksCame} > 0`)
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, network, hash, ...row }): MissingEntry[] => {
    const one = { kind: 'swept', id, network, hash } as const
    const left = { ...one, account: row.address, amount: -(row.left_amount ?? row.amount ?? 0n) }
    const came = { ...one, account: row.destination.toLowerCase(), amount: row.amount }
    return [...(row.lacks_left === 1 ? [left] : []), ...(row.lacks_came === 1 ? [came] : [])]
  })
}

async function findMissingFees(db: Db, { livemode, from, to }: Period, limit: number): Promise<MissingEntry[]> {
  const rows = await db
    .selectFrom('sends')
    .select(['purpose', 'subject as id', 'network', 'signer as account', 'hash', 'cost as amount'])
    .where('environment', '=', livemode ? 'production' : 'sandbox')
    .where('ended_at', '>=', from)
    .where('ended_at', '<', to)
    .where('booked', '=', 1)
    .where('cost', 'is not', null)
    .where('purpose', 'in', ['settlement', 'refund', 'relay', 'conversion', 'delivery'])
    // Others serve no merchant.
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('settlements').select('id').whereRef('settlements.id', '=', 'sends.subject')),
        exists(selectFrom('refunds').select('id').whereRef('refunds.id', '=', 'sends.subject')),
        exists(selectFrom('relays').select('id').whereRef('relays.id', '=', 'sends.subject')),
        exists(
          selectFrom('exits')
            .innerJoin('exit_shares', 'exit_shares.exit', 'exits.seq')
            .select('exits.seq')
            .whereRef('exits.nonce', '=', 'sends.subject'),
        ),
        // A burn that was delivered before it was final may have another nonce since, or be in no block.
        exists(selectFrom('early_deliveries').select('nonce').whereRef('early_deliveries.nonce', '=', 'sends.subject')),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('entries')
            .select('entries.kind')
            .whereRef('entries.tx_hash', '=', 'sends.hash')
            .where('entries.kind', 'in', ['network_fee', 'relayed'])
            .whereRef('entries.account', '=', 'sends.signer'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  return rows.map(({ purpose, ...row }) => ({ kind: purpose === 'relay' ? 'relayed' : 'network_fee', ...row }))
}
