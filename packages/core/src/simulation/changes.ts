import { CompiledQuery } from 'kysely'
import type { Db } from '../storage/database.ts'

/** What is looked at after each step, with what names its rows. */
const watched = {
  payments: 'id',
  transfers: 'id',
  refunds: 'id',
  settlements: 'id',
  events: 'id',
  deliveries: 'id',
  sweeps: 'rowid',
  sends: 'id',
  cursors: 'network',
} as const
export type Watched = keyof typeof watched
export type Changes = ReadonlyMap<Watched, readonly string[]>

/** Has the database note by itself which rows are written: so it is known even where the code is wrong. */
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
        `create temp trigger touched_${table}_${verb} after ${verb} on main.${table}
         begin insert or ignore into touched values ('${table}', ${row}.${id}); end`,
      )
    }
  }
}

/** The rows that were written since this was asked last. */
export async function takeChanges(db: Db): Promise<Changes> {
  const { rows } = await db.executeQuery(select)
  if (rows.length > 0) await db.executeQuery(forget)
  const grouped = Map.groupBy(rows as { kind: Watched; id: string }[], ({ kind }) => kind)
  return new Map([...grouped].map(([kind, ids]) => [kind, ids.map(({ id }) => id)]))
}

const select = CompiledQuery.raw('select kind, id from touched')
const forget = CompiledQuery.raw('delete from touched')
