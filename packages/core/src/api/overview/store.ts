import { sql } from 'kysely'
import type { Owner } from '../../domain/owner.ts'
import type { Db } from '../../storage/database.ts'
import { prepareQuery } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

/** The greatest count of things that may be many. */
export const MANY = 100
/** A literal: SQLite plans a query anew for each bound limit. */
const LIMIT = sql.lit(MANY + 1)

type Of = Pick<Row<'payments'>, 'merchant_id' | 'livemode'>

function toColumns({ merchantId, livemode }: Owner): Of {
  return { merchant_id: merchantId, livemode }
}

const named = prepareQuery<Of>()((db, value) =>
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
  return (await named(db, toColumns(owner))).length
}

const pending = prepareQuery<Of & Pick<Row<'refunds'>, 'method'>>()((db, value) =>
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
  return (await pending(db, { ...toColumns(owner), method })).length
}

const settlements = prepareQuery<Of & Pick<Row<'settlements'>, 'status'>>()((db, value) =>
  db
    .selectFrom('settlements')
    .select('seq')
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode)
    .where('status', '=', value.status)
    .limit(LIMIT),
)

export async function countSettlements(db: Db, owner: Owner, status: 'pending' | 'failed'): Promise<number> {
  return (await settlements(db, { ...toColumns(owner), status })).length
}

const webhooks = prepareQuery<Of>()((db, value) =>
  db
    .selectFrom('webhooks')
    .select(['failing_since', 'disabled_reason'])
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode),
)

export function findWebhookStates(db: Db, owner: Owner) {
  return webhooks(db, toColumns(owner))
}

const failed = prepareQuery<Of & { readonly since: number }>()((db, value) =>
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
  return (await failed(db, { ...toColumns(owner), since })).length
}

const activeKey = prepareQuery<Of & { readonly now: number }>()((db, value) =>
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
  return (await activeKey(db, { ...toColumns(owner), now })).length > 0
}
