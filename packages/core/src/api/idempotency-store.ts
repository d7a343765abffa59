import { sql } from 'kysely'
import type { Context } from '../context/context.ts'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import type { Tx } from '../storage/database.ts'
import { excluded, prepareInsert, prepareQuery } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'

/** The time for which an answer is kept for its key. */
const KEPT_MS = 24 * 3_600_000

export type StoredAnswer = { readonly status: number; readonly body: string }
export type StoredRequest = StoredAnswer & { readonly key: string; readonly fingerprint: string }

export async function findStoredAnswer(ctx: Context, owner: Owner, key: string) {
  const [row] = await findByKey(ctx.db, { ...toOwnerColumns(owner), key, until: ctx.now() - KEPT_MS })
  return row ?? null
}

type ByKey = OwnerColumns & { readonly key: string; readonly until: number }
const findByKey = prepareQuery<ByKey>()((db, value) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('key', '=', value.key)
    .where('created_at', '>', value.until),
)

export type StoredRow = Row<'idempotency'>

export function toStoredRow(owner: Owner, request: StoredRequest, now: number): StoredRow {
  return { ...toOwnerColumns(owner), ...request, created_at: now }
}

/** Returns how many were written: none for a key that is taken, if another server was faster with the same request. */
export function insertStoredAnswers(tx: Tx, rows: readonly StoredRow[]): Promise<number> {
  return insert(tx, rows)
}

const insert = prepareInsert('idempotency', (query) =>
  query.onConflict((conflict) =>
    conflict
      .columns(['merchant_id', 'livemode', 'key'])
      .doUpdateSet(excluded('fingerprint', 'status', 'body', 'created_at'))
      .where('idempotency.created_at', '<=', sql<number>`excluded.created_at - ${sql.lit(KEPT_MS)}`),
  ),
)

/** Deletes answers whose keys may be used anew, at most `limit`. Answers how many. */
export async function pruneStoredAnswers(tx: Tx, now: number, limit: number): Promise<number> {
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
