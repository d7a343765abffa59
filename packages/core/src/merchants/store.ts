import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type MerchantRow = Row<'merchants'>

export async function insertMerchant(tx: Tx, row: NewRow<'merchants'>): Promise<void> {
  await tx.insertInto('merchants').values(row).execute()
}

type Identity = Pick<MerchantRow, 'name' | 'accent' | 'logo' | 'support_email' | 'support_url'>
/** Changes; a field that is undefined stays as it is. */
type IdentityChanges = { readonly [Name in keyof Identity]: Identity[Name] | undefined }

export async function updateMerchantRow(tx: Tx, id: string, changes: IdentityChanges): Promise<void> {
  await tx.updateTable('merchants').set(changes).where('id', '=', id).execute()
}

export function listMerchantRows(db: Db): Promise<MerchantRow[]> {
  return db.selectFrom('merchants').selectAll().orderBy('seq').execute()
}

const byId = prepareQuery<{ id: string }>()((db, value) =>
  db.selectFrom('merchants').selectAll().where('id', '=', value.id),
)

export async function findMerchant(db: Db, id: string): Promise<MerchantRow | null> {
  const [row = null] = await byId(db, { id })
  return row
}

const nameById = prepareQuery<{ id: string }>()((db, value) =>
  db.selectFrom('merchants').select('name').where('id', '=', value.id),
)

/** The names of merchants, by id. */
export async function findMerchantNames(db: Db, ids: ReadonlySet<string>): Promise<Map<string, string>> {
  const wanted = [...ids]
  const rows = await pipeline(wanted.map((id) => nameById(db, { id })))
  return new Map(wanted.map((id, index) => [id, rows[index]?.[0]?.name ?? '']))
}

/** In order, after an id; an empty one starts at the beginning. */
export async function listMerchantIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('merchants')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The default merchant when none is named. */
export async function findFirstMerchant(db: Db): Promise<MerchantRow | null> {
  return (await db.selectFrom('merchants').selectAll().orderBy('seq').limit(1).executeTakeFirst()) ?? null
}

export type SettingsChangeRow = Row<'settings_changes'>

export async function insertSettingsChange(tx: Tx, row: NewRow<'settings_changes'>): Promise<SettingsChangeRow> {
  return tx.insertInto('settings_changes').values(row).returningAll().executeTakeFirstOrThrow()
}

type UpTo = OwnerColumns & { readonly upTo: number; readonly limit: number }
const newest = prepareQuery<UpTo>()((db, value) =>
  db
    .selectFrom('settings_changes')
    .selectAll()
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('changed_at', '<=', value.upTo)
    .orderBy('changed_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(value.limit),
)

/** Newest first. */
export function listSettingsChangeRows(
  db: Db,
  owner: Owner,
  limit: number,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<SettingsChangeRow[]> {
  return newest(db, { ...toOwnerColumns(owner), upTo, limit })
}

/** Oldest first, after a place and before a time. */
export function listSettingsChangesBetween(
  db: Db,
  owner: Owner,
  place: Pick<SettingsChangeRow, 'changed_at' | 'seq'>,
  before: number,
  limit: number,
): Promise<SettingsChangeRow[]> {
  return ownChanges(db, owner)
    .where((eb) => eb(eb.refTuple('changed_at', 'seq'), '>', eb.tuple(place.changed_at, place.seq)))
    .where('changed_at', '<', before)
    .orderBy('changed_at')
    .orderBy('seq')
    .limit(limit)
    .execute()
}

function ownChanges(db: Db, owner: Owner) {
  return db
    .selectFrom('settings_changes')
    .selectAll()
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
}

type LogoRow = Row<'logos'>

/** Replaces the merchant's logo. */
export async function putLogo(tx: Tx, row: LogoRow): Promise<void> {
  const { name, content_type, content } = row
  await tx
    .insertInto('logos')
    .values(row)
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ name, content_type, content }))
    .execute()
}

export async function deleteLogo(tx: Tx, merchantId: string): Promise<void> {
  await tx.deleteFrom('logos').where('merchant_id', '=', merchantId).execute()
}

/** Null if no merchant has a logo of this name. */
export async function findLogoRow(db: Db, name: string): Promise<LogoRow | null> {
  return (await db.selectFrom('logos').selectAll().where('name', '=', name).limit(1).executeTakeFirst()) ?? null
}
