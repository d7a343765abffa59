import type { Db, Tx } from '../storage/database.ts'
import { queryInChunks } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type AccountRow = Row<'conversion_accounts'>
export type AccountKey = Pick<AccountRow, 'chain' | 'account'>

export async function insertAccount(tx: Tx, row: NewRow<'conversion_accounts'>): Promise<void> {
  await tx
    .insertInto('conversion_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The account of the converter at an address (lower case); null if the address is none. */
export async function findAccount(db: Db, { chain, account }: AccountKey): Promise<AccountRow | null> {
  const row = await db
    .selectFrom('conversion_accounts')
    .selectAll()
    .where((eb) => eb.and({ chain, account }))
    .executeTakeFirst()
  return row ?? null
}

/** Notes up to which blocks what left an account was read. */
export async function saveRead(
  tx: Tx,
  { chain, account }: AccountKey,
  read: Pick<AccountRow, 'read_until' | 'read_once'>,
): Promise<void> {
  await tx
    .updateTable('conversion_accounts')
    .set(read)
    .where((eb) => eb.and({ chain, account }))
    .execute()
}

/** Notes the transaction that is to move an account's money. */
export async function saveSend(tx: Tx, { chain, account }: AccountKey, sendId: number): Promise<void> {
  await tx
    .updateTable('conversion_accounts')
    .set({ send_id: sendId })
    .where((eb) => eb.and({ chain, account }))
    .execute()
}

/** The accounts of the converter among these, by chain and address (lower case) with a space between. */
export async function findAccounts(db: Db, places: readonly AccountKey[]): Promise<Map<string, AccountRow>> {
  const rows = await queryInChunks([...new Set(places.map(({ account }) => account))], (chunk) =>
    db.selectFrom('conversion_accounts').selectAll().where('account', 'in', chunk).execute(),
  )
  return new Map(rows.map((row) => [`${row.chain} ${row.account}`, row]))
}

/** The accounts of all networks whose money can be released to a wallet (lower case), the newest first. */
export function listAccountsOfWallet(db: Db, livemode: boolean, wallet: string): Promise<AccountRow[]> {
  return db
    .selectFrom('conversion_accounts')
    .selectAll()
    .where('livemode', '=', livemode)
    .where('wallet', '=', wallet)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The terms of all accounts of an environment, the oldest first. */
export function listAllAccounts(db: Db, livemode: boolean) {
  return db
    .selectFrom('conversion_accounts')
    .select(['network', 'account', 'terms'])
    .where('livemode', '=', livemode)
    .orderBy('created_at')
    .execute()
}

/** Tells whether money is converted to a wallet (lower case) on a chain. */
export async function isRecipient(db: Db, chain: string, wallet: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversion_accounts')
    .select('account')
    .where('to_chain', '=', chain)
    .where('recipient', '=', wallet)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes when an account is looked at again. */
export async function saveDue(tx: Tx, { chain, account }: AccountKey, dueAt: number): Promise<void> {
  await tx
    .updateTable('conversion_accounts')
    .set({ due_at: dueAt })
    .where((eb) => eb.and({ chain, account }))
    .execute()
}

/** Tells whether the converter is final on a chain. Money goes to its accounts from then on. */
export async function hasConverter(db: Db, chain: string): Promise<boolean> {
  return (await db.selectFrom('converters').select('chain').where('chain', '=', chain).executeTakeFirst()) !== undefined
}

export async function insertConverter(tx: Tx, row: Row<'converters'>): Promise<void> {
  await tx
    .insertInto('converters')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
