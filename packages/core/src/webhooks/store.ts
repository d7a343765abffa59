import type { Owner } from '../domain/owner.ts'
import { countRows, type Db, type Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type WebhookRow = Row<'webhooks'>
/** For a merchant in an environment. */
export const MAX_WEBHOOKS = 16

export async function insertWebhook(tx: Tx, row: NewRow<'webhooks'>): Promise<WebhookRow> {
  return tx.insertInto('webhooks').values(row).returningAll().executeTakeFirstOrThrow()
}

const byId = prepareQuery<Owner & { id: string }>()((db, value) =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', value.id)
    .where('merchant_id', '=', value.merchantId)
    .where('livemode', '=', value.livemode),
)

export async function findWebhook(db: Db, owner: Owner, id: string): Promise<WebhookRow | null> {
  const [row] = await byId(db, { ...owner, id })
  return row ?? null
}

/** Newest first. */
export function listWebhookRows(
  db: Db,
  owner: Owner,
  after: number | null,
  limit: number,
  state?: WebhookTrouble,
): Promise<WebhookRow[]> {
  let query = ownWebhooks(db, owner, state).selectAll().orderBy('seq', 'desc').limit(limit)
  if (after !== null) query = query.where('seq', '<', after)
  return query.execute()
}

/** The endpoints of a connection. */
export function listConnectionWebhooks(db: Db, connectionId: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('connection_id', '=', connectionId).execute()
}

export function countWebhooks(db: Db, owner: Owner, state?: WebhookTrouble): Promise<number> {
  return countRows(ownWebhooks(db, owner, state))
}

type Changes = Partial<
  Pick<WebhookRow, 'url' | 'description' | 'events' | 'failing_since' | 'disabled_at' | 'disabled_reason'>
>

export async function updateWebhookRow(tx: Tx, row: WebhookRow, changes: Changes): Promise<WebhookRow> {
  return tx.updateTable('webhooks').set(changes).where('seq', '=', row.seq).returningAll().executeTakeFirstOrThrow()
}

export async function deleteWebhookRow(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.deleteFrom('webhook_secrets').where('webhook_id', '=', row.id).execute()
  await tx.deleteFrom('webhooks').where('seq', '=', row.seq).execute()
}

/** Enabled, but not accepted at present; or turned off by the checkout. */
type WebhookTrouble = 'failing' | 'given_up' | undefined

function ownWebhooks(db: Db, owner: Owner, state?: WebhookTrouble) {
  const own = db
    .selectFrom('webhooks')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
  if (state === 'failing') return own.where('failing_since', 'is not', null).where('disabled_reason', 'is', null)
  if (state === 'given_up') return own.where('disabled_reason', 'is not', null).where('disabled_reason', '!=', 'manual')
  return own
}

/** Over all merchants. */
export function countDisabledWebhooks(db: Db): Promise<number> {
  return countRows(db.selectFrom('webhooks').where('disabled_at', 'is not', null))
}
