import { CompiledQuery } from 'kysely'
import type { Db } from '../../packages/core/src/storage/database.ts'

/** The tables checked after each step, with the column that identifies a row. */
const watched = {
  payments: 'id',
  methods: 'payment_id',
  transfers: 'id',
  refunds: 'id',
  settlements: 'id',
  events: 'id',
  entries: 'rowid',
  taken_entries: 'settlement_id',
  deliveries: 'id',
  sweeps: 'rowid',
  sends: 'id',
  cursors: 'network',
  conversions: 'settlement_id',
  exits: 'seq',
} as const
export type Watched = keyof typeof watched
export type Changes = ReadonlyMap<Watched, readonly string[]>

/** Columns whose writing counts as a change of a row. Default: all. When a burn is asked for again is none of them. */
const telling: Partial<Record<Watched, string>> = { exits: 'state, placed, arrived, nonce' }

/** Makes the database itself record which rows are written, so that it is known even if the code is wrong. */
export async function watchChanges(db: Db): Promise<void> {
  const run = (sql: string) => db.executeQuery(CompiledQuery.raw(sql))
  await run('create temp table touched (kind text not null, id text not null, primary key (kind, id)) without rowid')
  for (const [table, id] of Object.entries(watched)) {
    for (const [verb, row] of [
      ['insert', 'new'],
      ['update', 'new'],
      ['delete', 'old'],
    ]) {
      await run(
        `create temp trigger touched_${table}_${verb} after ${verb}${verb === 'update' && table in telling ? ` of ${telling[table as Watched]}` : ''} on main.${table}
         begin insert or ignore into touched values ('${table}', ${row}.${id}); end`,
      )
    }
  }
}

/** The rows written since the last call. */
export async function takeChanges(db: Db): Promise<Changes> {
  const { rows } = await db.executeQuery(select)
  if (rows.length > 0) await db.executeQuery(forget)
  const grouped = Map.groupBy(rows as { kind: Watched; id: string }[], ({ kind }) => kind)
  return new Map([...grouped].map(([kind, ids]) => [kind, ids.map(({ id }) => id)]))
}

const select = CompiledQuery.raw('select kind, id from touched')
const forget = CompiledQuery.raw('delete from touched')
