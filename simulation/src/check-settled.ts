import { sql } from 'kysely'
import { isOfTaken } from '../../packages/core/src/entries/store.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { Changes } from './changes.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

type Settlement = Row<'settlements'>
type Entry = Row<'entries'>

/**
 * Settlements are made of entries (I22): each entry has one place among them, the entries of a settlement add up to its
 * sums, and those of one that has ended stay as they are.
 */
export async function checkSettled(world: World, changes: Changes, settlements: readonly Settlement[]): Promise<void> {
  const { storage, history } = world
  const { db } = storage
  if (changes.has('entries') || changes.has('taken_entries')) await checkPlaces(world)
  const takers = changes.get('taken_entries') ?? []
  for (const id of takers)
    must(!history.endedSettlements.has(id), 'I22', () => `${id}, which has ended, takes an entry`)
  const changed = new Set([...settlements.map(({ id }) => id), ...takers])
  for (const id of changed) {
    const row = await db.selectFrom('settlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await checkSums(world, row)
    checkBoundary(row)
    if (row.status === 'completed' || row.status === 'failed') history.endedSettlements.add(id)
  }
  if (takers.length > 0) await checkStays(world)
}

/** Each entry waits for a settlement or is in one, and has no second place. */
async function checkPlaces({ storage }: World): Promise<void> {
  const { rows } = await sql<{ entries: number; places: number; known: number }>`
    with places as (select merchant_id, livemode, sequence, ordinal from entries natural join
      (select merchant_id, livemode, sequence, ordinal from waiting_entries union all
        select merchant_id, livemode, sequence, ordinal from taken_entries join settlements on id = settlement_id))
    select (select count(*) from entries) as entries, (select count(*) from places) as places,
      (select count(*) from (select distinct * from places)) as known`.execute(storage.db)
  const [found] = rows
  expectSame(found?.known, found?.entries, 'I22', 'the number of entries that a settlement may take')
  expectSame(found?.places, found?.entries, 'I22', 'the number of places of these entries')
}

/**
 * `is_here`: 1 if an entry is of the settlement's wallet. Refunds and fees are of the wallet of one of their payment's methods.
 */
async function readEntries({ storage }: World, id: string): Promise<(Entry & { readonly is_here: number })[]> {
  const wallet = sql`lower(settlements.destination)`
  return storage.db
    .selectFrom('settlements')
    .innerJoin('taken_entries', 'taken_entries.settlement_id', 'settlements.id')
    .innerJoin('entries', (join) => join.on(isOfTaken))
    .selectAll('entries')
    .select(
      sql<number>`case when entries.transfer_id is not null and entries.refund_id is null
      then entries.account = ${wallet} else ${wallet} in (
        select lower(merchant_wallet) from payments where payments.id = entries.payment_id
        union all select lower(merchant_wallet) from methods where methods.payment_id = entries.payment_id) end`.as(
        'is_here',
      ),
    )
    .where('settlements.id', '=', id)
    .execute()
}

const ofTransfers: readonly string[] = ['received', 'assigned', 'reversed']

/** While sweeps are under way, the amount is what is expected of them. */
async function checkSums(world: World, row: Settlement): Promise<void> {
  const entries = await readEntries(world, row.id)
  const add = (own: readonly Entry[]) => own.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const incoming = entries.filter(({ kind }) => ofTransfers.includes(kind))
  const isDirect = row.method === 'direct'
  const paidOut = isDirect
    ? incoming.filter(({ payment_id }) => payment_id !== null)
    : entries.filter(({ kind, amount }) => kind === 'swept' && (amount ?? 0n) > 0n)
  const unattributed = isDirect ? incoming.filter(({ payment_id }) => payment_id === null) : []
  // What a conversion costs on its other network is in no sum.
  const fees = entries.filter(({ kind, chain }) => /^(network_fee|relayed)$/.test(kind) && chain === row.chain)
  if (row.status !== 'pending') expectSame(row.amount, add(paidOut), 'I22', `what ${row.id} paid out`)
  expectSame(
    [row.refunded, row.unattributed, row.gas_cost],
    [
      add(entries.filter(({ kind }) => kind === 'refunded')),
      add(unattributed),
      -fees.reduce((sum, { raw_amount }) => sum + (raw_amount ?? 0n), 0n),
    ],
    'I22',
    `the sums of ${row.id}`,
  )
  const isConverted = world.conversions?.isAccount(row.destination) === true
  for (const { merchant_id, chain, booked_at, is_here } of entries) {
    expectSame(merchant_id, row.merchant_id, 'I22', `the merchant of an entry of ${row.id}`)
    if (!isConverted) expectSame(chain, row.chain, 'I22', `the chain of an entry of ${row.id}`)
    if (!isDirect) continue
    must(booked_at < row.period_end, 'I22', () => `${row.id} takes an entry of a later period`)
    expectSame(is_here, 1, 'I22', `whether an entry is of the wallet of ${row.id}`)
  }
}

/** The ends of the schedules that merchants choose: local times of a day, with their zones. */
const ENDS: readonly (readonly [zone: string, time: string])[] = [
  ['UTC', '00:00'],
  ['UTC', '05:30'],
  ['UTC', '12:00'],
  ['Europe/Berlin', '23:59'],
]

/** A period that the schedule ended does so at its local time. Others end as they are closed. */
function checkBoundary({ id, period_end, created_at }: Settlement): void {
  if (period_end > created_at) return
  const isEnd = ENDS.some(([timeZone, time]) => {
    const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    return new Intl.DateTimeFormat('en-GB', options).format(period_end) === time && period_end % 60_000 === 0
  })
  must(isEnd, 'I22', () => `the period of ${id} ends at ${new Date(period_end).toISOString()}, which no schedule says`)
}

/** The database refuses to take an entry out of its settlement. */
async function checkStays({ storage }: World): Promise<void> {
  const isTaken = await storage.db.selectFrom('taken_entries').select('settlement_id').limit(1).executeTakeFirst()
  if (!isTaken) return
  const isRefused = await storage
    .transact((tx) =>
      tx
        .updateTable('taken_entries')
        .set((eb) => ({ role: eb.ref('role') }))
        .execute(),
    )
    .then(
      () => false,
      () => true,
    )
  must(isRefused, 'I22', () => 'an entry could leave its settlement')
}

/** In the end only what lies on payments' own addresses, and what pays no payment, is in no settlement. */
export async function checkAllSettled({ storage }: World): Promise<void> {
  const { rows } = await sql<{ sequence: number; ordinal: number; kind: string }>`
    select entries.sequence, entries.ordinal, entries.kind from entries natural join
      (select merchant_id, livemode, sequence, ordinal from waiting_entries)
    where payment_id is not null
      and not exists (select 1 from deposits where deposits.address = entries.account)`.execute(storage.db)
  must(
    rows.length === 0,
    'I22',
    () => `no settlement took ${rows.map((row) => Object.values(row).join(' ')).join(', ')}`,
  )
}
