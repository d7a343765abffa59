/** The entries of the ledger that settlements take. */
import type { Owner } from '../domain/owner.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { isOfEntry, type SettledRole } from '../entries/store.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'

type SettledRow = Row<'settled_entries'>

/** The settlements of a chain, coin and wallet. */
export type Group = Pick<Row<'settlements'>, 'chain' | 'token'> & { readonly wallet: string }

/** An entry that opens a settlement, booked before a time; null if there is none. */
export async function findOpening(db: Db, owner: Owner, before: number) {
  const row = await db
    .selectFrom('settled_entries')
    .innerJoin('entries', (join) => join.on(isOfEntry))
    .innerJoin('payments', 'payments.id', 'entries.payment_id')
    .select(['settled_entries.chain', 'settled_entries.token', 'settled_entries.wallet'])
    .select(['entries.network', 'payments.cryptocurrency', 'payments.merchant_wallet'])
    .where('settled_entries.merchant_id', '=', owner.merchantId)
    .where('settled_entries.livemode', '=', owner.livemode)
    .where('settled_entries.settlement_id', 'is', null)
    .where('settled_entries.opens', '=', 1)
    .where('settled_entries.booked_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { token, wallet, ...rest } = row
  if (token === null || wallet === null) throw new Error('an entry that opens a settlement has no coin or wallet')
  return { ...rest, token, wallet }
}

/** Tells whether an entry waits for a settlement that it opens. */
export async function hasOpening(db: Db, owner: Owner, before: number): Promise<boolean> {
  const row = await db
    .selectFrom('settled_entries')
    .select('sequence')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('settlement_id', 'is', null)
    .where('opens', '=', 1)
    .where('booked_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Entries that wait for a settlement of a group, those that open one or the others, as their payments are now. Oldest first. */
export function findWaiting(tx: Tx, owner: Owner, group: WaitingGroup, before: number, limit: number) {
  const { opens, chain, token, wallet } = group
  return tx
    .selectFrom('settled_entries')
    .innerJoin('entries', (join) => join.on(isOfEntry))
    .leftJoin('payments', 'payments.id', 'entries.payment_id')
    .select(['entries.sequence', 'entries.ordinal', 'entries.kind', 'entries.booked_at', 'entries.chain_time'])
    .select(['entries.payment_id', 'entries.amount', 'entries.raw_amount', 'entries.coin', 'entries.tx_hash'])
    .select(['entries.corrects_sequence', 'entries.corrects_ordinal'])
    .select(['payments.completed_at', 'payments.expires_at', 'payments.settlement_id as earlier'])
    .where('settled_entries.merchant_id', '=', owner.merchantId)
    .where('settled_entries.livemode', '=', owner.livemode)
    .where('settled_entries.settlement_id', 'is', null)
    .where('settled_entries.opens', '=', opens)
    .where('settled_entries.chain', '=', chain)
    .where('settled_entries.token', '=', token)
    .where('settled_entries.wallet', '=', wallet)
    .where('settled_entries.booked_at', '<', before)
    .orderBy('settled_entries.booked_at')
    .orderBy('settled_entries.sequence')
    .orderBy('settled_entries.ordinal')
    .limit(limit)
    .execute()
}
type WaitingGroup = Group & Pick<SettledRow, 'opens'>
export type WaitingEntry = Awaited<ReturnType<typeof findWaiting>>[number]

/** What an entry is to the settlement that takes it. */
export type Taken = Pick<WaitingEntry, 'sequence' | 'ordinal'> & {
  readonly role: SettledRole
  readonly follows: string | null
}

/** Puts entries into a settlement. Throws if another one took some of them. */
export async function markTaken(tx: Tx, owner: Owner, settlementId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return
  const groups = Map.groupBy(taken, ({ role, follows, ordinal }) => `${role} ${follows} ${ordinal}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { role, follows, ordinal } = first
    const result = await tx
      .updateTable('settled_entries')
      .set({ settlement_id: settlementId, role, follows })
      .where('merchant_id', '=', owner.merchantId)
      .where('livemode', '=', owner.livemode)
      .where('ordinal', '=', ordinal)
      .where(
        'sequence',
        'in',
        group.map(({ sequence }) => sequence),
      )
      .where('settlement_id', 'is', null)
      .executeTakeFirst()
    if (Number(result.numUpdatedRows) !== group.length)
      throw new Error(`${settlementId} took an entry that another has`)
  }
}

/** The settlement that took an entry; null if none did. */
export async function findTaker(db: Db, owner: Owner, sequence: number, ordinal: number): Promise<string | null> {
  const row = await db
    .selectFrom('settled_entries')
    .select('settlement_id')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('sequence', '=', sequence)
    .where('ordinal', '=', ordinal)
    .executeTakeFirst()
  return row?.settlement_id ?? null
}

export type SettledEntryRow = EntryRow & Pick<SettledRow, 'follows'> & { readonly role: SettledRole }

/** The entries of a settlement in the order of their booking, after one of them. */
export function findTaken(
  db: Db,
  settlementId: string,
  after: Pick<EntryRow, 'sequence' | 'ordinal'> | null,
  limit: number,
): Promise<SettledEntryRow[]> {
  let query = db
    .selectFrom('settled_entries')
    .innerJoin('entries', (join) => join.on(isOfEntry))
    .selectAll('entries')
    .select(['settled_entries.role', 'settled_entries.follows'])
    .where('settled_entries.settlement_id', '=', settlementId)
  if (after) {
    query = query.where((eb) =>
      eb(
        eb.refTuple('settled_entries.sequence', 'settled_entries.ordinal'),
        '>',
        eb.tuple(eb.val(after.sequence), eb.val(after.ordinal)),
      ),
    )
  }
  return query
    .$narrowType<{ role: SettledRole }>()
    .orderBy('settled_entries.sequence')
    .orderBy('settled_entries.ordinal')
    .limit(limit)
    .execute()
}

export function countTaken(db: Db, settlementId: string): Promise<number> {
  return countRows(db.selectFrom('settled_entries').where('settlement_id', '=', settlementId))
}
