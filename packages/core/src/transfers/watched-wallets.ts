import type { Db, Tx } from '../storage/database.ts'
import { inChunks } from '../storage/in-chunks.ts'
import { prepared } from '../storage/prepared.ts'

type Watched = { chain: string; address: string; merchant_id: string; livemode: 0 | 1 }

const insert = prepared<Watched>()((db, value) =>
  db
    .insertInto('wallets')
    .values({
      chain: value.chain,
      address: value.address,
      merchant_id: value.merchant_id,
      livemode: value.livemode,
    })
    .onConflict((conflict) => conflict.doNothing()),
)

/** From the commit on, transfers to the wallet (lower case) are recorded for the caller. */
export async function watchWallet(
  tx: Tx,
  wallet: {
    readonly chain: string
    readonly address: string
    readonly caller: { readonly merchantId: string; readonly livemode: boolean }
  },
): Promise<void> {
  const { chain, address, caller } = wallet
  await insert(tx, { chain, address, merchant_id: caller.merchantId, livemode: caller.livemode ? 1 : 0 })
}

/** The wallets watched on a chain, lower case; null when there are more than `limit`. */
export async function watchedWallets(db: Db, chain: string, limit: number): Promise<string[] | null> {
  const rows = await db
    .selectFrom('wallets')
    .select('address')
    .distinct()
    .where('chain', '=', chain)
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? null : rows.map((row) => row.address)
}

export type Watcher = Pick<Watched, 'merchant_id' | 'livemode'>

/** Who watches which of these wallets (lower case). A wallet that nobody watches has no entry. */
export async function watchersAmong(
  db: Db,
  chain: string,
  addresses: Iterable<string>,
): Promise<Map<string, Watcher[]>> {
  const rows = await inChunks([...new Set(addresses)], (chunk) =>
    db
      .selectFrom('wallets')
      .select(['address', 'merchant_id', 'livemode'])
      .where('chain', '=', chain)
      .where('address', 'in', chunk)
      .execute(),
  )
  return Map.groupBy(rows, (row) => row.address)
}

/** Those of these wallets (lower case) that are watched: tells foreign transfers apart before anything is written. */
export async function watchedAmong(db: Db, chain: string, addresses: Iterable<string>): Promise<Set<string>> {
  return new Set((await watchersAmong(db, chain, addresses)).keys())
}
