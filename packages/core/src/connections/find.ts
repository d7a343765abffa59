import type { Connection, List } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { requireFound } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { readPage } from '../http/fields.ts'
import type { Db } from '../storage/database.ts'
import type { ValidConnectionQuery } from './schema.ts'
import { type ConnectionWithParts, countConnections, findConnection, listConnectionRows } from './store.ts'
import { toConnectionView } from './view.ts'

/** Throws `resource_missing`. */
export async function requireConnection(
  ctx: Pick<Context, 'now'>,
  db: Db,
  owner: Owner,
  id: string,
): Promise<ConnectionWithParts> {
  return requireFound('connection', await findConnection(db, owner, id, ctx.now()))
}

/** The caller's connections, newest first. Throws `invalid_cursor`. */
export function listConnections(ctx: Context, caller: Caller, query: ValidConnectionQuery): Promise<List<Connection>> {
  const filter = { status: query.status, now: ctx.now() }
  return readPage(query, {
    noun: 'connection',
    find: (id) => findConnection(ctx.db, caller, id, filter.now),
    list: (after, limit) => listConnectionRows(ctx.db, caller, filter, after?.seq ?? null, limit),
    count: () => countConnections(ctx.db, caller, filter),
    view: (rows) => rows.map(toConnectionView),
  })
}
