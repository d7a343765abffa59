import type { ApiKey, List } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import type { Scope } from '../../domain/catalog/entitlements.ts'
import { type Environment, toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Owner } from '../../domain/owner.ts'
import { DEFAULT_PAGE, toPage } from '../../http/fields.ts'
import type { Db } from '../../storage/database.ts'
import type { ValidKeyQuery } from './schema.ts'
import { countKeys, findKey, type KeyRow, listAllKeyRows, listKeyRows } from './store.ts'
import { toKeyView } from './view.ts'

/** Throws `resource_missing`. */
export async function requireKey(db: Db, owner: Owner, id: string): Promise<KeyRow> {
  const row = await findKey(db, owner, id)
  if (row) return row
  const message = 'There is no such key: check the id, and that the keys are of its environment.'
  throw new CheckoutError('resource_missing', message, 'id')
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
export async function listKeys(ctx: Context, caller: Caller, query: ValidKeyQuery): Promise<List<ApiKey>> {
  const limit = query.limit ?? DEFAULT_PAGE
  const now = ctx.now()
  const filter = { status: query.status, now }
  const after = query.starting_after === undefined ? null : await findCursor(ctx, caller, query.starting_after)
  const rows = await listKeyRows(ctx.db, caller, filter, after, limit + 1)
  return toPage(rows, limit, await countKeys(ctx.db, caller, filter), (row) => toKeyView(row, now))
}

async function findCursor(ctx: Context, caller: Caller, id: string): Promise<number> {
  const row = await findKey(ctx.db, caller, id)
  if (!row) throw new CheckoutError('invalid_cursor', 'There is no such key to start after.', 'starting_after')
  return row.seq
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
