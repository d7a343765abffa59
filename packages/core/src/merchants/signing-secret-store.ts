import type { Owner } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareQuery } from '../storage/prepared.ts'
import type { NewRow } from '../storage/tables.ts'

export async function insertSecret(tx: Tx, row: NewRow<'webhook_secrets'>): Promise<void> {
  await tx.insertInto('webhook_secrets').values(row).execute()
}

/** Each adds about fifty bytes to a header, and receivers limit headers. */
const SIGNING_AT_ONCE = 10

const secretsWhere = (is: '=' | 'is') =>
  prepareQuery<Owner & { webhookId: string | null; now: number }>()((db, value) =>
    db
      .selectFrom('webhook_secrets')
      .select('secret')
      .where('merchant_id', '=', value.merchantId)
      .where('livemode', '=', value.livemode)
      .where('webhook_id', is, is === '=' ? value.webhookId : null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value.now)]))
      .orderBy('seq', 'desc')
      .limit(SIGNING_AT_ONCE),
  )
const secretsOfEndpoint = secretsWhere('=')
const defaultSecrets = secretsWhere('is')

/** The secrets that sign at a time, the current one first: it is the newest. At most ten. */
export function findSecretRows(db: Db, owner: Owner, webhookId: string | null, now: number) {
  const secrets = webhookId === null ? defaultSecrets : secretsOfEndpoint
  return secrets(db, { ...owner, webhookId, now })
}

/** Lets the current secret, if there is one, sign until `expiresAt`. */
export async function expireCurrentSecret(
  tx: Tx,
  owner: Owner,
  webhookId: string | null,
  expiresAt: number,
): Promise<void> {
  await tx
    .updateTable('webhook_secrets')
    .set({ expires_at: expiresAt })
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('webhook_id', webhookId === null ? 'is' : '=', webhookId)
    .where('expires_at', 'is', null)
    .execute()
}

/** Deletes expired secrets, at most `limit`. Returns their number. */
export async function pruneSecrets(tx: Tx, now: number, limit: number): Promise<number> {
  const ended = tx
    .selectFrom('webhook_secrets')
    .select('seq')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
  const result = await tx.deleteFrom('webhook_secrets').where('seq', 'in', ended).executeTakeFirst()
  return Number(result.numDeletedRows)
}
