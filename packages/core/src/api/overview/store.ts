import { sql } from 'kysely'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../../domain/owner.ts'
import type { Db } from '../../storage/database.ts'
import { prepareQuery } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

/** The greatest count of things that may be many. */
export const MANY = 100
/** A literal: SQLite plans a query anew for each bound limit. */
const LIMIT = sql.lit(MANY + 1)

const named = prepareQuery<OwnerColumns>()((db, value) =>
  db
    .selectFrom('transfers')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('payment_id', 'is', null)
    .where('named_by', 'is not', null)
    // Literals: the partial index cannot serve bound values.
    .where('direction', '=', sql.lit('in' as const))
    .where('state', '!=', sql.lit('orphaned'))
    .limit(LIMIT),
)

/** Unattributed transfers that payers' pages named. */
export async function countNamedTransfers(db: Db, owner: Owner): Promise<number> {
  return (await named(db, toOwnerColumns(owner))).length
}

const pending = prepareQuery<OwnerColumns & Pick<Row<'refunds'>, 'method'>>()((db, value) =>
  db
    .selectFrom('refunds')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('method', '=', value.method)
    .where('status', '=', sql.lit('pending'))
    .where('held_for', 'is', null)
    .limit(LIMIT),
)

/** `sign`: refunds that wait for the merchant's signature; `collect`: for the payer's address. */
export async function countPendingRefunds(db: Db, owner: Owner, method: 'sign' | 'collect'): Promise<number> {
  return (await pending(db, { ...toOwnerColumns(owner), method })).length
}

const settlements = prepareQuery<OwnerColumns & Pick<Row<'settlements'>, 'status'>>()((db, value) =>
  db
    .selectFrom('settlements')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('status', '=', value.status)
    .limit(LIMIT),
)

export async function countSettlements(db: Db, owner: Owner, status: 'pending' | 'failed'): Promise<number> {
  return (await settlements(db, { ...toOwnerColumns(owner), status })).length
}

const webhooks = prepareQuery<OwnerColumns>()((db, value) =>
  db
    .selectFrom('webhooks')
    .select(['failing_since', 'disabled_reason'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode),
)

export function findWebhookStates(db: Db, owner: Owner) {
  return webhooks(db, toOwnerColumns(owner))
}

const failed = prepareQuery<OwnerColumns & { readonly since: number }>()((db, value) =>
  db
    .selectFrom('deliveries')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('state', '=', sql.lit('failed'))
    .where('created_at', '>=', value.since)
    .limit(LIMIT),
)

/** Deliveries made since a time that have failed for good. */
export async function countFailedDeliveries(db: Db, owner: Owner, since: number): Promise<number> {
  return (await failed(db, { ...toOwnerColumns(owner), since })).length
}

const activeKey = prepareQuery<OwnerColumns & { readonly now: number }>()((db, value) =>
  db
    .selectFrom('api_keys')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value.now)]))
    .limit(sql.lit(1)),
)

/** Tells whether a program can use the API: there is a pair of keys that works. */
export async function hasActiveKey(db: Db, owner: Owner, now: number): Promise<boolean> {
  return (await activeKey(db, { ...toOwnerColumns(owner), now })).length > 0
}
