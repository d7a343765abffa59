import type { ObservedTransfer } from '../../chains/chain.ts'
import { CLOCK_TOLERANCE_MS } from '../../domain/attribution.ts'
import { type Owner, toOwnerColumns } from '../../domain/owner.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { prepareInsert, prepareLookups } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

type Watched = Row<'wallets'>

const insert = prepareInsert('wallets', (query) =>
  query.onConflict((conflict) =>
    conflict
      .columns(['chain', 'address', 'merchant_id', 'livemode'])
      .doUpdateSet({ asked: 1 })
      .where('wallets.asked', '=', 0)
      .where('excluded.asked', '=', 1),
  ),
)

/** A wallet (address in lower case) that a merchant's payments name. */
export type NamedWallet = {
  readonly address: string
  readonly chain: string
  readonly otherChains: readonly string[]
  readonly caller: Owner
  readonly since: number
}

/**
 * Records transfers to wallets for their merchants from now on: on the chain where payments ask for money, and on
 * others, where payers may send it by mistake.
 */
export async function watchWallets(tx: Tx, wallets: readonly NamedWallet[]): Promise<void> {
  // A statement cannot change a row twice. What is asked for comes last, and replaces what is not.
  const rows = wallets.flatMap(toRows).toSorted((a, b) => a.asked - b.asked)
  const distinct = new Map(rows.map((row) => [`${row.chain} ${row.address} ${row.merchant_id} ${row.livemode}`, row]))
  await insert(tx, [...distinct.values()])
}

function toRows({ address, chain, otherChains, caller, since }: NamedWallet): Watched[] {
  const owner = toOwnerColumns(caller)
  return [chain, ...otherChains].map((one) => {
    return { chain: one, address, ...owner, created_at: since, asked: one === chain ? 1 : 0 }
  })
}

/** The wallets watched on a chain, lower case; null when there are more than `limit`. */
export async function findWatchedWallets(db: Db, chain: string, limit: number): Promise<string[] | null> {
  const rows = await db
    .selectFrom('wallets')
    .select('address')
    .distinct()
    .where('chain', '=', chain)
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? null : rows.map((row) => row.address)
}

/** Finds when the first watched wallet of a chain was added; null if there is none. */
export async function watchedSince(db: Db, chain: string): Promise<number | null> {
  const { since } = await db
    .selectFrom('wallets')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow()
  return since
}

export type Watcher = Pick<Watched, 'merchant_id' | 'livemode' | 'created_at' | 'asked'>

/** All places are on one chain. */
const watchersAt = prepareLookups<Pick<Watched, 'chain' | 'address'>>()((db, places) =>
  db
    .selectFrom('wallets')
    .select(['address', 'merchant_id', 'livemode', 'created_at', 'asked'])
    .where(
      'chain',
      'in',
      places.slice(0, 1).map(({ chain }) => chain),
    )
    .where(
      'address',
      'in',
      places.map(({ address }) => address),
    ),
)

/** The watchers of these wallets (lower case). Unwatched wallets have no entry. */
export async function findWatchers(
  db: Db,
  chain: string,
  addresses: Iterable<string>,
): Promise<Map<string, Watcher[]>> {
  const rows = await watchersAt(
    db,
    [...new Set(addresses)].map((address) => ({ chain, address })),
  )
  return Map.groupBy(rows, (row) => row.address)
}

/** Tells whether a transfer's recipient was watched at the time. Earlier transfers are ignored. */
export function wasWatched(watchers: ReadonlyMap<string, readonly Watcher[]>, transfer: ObservedTransfer): boolean {
  const own = watchers.get(transfer.to) ?? []
  return own.some((watcher) => watcher.created_at - CLOCK_TOLERANCE_MS <= transfer.blockTime)
}

/** Filters transfers for those whose recipient was watched at the time. */
export async function filterWatchedTransfers<T extends ObservedTransfer>(
  db: Db,
  chain: string,
  transfers: readonly T[],
): Promise<T[]> {
  const watchers = await findWatchers(
    db,
    chain,
    transfers.map((transfer) => transfer.to),
  )
  return transfers.filter((transfer) => wasWatched(watchers, transfer))
}
