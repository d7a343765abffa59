/** The entries of the ledger that settlements take. */
import { type ExpressionBuilder, sql } from 'kysely'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { isOfTaken, isOfWaiting, type SettledRole } from '../entries/store.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareQuery, prepareWrite } from '../storage/prepared.ts'
import type { Tables } from '../storage/tables.generated.ts'
import type { Row } from '../storage/tables.ts'

/** The settlements of a chain, coin and wallet. */
export type Group = Pick<Row<'settlements'>, 'chain' | 'token'> & { readonly wallet: string }

/** An entry that opens a settlement, booked before a time; null if there is none. */
export async function findOpening(db: Db, owner: Owner, before: number) {
  const row = await db
    .selectFrom('waiting_entries')
    .innerJoin('entries', (join) => join.on(isOfWaiting))
    .innerJoin('payments', 'payments.id', 'entries.payment_id')
    .select(['waiting_entries.chain', 'waiting_entries.token', 'waiting_entries.wallet'])
    .select(['entries.network', 'payments.cryptocurrency', 'payments.merchant_wallet'])
    .where('waiting_entries.merchant_id', '=', owner.merchantId)
    .where('waiting_entries.livemode', '=', owner.livemode)
    .where('waiting_entries.opens', '=', 1)
    .where('waiting_entries.booked_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Tells whether an entry waits for a settlement that it opens. */
export async function hasOpening(db: Db, owner: Owner, before: number): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_entries')
    .select('sequence')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('opens', '=', 1)
    .where('booked_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

type WaitingGroup = Group & Pick<Row<'waiting_entries'>, 'opens'>
type OfGroup = WaitingGroup & OwnerColumns
type Place = Pick<Row<'waiting_entries'>, 'booked_at' | 'sequence' | 'ordinal'>

/** The rows of a group, in the order of the table's key. */
function isOf(eb: ExpressionBuilder<Tables, 'waiting_entries'>, group: OfGroup) {
  const columns = ['merchant_id', 'livemode', 'opens', 'chain', 'token', 'wallet'] as const
  return eb.and(columns.map((name) => eb(`waiting_entries.${name}`, '=', group[name])))
}

/** The first rows of a group, up to one of them. */
function isUpTo(eb: ExpressionBuilder<Tables, 'waiting_entries'>, last: OfGroup & Place) {
  const { booked_at, sequence, ordinal } = last
  const place = eb.tuple(eb.val(booked_at), eb.val(sequence), eb.val(ordinal))
  return eb.and([isOf(eb, last), eb(eb.refTuple('booked_at', 'sequence', 'ordinal'), '<=', place)])
}

const waiting = prepareQuery<OfGroup & { readonly before: number; readonly limit: number }>()((db, value) =>
  db
    .selectFrom('waiting_entries')
    .innerJoin('entries', (join) => join.on(isOfWaiting))
    .leftJoin('payments', 'payments.id', 'entries.payment_id')
    .select(['entries.sequence', 'entries.ordinal', 'entries.kind', 'entries.booked_at', 'entries.chain_time'])
    .select(['entries.payment_id', 'entries.amount', 'entries.raw_amount', 'entries.coin', 'entries.tx_hash'])
    .select(['entries.corrects_sequence', 'entries.corrects_ordinal'])
    .select(['payments.seq', 'payments.completed_at', 'payments.expires_at', 'payments.settlement_id as earlier'])
    .where((eb) => isOf(eb, value))
    .where('waiting_entries.booked_at', '<', value.before)
    .orderBy('waiting_entries.booked_at')
    .orderBy('waiting_entries.sequence')
    .orderBy('waiting_entries.ordinal')
    .limit(value.limit),
)

/** Entries that wait for a settlement of a group, those that open one or the others, as their payments are now. Oldest first. */
export function findWaiting(tx: Tx, owner: Owner, group: WaitingGroup, before: number, limit: number) {
  return waiting(tx, { ...toOwnerColumns(owner), ...group, before, limit })
}
export type WaitingEntry = Awaited<ReturnType<typeof findWaiting>>[number]

/** What an entry is to the settlement that takes it. */
export type Taken = Place & Pick<Row<'taken_entries'>, 'role' | 'follows'>

type Run = Place & Pick<Row<'taken_entries'>, 'settlement_id' | 'role' | 'follows'>
const copy = prepareWrite<OfGroup & Run>()((db, value) =>
  db
    .insertInto('taken_entries')
    .columns(['settlement_id', 'role', 'follows', 'sequence', 'ordinal'])
    .expression((eb) =>
      eb
        .selectFrom('waiting_entries')
        .select([
          sql<string>`cast(${value.settlement_id} as text)`.as('settlement_id'),
          sql<SettledRole>`cast(${value.role} as text)`.as('role'),
          sql<string | null>`cast(${value.follows} as text)`.as('follows'),
        ])
        .select(['sequence', 'ordinal'])
        .where((where) => isUpTo(where, value)),
    ),
)
const remove = prepareWrite<OfGroup & Place>()((db, value) =>
  db.deleteFrom('waiting_entries').where((eb) => isUpTo(eb, value)),
)

/**
 * Moves the first entries of a group into a settlement: a statement for each run of the same role. Throws if another
 * settlement has some of them.
 */
export async function moveTaken(
  tx: Tx,
  { id, merchant_id, livemode }: Row<'settlements'>,
  { opens, chain, token, wallet }: WaitingGroup,
  taken: readonly Taken[],
): Promise<void> {
  let moved = 0
  let removed = 0
  for (let from = 0; from < taken.length; ) {
    const first = taken[from] as Taken
    const { role, follows } = first
    let to = from
    while (taken[to + 1]?.role === role && taken[to + 1]?.follows === follows) to += 1
    const { booked_at, sequence, ordinal } = taken[to] as Taken
    const run = { merchant_id, livemode, opens, chain, token, wallet, booked_at, sequence, ordinal }
    moved += await copy(tx, Object.assign(run, { settlement_id: id, role, follows }))
    removed += await remove(tx, run)
    from = to + 1
  }
  if (moved !== taken.length || removed !== moved) throw new Error(`${id} took an entry that another has`)
}

export type SettledEntryRow = EntryRow & Pick<Row<'taken_entries'>, 'role' | 'follows'>

/** The entries of a settlement in the order of their booking, after one of them. */
export function findTaken(
  db: Db,
  settlementId: string,
  after: Pick<EntryRow, 'sequence' | 'ordinal'> | null,
  limit: number,
): Promise<SettledEntryRow[]> {
  let query = db
    .selectFrom('taken_entries')
    .innerJoin('settlements', 'settlements.id', 'taken_entries.settlement_id')
    .innerJoin('entries', (join) => join.on(isOfTaken))
    .selectAll('entries')
    .select(['taken_entries.role', 'taken_entries.follows'])
    .where('taken_entries.settlement_id', '=', settlementId)
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('taken_entries.sequence', 'taken_entries.ordinal'),
        '>',
        eb.tuple(eb.val(after.sequence), eb.val(after.ordinal)),
      ),
    )
  }
  return query.orderBy('taken_entries.sequence').orderBy('taken_entries.ordinal').limit(limit).execute()
}

export function countTaken(db: Db, settlementId: string): Promise<number> {
  return countRows(db.selectFrom('taken_entries').where('settlement_id', '=', settlementId))
}
