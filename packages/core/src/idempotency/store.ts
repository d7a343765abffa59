import type { Context } from '../context.ts'
import type { Tx } from '../storage/database.ts'

/** How long an answer is kept for its key. */
const KEPT_MS = 24 * 3_600_000

type Owner = { readonly merchantId: string; readonly livemode: boolean }
export type KeptAnswer = { readonly status: number; readonly body: string }
export type Kept = KeptAnswer & { readonly key: string; readonly fingerprint: string }

export async function findKept(ctx: Context, owner: Owner, key: string) {
  const row = await ctx.db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
    .where('key', '=', key)
    .where('created_at', '>', ctx.now() - KEPT_MS)
    .executeTakeFirst()
  return row ?? null
}

/** False when the key is taken: another server was faster with the same request. */
export async function insertKept(ctx: Context, tx: Tx, owner: Owner, kept: Kept): Promise<boolean> {
  const row = { fingerprint: kept.fingerprint, status: kept.status, body: kept.body, created_at: ctx.now() }
  const written = await tx
    .insertInto('idempotency')
    .values({ merchant_id: owner.merchantId, livemode: owner.livemode ? 1 : 0, key: kept.key, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'livemode', 'key'])
        .doUpdateSet(row)
        .where('idempotency.created_at', '<=', ctx.now() - KEPT_MS),
    )
    .returning('key')
    .execute()
  return written.length === 1
}

/** Deletes answers whose keys may be used anew, at most `limit`. Answers how many. */
export async function pruneKept(tx: Tx, now: number, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('idempotency')
    .select(['merchant_id', 'livemode', 'key'])
    .where('created_at', '<=', now - KEPT_MS)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  for (const row of rows) {
    await tx
      .deleteFrom('idempotency')
      .where('merchant_id', '=', row.merchant_id)
      .where('livemode', '=', row.livemode)
      .where('key', '=', row.key)
      .execute()
  }
  return rows.length
}
