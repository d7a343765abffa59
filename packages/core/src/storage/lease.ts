import { sql } from 'kysely'
import type { DatabaseClock, Db, Tx } from './database.ts'
import { prepareQuery } from './prepared.ts'

/**
 * Assigns work that only one of several nodes may do at a time: a row per lease, with a token that grows whenever
 * another node takes over. Times are the database's, so nodes' clocks may differ.
 */
export type Lease = { readonly name: string; readonly token: number }

/** Another node has taken over, so this node's writes are not made. */
export class LeaseLostError extends Error {
  constructor(name: string) {
    super(`another node has taken over ${name}`)
  }
}

export type LeaseState = {
  readonly holder: string
  /** The holder's note from its last renewal. */
  readonly note: string
  /** Milliseconds since the last renewal. */
  readonly ageMs: number
  /** Milliseconds until another node may take it; zero or less when it may. */
  readonly leftMs: number
}

/** Null when no node has ever taken it. */
export async function readLease(db: Db, clock: DatabaseClock, name: string): Promise<LeaseState | null> {
  const row = await db
    .selectFrom('leases')
    .select(['holder', 'note', 'renewed_at', 'expires_at'])
    .select(sql<number>`${clock}`.as('now'))
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row) return null
  const { holder, note, now } = row
  return { holder, note, ageMs: now - row.renewed_at, leftMs: row.expires_at - now }
}

type Wish = { readonly name: string; readonly holder: string; readonly note: string; readonly ttlMs: number }

/** Takes a lease that is free or expired, or renews the holder's own. Null when another node has it. */
export async function takeLease(tx: Tx, clock: DatabaseClock, wish: Wish): Promise<Lease | null> {
  const { name, holder, note, ttlMs } = wish
  const times = { renewed_at: clock, expires_at: sql<number>`${clock} + ${ttlMs}` }
  const row = await tx
    .insertInto('leases')
    .values({ name, holder, note, token: 1, ...times })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          holder,
          note,
          ...times,
          token: sql<number>`case when leases.holder = ${holder} then leases.token else leases.token + 1 end`,
        })
        .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.expires_at', '<=', clock)])),
    )
    .returning('token')
    .executeTakeFirst()
  return row ? { name, ...row } : null
}

/** Throws LeaseLostError once another node has taken it. Call it in each transaction that relies on a lease. */
export async function requireLease(tx: Tx, { name, token }: Lease): Promise<void> {
  const [row] = await readToken(tx, { name })
  if (row?.token !== token) throw new LeaseLostError(name)
}

const readToken = prepareQuery<{ name: string }>()((db, value) =>
  db.selectFrom('leases').select('token').where('name', '=', value.name),
)

/** Lets another node take it at once. */
export async function releaseLease(tx: Tx, { name, token }: Lease): Promise<void> {
  await tx.updateTable('leases').set({ expires_at: 0 }).where('name', '=', name).where('token', '=', token).execute()
}
