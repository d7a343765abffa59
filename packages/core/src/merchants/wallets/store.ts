import type { Db, Tx } from '../../storage/database.ts'
import { prepareInsert, prepareQuery, queryInChunks } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

export type WalletUser = Row<'wallet_users'>
/** A merchant and a wallet, without the decision about its role. */
export type NamedWallet = Omit<WalletUser, 'proven_at' | 'decided_at'>
export type Role = WalletUser['role']

/** A wallet on all networks of its kind. */
export type WalletKey = Pick<WalletUser, 'namespace' | 'address'>

const insert = prepareInsert('wallet_users', (query) => query.onConflict((conflict) => conflict.doNothing()))

/** Returns how many were written: none for a merchant that is already known, or whose wallet has another owner. */
export function insertUsers(tx: Tx, users: readonly NamedWallet[]): Promise<number> {
  return insert(tx, users)
}

/** A merchant's role for a wallet, and its plan. */
const roleAndPlan = prepareQuery<WalletKey & { merchant_id: string }>()((db, value) =>
  db
    .selectFrom('merchants')
    .leftJoin('wallet_users', (join) =>
      join
        .onRef('wallet_users.merchant_id', '=', 'merchants.id')
        .on('wallet_users.namespace', '=', value.namespace)
        .on('wallet_users.address', '=', value.address),
    )
    .select(['wallet_users.role', 'merchants.plan'])
    .where('merchants.id', '=', value.merchant_id),
)

export async function findRole(
  db: Db,
  key: WalletKey,
  merchantId: string,
): Promise<{ readonly role: Role | null; readonly plan: string }> {
  const { namespace, address } = key
  const [row] = await roleAndPlan(db, { namespace, address, merchant_id: merchantId })
  return { role: row?.role ?? null, plan: row?.plan ?? 'starter' }
}

export async function findOwner(db: Db, key: WalletKey): Promise<WalletUser | null> {
  const row = await db
    .selectFrom('wallet_users')
    .selectAll()
    .where('namespace', '=', key.namespace)
    .where('address', '=', key.address)
    .where('role', '=', 'owner')
    .executeTakeFirst()
  return row ?? null
}

/** Those of the addresses (lower case) that a merchant has proven, and may still name. */
export async function findProvenAddresses(
  db: Db,
  merchantId: string,
  namespace: WalletUser['namespace'],
  addresses: Iterable<string>,
): Promise<Set<string>> {
  const rows = await queryInChunks([...new Set(addresses)], (chunk) =>
    db
      .selectFrom('wallet_users')
      .select('address')
      .where('namespace', '=', namespace)
      .where('address', 'in', chunk)
      .where('merchant_id', '=', merchantId)
      .where('role', '!=', 'refused')
      .where('proven_at', 'is not', null)
      .execute(),
  )
  return new Set(rows.map(({ address }) => address))
}

/** Finds the time when the operator last decided who may name a wallet; null if never. */
export async function findDecision(db: Db, key: WalletKey): Promise<number | null> {
  const row = await db
    .selectFrom('wallet_users')
    .select((eb) => eb.fn.max('decided_at').as('decided_at'))
    .where('namespace', '=', key.namespace)
    .where('address', '=', key.address)
    .executeTakeFirst()
  return row?.decided_at ?? null
}

/** The owners of wallets (lower case) of a kind, by address. */
export async function findOwners(
  db: Db,
  namespace: WalletUser['namespace'],
  addresses: Iterable<string>,
): Promise<Map<string, string>> {
  const rows = await queryInChunks([...new Set(addresses)], (chunk) =>
    db
      .selectFrom('wallet_users')
      .select(['address', 'merchant_id'])
      .where('namespace', '=', namespace)
      .where('address', 'in', chunk)
      .where('role', '=', 'owner')
      .execute(),
  )
  return new Map(rows.map((row) => [row.address, row.merchant_id]))
}

/** The decision about a role, with its time: a proof, or by the operator. */
type Decided = { readonly proven_at?: number; readonly decided_at?: number }

/** Tells whether more than one merchant receives money on a wallet. */
export async function isShared(db: Db, { namespace, address }: WalletKey): Promise<boolean> {
  const users = await db
    .selectFrom('wallet_users')
    .select('merchant_id')
    .where('namespace', '=', namespace)
    .where('address', '=', address)
    .limit(2)
    .execute()
  return users.length > 1
}

/** Sets a merchant's role for a wallet. Write a wallet's former owner before the new one. */
export function putUser(tx: Tx, user: NamedWallet, decided: Decided = {}): Promise<WalletUser> {
  const { namespace, address, merchant_id, role, created_at } = user
  return tx
    .insertInto('wallet_users')
    .values({ namespace, address, merchant_id, role, created_at, ...decided })
    .onConflict((conflict) =>
      conflict.columns(['namespace', 'address', 'merchant_id']).doUpdateSet({ role, ...decided }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Oldest first. */
export function listUsers(db: Db, limit: number): Promise<WalletUser[]> {
  return db
    .selectFrom('wallet_users')
    .selectAll()
    .orderBy('created_at')
    .orderBy('namespace')
    .orderBy('address')
    .orderBy('merchant_id')
    .limit(limit)
    .execute()
}
