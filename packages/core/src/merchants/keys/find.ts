import type { ApiKey, List } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import { type Environment, toEnvironment } from '../../domain/catalog/networks.ts'
import { requireFound } from '../../domain/error.ts'
import type { Owner } from '../../domain/owner.ts'
import { readPage } from '../../http/fields.ts'
import type { Db } from '../../storage/database.ts'
import type { ValidKeyQuery } from './schema.ts'
import { countKeys, findKey, type KeyRow, listAllKeyRows, listKeyRows } from './store.ts'
import { toKeyView } from './view.ts'

/** Throws `resource_missing`. */
export async function requireKey(db: Db, owner: Owner, id: string): Promise<KeyRow> {
  return requireFound('key', await findKey(db, owner, id))
}

/** The key of the request, with what it may do now. */
export async function retrieveOwnKey(ctx: Context, caller: Caller): Promise<ApiKey> {
  const row = await requireKey(ctx.db, caller, caller.by)
  return { ...toKeyView(row, ctx.now()), scopes: caller.scopes === null ? null : [...(caller.scopes as Scope[])] }
}

export async function retrieveKey(ctx: Context, caller: Caller, id: string): Promise<ApiKey> {
  return toKeyView(await requireKey(ctx.db, caller, id), ctx.now())
}

/** The caller's keys, newest first. Throws `invalid_cursor`. */
export function listKeys(ctx: Context, caller: Caller, query: ValidKeyQuery): Promise<List<ApiKey>> {
  const now = ctx.now()
  const filter = { status: query.status, now }
  return readPage(query, {
    noun: 'key',
    find: (id) => findKey(ctx.db, caller, id),
    list: (after, limit) => listKeyRows(ctx.db, caller, filter, after?.seq ?? null, limit),
    count: () => countKeys(ctx.db, caller, filter),
    view: (rows) => rows.map((row) => toKeyView(row, now)),
  })
}

type OperatorKey = ApiKey & { readonly merchant: string; readonly environment: Environment }

/** Every merchant's keys, oldest first, for the operator. */
export async function listKeysAsOperator(ctx: Context): Promise<OperatorKey[]> {
  const rows = await listAllKeyRows(ctx.db)
  return rows.map((row) => ({
    ...toKeyView(row, ctx.now()),
    merchant: row.merchant_id,
    environment: toEnvironment(row.livemode),
  }))
}
