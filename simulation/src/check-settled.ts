import { sql } from 'kysely'
import { isOfEntry } from '../../packages/core/src/entries/store.ts'
import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { Changes } from './changes.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

type Settlement = Row<'settlements'>
type Settled = Row<'settled_entries'>
type Entry = Row<'entries'>

/**
 * Settlements are made of entries (I22): each entry has one place among them, the entries of a settlement add up to its
 * sums, and those of one that has ended stay as they are.
 */
export async function checkSettled(world: World, changes: Changes, settlements: readonly Settlement[]): Promise<void> {
  const { storage, history } = world
  const { db } = storage
  if (changes.has('entries')) await checkPlaces(world)
  const rowids = (changes.get('settled_entries') ?? []).map(Number)
  const moved = rowids.length === 0 ? [] : await readMoved(world, rowids)
  for (const { settlement_id, sequence, ordinal } of moved)
    must(settlement_id === null || !history.endedSettlements.has(settlement_id), 'I22', () => {
      return `${settlement_id}, which has ended, takes entry ${sequence}_${ordinal}`
    })
  const changed = new Set([...settlements.map(({ id }) => id), ...moved.flatMap((one) => one.settlement_id ?? [])])
  for (const id of changed) {
    const row = await db.selectFrom('settlements').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await checkSums(world, row)
    checkBoundary(row)
    if (row.status === 'completed' || row.status === 'failed') history.endedSettlements.add(id)
  }
  if (moved.length > 0) await checkStays(world)
}

/** Each entry has one row that says which settlement takes it. */
async function checkPlaces({ storage }: World): Promise<void> {
  const { rows } = await sql<{ entries: number; places: number }>`
    select (select count(*) from entries) as entries, (select count(*) from entries natural join
      (select merchant_id, livemode, sequence, ordinal from settled_entries)) as places`.execute(storage.db)
  expectSame(rows[0]?.places, rows[0]?.entries, 'I22', 'the number of entries that a settlement may take')
}

function readMoved({ storage }: World, rowids: readonly number[]): Promise<Settled[]> {
  return storage.db.selectFrom('settled_entries').selectAll().where(sql<number>`rowid`, 'in', rowids).execute()
}

async function readEntries({ storage }: World, id: string): Promise<(Entry & Pick<Settled, 'wallet'>)[]> {
  return storage.db
    .selectFrom('entries')
    .innerJoin('settled_entries', (join) => join.on(isOfEntry))
    .selectAll('entries')
    .select('settled_entries.wallet')
    .where('settled_entries.settlement_id', '=', id)
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
  const fees = entries.filter(({ kind }) => kind === 'network_fee' || kind === 'relayed')
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
  for (const { merchant_id, chain, booked_at, wallet } of entries) {
    expectSame([merchant_id, chain], [row.merchant_id, row.chain], 'I22', `an entry of ${row.id}`)
    if (!isDirect) continue
    must(booked_at < row.period_end, 'I22', () => `${row.id} takes an entry of a later period`)
    expectSame(wallet, row.destination.toLowerCase(), 'I22', `the wallet of an entry of ${row.id}`)
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
  const isTaken = await storage.db
    .selectFrom('settled_entries')
    .select('settlement_id')
    .where('settlement_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (!isTaken) return
  const isRefused = await storage
    .transact((tx) =>
      tx
        .updateTable('settled_entries')
        .set((eb) => ({ role: eb.ref('role') }))
        .where('settlement_id', 'is not', null)
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
      (select merchant_id, livemode, sequence, ordinal, settlement_id as taken_by from settled_entries)
    where taken_by is null and payment_id is not null
      and not exists (select 1 from deposits where deposits.address = entries.account)`.execute(storage.db)
  must(
    rows.length === 0,
    'I22',
    () => `no settlement took ${rows.map((row) => Object.values(row).join(' ')).join(', ')}`,
  )
}
