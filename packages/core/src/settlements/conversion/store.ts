import { sql } from 'kysely'
import { type AccountKey, type AccountRow, findAccount } from '../../deposits/account-store.ts'
import { placeExits, type Share } from '../../domain/conversion.ts'
import type { Moved } from '../../domain/fee.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { queryInChunks } from '../../storage/prepared.ts'
import { type NewRow, pick, type Row } from '../../storage/tables.ts'

export type ConversionRow = Row<'conversions'>
export type ExitRow = Row<'exits'>
type EarlyRow = Row<'early_deliveries'>

/** Accounts of a chain where money of a settlement is, as far as is known, and which are due; the longest due first. */
export function listHolding(
  db: Db,
  { chain, livemode, now, limit }: Due & { readonly limit: number },
): Promise<AccountRow[]> {
  return db
    .selectFrom('conversion_accounts')
    .selectAll()
    .where('chain', '=', chain)
    .where('livemode', '=', livemode)
    .where('due_at', '<=', now)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('conversions')
          .select('seq')
          .whereRef('conversions.chain', '=', 'conversion_accounts.chain')
          .whereRef('conversions.account', '=', 'conversion_accounts.account')
          .where('ended_at', 'is', null)
          .whereRef('placed', '<', 'amount'),
      ),
    )
    .orderBy('due_at')
    .limit(limit)
    .execute()
}

const isOpen = sql<boolean>`exists (select 1 from conversions where conversions.chain = conversion_accounts.chain
  and conversions.account = conversion_accounts.account and conversions.ended_at is null)`
const isLast = sql<boolean>`not exists (select 1 from conversion_accounts later where later.chain = conversion_accounts.chain
  and later.merchant_id = conversion_accounts.merchant_id and later.livemode = conversion_accounts.livemode
  and later.to_chain = conversion_accounts.to_chain and later.created_at > conversion_accounts.created_at)`

/** `is_open`: 1 if money of it is under way. */
export type UsedAccount = AccountRow & { readonly is_open: number }

/**
 * The accounts of a chain in an environment that matter now, newest first: the last one of each merchant to each network, and
 * those whose money is under way.
 */
export function listUsedAccounts(
  db: Db,
  { chain, livemode, limit }: Omit<Due, 'now'> & { readonly limit: number },
): Promise<UsedAccount[]> {
  return db
    .selectFrom('conversion_accounts')
    .selectAll()
    .select(sql<number>`case when ${isOpen} then 1 else 0 end`.as('is_open'))
    .where('chain', '=', chain)
    .where('livemode', '=', livemode)
    .where(sql<boolean>`(${isOpen} or ${isLast})`)
    .orderBy('created_at', 'desc')
    .orderBy('account')
    .limit(limit)
    .execute()
}

/** The most that a settlement of an account had since a time; null without any. */
export async function findLargestSettled(
  db: Db,
  { chain, account }: AccountKey,
  since: number,
): Promise<bigint | null> {
  const row = await db
    .selectFrom('conversions')
    .select('amount')
    .where((eb) => eb.and({ chain, account }))
    .where('created_at', '>=', since)
    .orderBy('amount', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.amount ?? null
}

/** What is due on a chain in an environment. */
type Due = { readonly chain: string; readonly livemode: boolean; readonly now: number }

export async function insertConversion(tx: Tx, row: NewRow<'conversions'>): Promise<void> {
  await tx.insertInto('conversions').values(row).execute()
}

export async function findConversion(db: Db, settlementId: string): Promise<ConversionRow | null> {
  const row = await db
    .selectFrom('conversions')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .executeTakeFirst()
  return row ?? null
}

/** An account's conversions whose money has not left it, oldest first. */
export function listUnplaced(db: Db, { chain, account }: AccountKey): Promise<ConversionRow[]> {
  return db
    .selectFrom('conversions')
    .selectAll()
    .where((eb) => eb.and({ chain, account }))
    .where('ended_at', 'is', null)
    .whereRef('placed', '<', 'amount')
    .orderBy('seq')
    .execute()
}

/** Money that left an account. What is known already is not recorded again. */
export async function insertExits(tx: Tx, rows: readonly NewRow<'exits'>[]): Promise<void> {
  for (const row of rows)
    await tx
      .insertInto('exits')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Those of settlements. */
export function listConversions(db: Db, settlementIds: readonly string[]): Promise<ConversionRow[]> {
  return queryInChunks([...settlementIds], (chunk) =>
    db.selectFrom('conversions').selectAll().where('settlement_id', 'in', chunk).execute(),
  )
}

/**
 * Places an account's exits with the settlements whose money they were. Returns those settlements. Call it in each
 * transaction that adds either.
 */
export async function place(tx: Tx, key: AccountKey): Promise<string[]> {
  const conversions = await listUnplaced(tx, key)
  const exits = await tx
    .selectFrom('exits')
    .selectAll()
    .where((eb) => eb.and({ chain: key.chain, account: key.account }))
    .whereRef('placed', '<', 'left_amount')
    .orderBy('block_number')
    .orderBy('log_index')
    .execute()
  const shares = placeExits(
    conversions.map(({ settlement_id: id, amount, placed, from_block: block }) => ({ id, amount, placed, block })),
    exits.map(({ seq, left_amount, placed, block_number: block }) => ({
      id: String(seq),
      amount: left_amount,
      placed,
      block,
    })),
  )
  for (const share of shares) await insertShare(tx, share)
  return [...new Set(shares.map(({ settlement }) => settlement))]
}

async function insertShare(tx: Tx, { exit, settlement, amount, position }: Share): Promise<void> {
  const seq = Number(exit)
  await tx
    .insertInto('exit_shares')
    .values({ exit: seq, settlement_id: settlement, amount, placed_before: position })
    .execute()
  await tx
    .updateTable('exits')
    .set((eb) => ({ placed: eb('placed', '+', amount) }))
    .where('seq', '=', seq)
    .execute()
  await tx
    .updateTable('conversions')
    .set((eb) => ({ placed: eb('placed', '+', amount) }))
    .where('settlement_id', '=', settlement)
    .execute()
}

/** Burns of a chain that wait for a signature or for their delivery and are due, the longest due first. */
export function listDueExits(
  db: Db,
  { chain, livemode, now, limit }: Due & { readonly limit: number },
): Promise<ExitRow[]> {
  return db
    .selectFrom('exits')
    .innerJoin('conversion_accounts', (join) =>
      join
        .onRef('conversion_accounts.chain', '=', 'exits.chain')
        .onRef('conversion_accounts.account', '=', 'exits.account'),
    )
    .selectAll('exits')
    .where('exits.chain', '=', chain)
    .where('conversion_accounts.livemode', '=', livemode)
    .where('exits.state', 'in', ['burned', 'attested'])
    .where('exits.due_at', '<=', now)
    .orderBy('exits.due_at')
    .limit(limit)
    .execute()
}

/** The nonces of the other burns in the same transaction. */
export async function listNonces(db: Db, { seq, chain, tx_hash }: ExitRow): Promise<string[]> {
  const rows = await db
    .selectFrom('exits')
    .select('nonce')
    .where((eb) => eb.and({ chain, tx_hash }))
    .where('seq', '!=', seq)
    .execute()
  return rows.flatMap(({ nonce }) => nonce ?? [])
}

/** The burn that a nonce was given to; null if it is none of ours. */
export async function findExitByNonce(db: Db, nonce: string): Promise<ExitRow | null> {
  return (await db.selectFrom('exits').selectAll().where('nonce', '=', nonce).executeTakeFirst()) ?? null
}

/** Changes a burn that has not arrived yet. False if it has. */
export async function updateExit(
  tx: Tx,
  seq: number,
  changes: Partial<
    Pick<
      ExitRow,
      | 'state'
      | 'message'
      | 'attestation'
      | 'attested_at'
      | 'nonce'
      | 'due_at'
      | 'asked'
      | 'arrived'
      | 'arrived_hash'
      | 'arrived_time'
    >
  >,
): Promise<boolean> {
  const changed = await tx
    .updateTable('exits')
    .set(changes)
    .where('seq', '=', seq)
    .where('state', 'in', ['burned', 'attested'])
    .returning('seq')
    .execute()
  return changed.length > 0
}

/** The settlements that an exit is of. */
export async function listPlaced(db: Db, exit: number): Promise<string[]> {
  const rows = await db.selectFrom('exit_shares').select('settlement_id').distinct().where('exit', '=', exit).execute()
  return rows.map((row) => row.settlement_id)
}

/** The shares of settlements, in the order of the chain, with the exits that they are of. */
export function listShares(db: Db, settlementIds: readonly string[]) {
  return queryInChunks([...settlementIds], (chunk) =>
    db
      .selectFrom('exit_shares')
      .innerJoin('exits', 'exits.seq', 'exit_shares.exit')
      .selectAll('exits')
      .select(['exit_shares.settlement_id', 'exit_shares.placed_before', 'exit_shares.amount'])
      .where('exit_shares.settlement_id', 'in', chunk)
      .orderBy('exits.block_number')
      .orderBy('exits.log_index')
      .execute(),
  )
}

export async function endConversion(tx: Tx, { seq }: ConversionRow, now: number): Promise<void> {
  await tx.updateTable('conversions').set({ ended_at: now }).where('seq', '=', seq).execute()
}

/** The coin and amount that a transaction will burn or release: what waits at the account of its settlement. */
export async function findBurning(db: Db, { subject }: { readonly subject: string }): Promise<Moved | null> {
  const own = await findConversion(db, subject)
  const account = own && (await findAccount(db, own))
  if (!account) return null
  const amount = (await listUnplaced(db, account)).reduce((sum, row) => sum + row.amount - row.placed, 0n)
  return amount > 0n ? { token: account.token, amount } : null
}

/** The coin and amount that a transaction will deliver; null if it has arrived. */
export async function findDelivering(db: Db, { subject }: { readonly subject: string }): Promise<Moved | null> {
  const exit = await findExitByNonce(db, subject)
  if (exit && exit.state !== 'attested') return null
  const burned = exit ? pick(exit, 'chain', 'account', 'left_amount') : await findEarly(db, { nonce: subject })
  const account = burned && (await findAccount(db, burned))
  return account ? { token: account.to_token, amount: burned.left_amount } : null
}

/** The delivery of a burn that was not final when it was sent, by its nonce or by the transaction of the burn. */
export async function findEarly(
  db: Db,
  key: Pick<EarlyRow, 'nonce'> | Pick<EarlyRow, 'send_id'>,
): Promise<(AccountKey & Pick<ExitRow, 'left_amount'>) | null> {
  const row = await db
    .selectFrom('early_deliveries')
    .select(['chain', 'account', 'amount as left_amount'])
    .where((eb) => eb.and(key))
    .executeTakeFirst()
  return row ?? null
}

/** False if the burn, or its nonce, was delivered early before. */
export async function insertEarly(tx: Tx, row: EarlyRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('early_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .execute()
  return inserted.length > 0
}

/** For a lost local chain: its converter, and what was under way there. Returns the settlements that can no longer end. */
export async function endLost(tx: Tx, chain: string, now: number): Promise<string[]> {
  await tx.deleteFrom('converters').where('chain', '=', chain).execute()
  await tx
    .updateTable('conversion_accounts')
    .set({ read_until: 0, read_once: 0, send_id: null })
    .where('chain', '=', chain)
    .execute()
  const open = await tx
    .updateTable('conversions')
    .set({ ended_at: now })
    .where('chain', '=', chain)
    .where('ended_at', 'is', null)
    .returning('settlement_id')
    .execute()
  return open.map((row) => row.settlement_id)
}
