import type { Db, Tx } from '../storage/database.ts'
import type { NewRow } from '../storage/tables.ts'

export type Owner = { readonly merchantId: string; readonly livemode: boolean }

export async function insertSecret(tx: Tx, row: NewRow<'webhook_secrets'>): Promise<void> {
  await tx.insertInto('webhook_secrets').values(row).execute()
}

/** Those that sign at a time, the current one first, then the others from the newest. */
export function secretRows(db: Db, owner: Owner, webhookId: string | null, now: number) {
  return ofReceiver(db, owner, webhookId)
    .select('secret')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy((eb) => eb('expires_at', 'is not', null))
    .orderBy('seq', 'desc')
    .execute()
}

function ofReceiver(db: Db, owner: Owner, webhookId: string | null) {
  return db
    .selectFrom('webhook_secrets')
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
    .where('webhook_id', webhookId === null ? 'is' : '=', webhookId)
}

/** Lets the current secret, if there is one, sign along until `expiresAt`. */
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
    .where('livemode', '=', owner.livemode ? 1 : 0)
    .where('webhook_id', webhookId === null ? 'is' : '=', webhookId)
    .where('expires_at', 'is', null)
    .execute()
}
