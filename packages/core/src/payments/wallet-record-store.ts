import { sql } from 'kysely'
import { MAX_SUFFIX } from '../domain/attribution.ts'
import type { Role } from '../merchants/wallets/store.ts'
import type { WalletKey } from '../merchants/wallets/wallet.ts'
import type { Db } from '../storage/database.ts'
import { prepareLookups } from '../storage/prepared.ts'
import type { WalletPrice } from './reservations.ts'

/** A wallet for a merchant's payment, and the price and amount that identify it there, if they do. */
type WalletQuery = {
  readonly merchantId: string
  readonly key: WalletKey
  readonly place: WalletPrice | null
  readonly amount: bigint
}

/** The database's knowledge of a wallet for a merchant's payment. */
export type WalletRecord = {
  /** The merchant's role for the wallet; null if it has not named it yet. */
  readonly role: Role | null
  /** True if the wallet has an owner, which may be the merchant. */
  readonly isOwned: boolean
  /** True if another payment holds the amount. */
  readonly isTaken: boolean
  /** True if the wallet is a payment's own address. */
  readonly isDeposit: boolean
  /** The number of payments of the price that the merchant has open on the wallet. */
  readonly open: number
}

type Asked = ReturnType<typeof toColumns>
type Found = {
  readonly item: number
  readonly role: Role | null
  readonly owned: number | null
  readonly taken: number | null
  readonly deposit: number | null
  readonly open: number
}

/** Selects in place of `exists`, for which PostgreSQL may read a whole table. Each finds one row at most. */
const find = prepareLookups<Asked>()<Found>((db, asked) => ({
  compile: () =>
    sql<Found>`select n.column1 as item, u.role as role,
      (select 1 from wallet_users where namespace = n.column3 and address = n.column4 and role = 'owner') as owned,
      (select 1 from reservations as r where r.chain = n.column5 and r.token = n.column6
        and r.address = n.column4 and r.amount = n.column8 and r.current = 1) as taken,
      (select 1 from deposits where deposits.address = n.column4) as deposit,
      (select count(*) from reservations as r where r.merchant_id = n.column2 and r.chain = n.column5
        and r.token = n.column6 and r.address = n.column4 and r.amount > n.column7
        and r.amount <= n.column7 + ${sql.lit(Number(MAX_SUFFIX))} and r.released_at is null) as open
      from (values ${sql.join(asked.map(toValues))}) as n
      left join wallet_users as u on u.namespace = n.column3 and u.address = n.column4 and u.merchant_id = n.column2`.compile(
      db,
    ),
}))

function toColumns({ merchantId, key, place, amount }: WalletQuery, item: number) {
  const { chain = null, token = null } = place?.wallet ?? {}
  return { ...key, item, merchantId, chain, token, price: place?.price ?? null, amount }
}

function toValues({ item, merchantId, namespace, address, chain, token, price, amount }: Asked) {
  return sql`(cast(${item} as bigint), cast(${merchantId} as text), cast(${namespace} as text), cast(${address} as text),
    cast(${chain} as text), cast(${token} as text), cast(${price} as bigint), cast(${amount} as bigint))`
}

/** Finds the database's knowledge of each wallet, in order. */
export async function findWalletRecords(db: Db, asked: readonly WalletQuery[]): Promise<WalletRecord[]> {
  const rows = await find(db, asked.map(toColumns))
  const records: WalletRecord[] = []
  for (const { item, role, owned, taken, deposit, open } of rows) {
    const flags = { isOwned: Boolean(owned), isTaken: Boolean(taken), isDeposit: Boolean(deposit) }
    records[Number(item)] = { role, ...flags, open: Number(open) }
  }
  return records
}
