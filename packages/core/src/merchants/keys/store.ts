import type { ApiKeyStatus, Role } from '@crypto-checkout/api-types'
import { type Owner, pickOwned } from '../../domain/owner.ts'
import { countRows, type Db, pipeline, type Tx } from '../../storage/database.ts'
import { prepareQuery, prepareWrite } from '../../storage/prepared.ts'
import type { NewRow, Row } from '../../storage/tables.ts'

export type KeyRow = Row<'api_keys'>
export async function insertKey(tx: Tx, row: NewRow<'api_keys'>): Promise<KeyRow> {
  return tx.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow()
}

export type KeyWithPlan = KeyRow & { readonly plan: string }

/** The key of a request, with its merchant's plan. */
export async function findKeyByPublicKey(db: Db, publicKey: string): Promise<KeyWithPlan | null> {
  const [row] = await byPublicKey(db, { publicKey })
  return row ?? null
}

const byPublicKey = prepareQuery<{ publicKey: string }>()((db, value) =>
  db
    .selectFrom('api_keys')
    .innerJoin('merchants', 'merchants.id', 'api_keys.merchant_id')
    .selectAll('api_keys')
    .select('merchants.plan')
    .where('public_key', '=', value.publicKey),
)

/** Any merchant's key. */
export async function findAnyKey(db: Db, id: string): Promise<KeyRow | null> {
  return (await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findKey(db: Db, owner: Owner, id: string): Promise<KeyRow | null> {
  return pickOwned(await findAnyKey(db, id), owner)
}

/** The user who made a key, or the key that made it, and so on, with its role now; null if no user did. */
export async function findMaker(db: Db, row: KeyRow): Promise<{ readonly role: Role | null } | null> {
  const maker = await db
    .withRecursive('makers', (cte) =>
      cte
        .selectFrom('api_keys')
        .select('created_by')
        .where('id', '=', row.id)
        .unionAll((eb) =>
          eb
            .selectFrom('api_keys')
            .innerJoin('makers', 'makers.created_by', 'api_keys.id')
            .select('api_keys.created_by'),
        ),
    )
    .selectFrom('makers')
    .leftJoin('memberships', (join) =>
      join.onRef('memberships.user_id', '=', 'makers.created_by').on('memberships.merchant_id', '=', row.merchant_id),
    )
    .select('memberships.role')
    .where('makers.created_by', 'like', 'usr%')
    .executeTakeFirst()
  return maker ?? null
}

/** All merchants' keys, oldest first. */
export function listAllKeyRows(db: Db): Promise<KeyRow[]> {
  return db.selectFrom('api_keys').selectAll().orderBy('seq').execute()
}

/** A merchant's keys that were not revoked, of both environments. */
export function listUnrevokedKeyRows(db: Db, merchantId: string): Promise<KeyRow[]> {
  const own = db.selectFrom('api_keys').selectAll().where('merchant_id', '=', merchantId)
  return own.where('revoked_at', 'is', null).orderBy('seq').execute()
}

/** The keys of a connection that were not revoked. */
export function listConnectionKeys(db: Db, connectionId: string): Promise<KeyRow[]> {
  const own = db.selectFrom('api_keys').selectAll().where('connection_id', '=', connectionId)
  return own.where('revoked_at', 'is', null).orderBy('seq').execute()
}

export type KeyFilter = { readonly status?: ApiKeyStatus | undefined; readonly now: number }

/** Newest first. */
export function listKeyRows(
  db: Db,
  owner: Owner,
  filter: KeyFilter,
  after: number | null,
  limit: number,
): Promise<KeyRow[]> {
  let query = filtered(db, owner, filter).selectAll().orderBy('seq', 'desc').limit(limit)
  if (after !== null) query = query.where('seq', '<', after)
  return query.execute()
}

export function countKeys(db: Db, owner: Owner, filter: KeyFilter): Promise<number> {
  return countRows(filtered(db, owner, filter))
}

function filtered(db: Db, { merchantId, livemode }: Owner, { status, now }: KeyFilter) {
  const own = db.selectFrom('api_keys').where('merchant_id', '=', merchantId).where('livemode', '=', livemode)
  if (status === undefined) return own
  if (status === 'revoked') return own.where('revoked_at', 'is not', null)
  const unrevoked = own.where('revoked_at', 'is', null)
  if (status === 'expired') return unrevoked.where('expires_at', '<=', now)
  return unrevoked.where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
}

export async function updateKeyRow(
  tx: Tx,
  { seq }: KeyRow,
  changes: Partial<Pick<KeyRow, 'revoked_at' | 'expires_at'>>,
): Promise<KeyRow> {
  return tx.updateTable('api_keys').set(changes).where('seq', '=', seq).returningAll().executeTakeFirstOrThrow()
}

/** Returns the ids of the keys that it revoked. */
export async function revokeLabelled(tx: Tx, label: string, now: number): Promise<string[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('label', '=', label)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Another server may have noted a later minute. */
const use = prepareWrite<{ id: string; minute: number }>()((db, value) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: value.minute })
    .where('id', '=', value.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', value.minute)])),
)

/** Writes the minutes in which keys were last used. */
export async function writeKeyUses(tx: Tx, uses: readonly (readonly [id: string, minute: number])[]): Promise<void> {
  await pipeline(uses.map(([id, minute]) => use(tx, { id, minute })))
}
