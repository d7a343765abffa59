import type { Context } from '../context/context.ts'
import type { Tx } from '../storage/database.ts'
import { prepareQuery, prepareWrite } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'

/** How long an answer is kept for its key. */
const KEPT_MS = 24 * 3_600_000

type Owner = { readonly merchantId: string; readonly livemode: boolean }
export type StoredAnswer = { readonly status: number; readonly body: string }
export type StoredRequest = StoredAnswer & { readonly key: string; readonly fingerprint: string }

export async function findStoredAnswer(ctx: Context, owner: Owner, key: string) {
  const [row] = await byKey(ctx.db, { ...columnsOf(owner), key, until: ctx.now() - KEPT_MS })
  return row ?? null
}

type ByKey = ReturnType<typeof columnsOf> & { readonly key: string; readonly until: number }
const byKey = prepareQuery<ByKey>()((db, value) =>
  db
    .selectFrom('idempotency')
    .select(['fingerprint', 'status', 'body'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('key', '=', value.key)
    .where('created_at', '>', value.until),
)

/** False when the key is taken: another server was faster with the same request. */
export async function insertStoredAnswer(ctx: Context, tx: Tx, owner: Owner, request: StoredRequest): Promise<boolean> {
  const now = ctx.now()
  return (await insert(tx, { ...columnsOf(owner), ...request, created_at: now, until: now - KEPT_MS })) === 1
}

const insert = prepareWrite<Row<'idempotency'> & { readonly until: number }>()((db, value) =>
  db
    .insertInto('idempotency')
    .values({
      merchant_id: value.merchant_id,
      livemode: value.livemode,
      key: value.key,
      fingerprint: value.fingerprint,
      status: value.status,
      body: value.body,
      created_at: value.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['merchant_id', 'livemode', 'key'])
        .doUpdateSet({
          fingerprint: value.fingerprint,
          status: value.status,
          body: value.body,
          created_at: value.created_at,
        })
        .where('idempotency.created_at', '<=', value.until),
    ),
)

function columnsOf({ merchantId, livemode }: Owner) {
  return { merchant_id: merchantId, livemode: livemode ? 1 : 0 } as const
}

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
