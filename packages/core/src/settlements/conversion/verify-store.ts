/** Queries of the comparison between conversions and chains. */
import { sql } from 'kysely'
import { type AccountRow, findAccounts } from '../../deposits/account-store.ts'
import { computeArrived } from '../../domain/conversion.ts'
import type { Db } from '../../storage/database.ts'
import { queryInChunks } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'
import { findAnySettlement, type SettlementRow } from '../store.ts'
import { type ExitRow, listShares } from './store.ts'

type Period = { readonly livemode: boolean; readonly from: number; readonly to: number }

/** An exit, with the parts of it that no settlement has booked yet, in millionths. */
export type ExitParts = ExitRow & { readonly unbookedLeft: bigint; readonly unbookedArrived: bigint }

/** The exits by which money left accounts, or arrived, in these transactions. */
export async function findExitsIn(db: Db, hashes: readonly string[]): Promise<ExitParts[]> {
  const rows = await queryInChunks(hashes, (chunk) =>
    db
      .selectFrom('exits')
      .selectAll()
      .where((eb) => eb.or([eb('tx_hash', 'in', chunk), eb('arrived_hash', 'in', chunk)]))
      .execute(),
  )
  const exits = [...new Map(rows.map((row) => [row.seq, row])).values()]
  const shares = await queryInChunks(
    exits.map(({ seq }) => seq),
    (chunk) =>
      db
        .selectFrom('exit_shares')
        .innerJoin('conversions', 'conversions.settlement_id', 'exit_shares.settlement_id')
        .innerJoin('settlements', 'settlements.id', 'exit_shares.settlement_id')
        .select(['exit_shares.exit', 'exit_shares.amount', 'exit_shares.placed_before'])
        .where('exit_shares.exit', 'in', chunk)
        .where('conversions.ended_at', 'is not', null)
        .where('settlements.status', '=', 'completed')
        .execute(),
  )
  const booked = Map.groupBy(shares, ({ exit }) => exit)
  return exits.map((exit) => {
    const own = booked.get(exit.seq) ?? []
    const { left_amount: amount, arrived } = exit
    const got =
      arrived === null
        ? []
        : own.map((share) => computeArrived({ ...share, position: share.placed_before }, { amount, arrived }))
    return {
      ...exit,
      unbookedLeft: own.reduce((sum, share) => sum - share.amount, amount),
      unbookedArrived: got.reduce((sum, part) => sum - part, arrived ?? 0n),
    }
  })
}

/** Accounts whose money leaves or reaches a chain, after one of them (its chain and address, with a space between). */
export function listAccountsOf(
  db: Db,
  { chain, livemode }: { readonly chain: string; readonly livemode: boolean },
  after: string,
): Promise<AccountRow[]> {
  return db
    .selectFrom('conversion_accounts')
    .selectAll()
    .where('livemode', '=', livemode)
    .where((eb) => eb.or([eb('chain', '=', chain), eb('to_chain', '=', chain)]))
    .where(sql<string>`chain || ' ' || account`, '>', after)
    .orderBy(sql<string>`chain || ' ' || account`)
    .limit(ACCOUNTS_AT_ONCE)
    .execute()
}

/** The senders that nodes take in one question. */
export const ACCOUNTS_AT_ONCE = 50

/** The money of an account by its ledger, in millionths, and a block in which it was there; null while sweeps are newer. */
export async function sumAccount(
  db: Db,
  { chain, account, token, read_once }: AccountRow,
  finalNumber: number,
): Promise<{ readonly amount: bigint; readonly entries: number; readonly block: number } | null> {
  const own = db
    .selectFrom('conversions')
    .select('settlement_id')
    .where((eb) => eb.and({ chain, account }))
  // Once all has left, nothing of it is at the account in any later block.
  const open = await own.where('ended_at', 'is', null).whereRef('placed', '<', 'amount').limit(1).executeTakeFirst()
  const block = open ? Math.min(read_once, finalNumber) : finalNumber
  const newer = await db
    .selectFrom('sends')
    .select('id')
    .where('purpose', '=', 'settlement')
    .where('subject', 'in', own)
    .where('block_number', '>', block)
    .limit(1)
    .executeTakeFirst()
  if (newer) return null
  const booked = await db
    .selectFrom('entries')
    .select((eb) => [eb.fn.sum<bigint | null>('amount').as('amount'), eb.fn.countAll<number>().as('entries')])
    .where('settlement_id', 'in', own)
    .where((eb) => eb.and({ chain, account, token }))
    .executeTakeFirst()
  const unbooked = await db
    .selectFrom('exit_shares')
    .innerJoin('conversions', 'conversions.settlement_id', 'exit_shares.settlement_id')
    .select((eb) => eb.fn.sum<bigint | null>('exit_shares.amount').as('amount'))
    .where((eb) => eb.and({ 'conversions.chain': chain, 'conversions.account': account }))
    .where('conversions.ended_at', 'is', null)
    .executeTakeFirst()
  const amount = (booked?.amount ?? 0n) - (unbooked?.amount ?? 0n)
  return { amount, entries: booked?.entries ?? 0, block }
}

/** Settlements whose conversion ended in a period, with its account and shares, in the order of their numbers. */
export async function listEndedConversions(
  db: Db,
  { livemode, from, to }: Period,
  after: number,
  limit: number,
): Promise<EndedConversion[]> {
  const rows = await db
    .selectFrom('conversions')
    .innerJoin('settlements', 'settlements.id', 'conversions.settlement_id')
    .select(['conversions.seq', 'conversions.settlement_id', 'conversions.chain', 'conversions.account'])
    .where('settlements.livemode', '=', livemode)
    .where('settlements.status', '=', 'completed')
    .where('conversions.ended_at', '>=', from)
    .where('conversions.ended_at', '<', to)
    .where('conversions.seq', '>', after)
    .orderBy('conversions.seq')
    .limit(limit)
    .execute()
  const ids = rows.map((row) => row.settlement_id)
  const accounts = await findAccounts(db, rows)
  const shares = Map.groupBy(await listShares(db, ids), (share) => share.settlement_id)
  const entries = Map.groupBy(await listMoved(db, ids), (entry) => entry.settlement_id)
  const ended: EndedConversion[] = []
  for (const { seq, settlement_id: id, chain, account: address } of rows) {
    const settlement = await findAnySettlement(db, id)
    const account = accounts.get(`${chain} ${address}`)
    if (settlement && account)
      ended.push({ seq, settlement, account, shares: shares.get(id) ?? [], entries: entries.get(id) ?? [] })
  }
  return ended
}

/** A conversion that has ended, with the entries that its settlement has of it. */
export type EndedConversion = {
  readonly seq: number
  readonly settlement: SettlementRow
  readonly account: AccountRow
  readonly shares: Awaited<ReturnType<typeof listShares>>
  readonly entries: readonly Row<'entries'>[]
}

function listMoved(db: Db, settlementIds: readonly string[]): Promise<Row<'entries'>[]> {
  return queryInChunks([...settlementIds], (chunk) =>
    db
      .selectFrom('entries')
      .selectAll()
      .where('settlement_id', 'in', chunk)
      .where('kind', 'in', ['converted', 'released'])
      .execute(),
  )
}
