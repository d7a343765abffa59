import type { Network } from '../chains/network.ts'
import type { Owner } from '../domain/owner.ts'
import type { Db, Tx } from '../storage/database.ts'
import { prepareInsert, prepareQuery, queryInChunks } from '../storage/prepared.ts'
import type { NewRow, Row } from '../storage/tables.ts'

export type DepositRow = Row<'deposits'>

const insert = prepareInsert('deposits', (query) =>
  // A payment has one address for all networks of a kind and its wallet there.
  query.onConflict((conflict) => conflict.column('address').doNothing()),
)

export async function insertDeposit(tx: Tx, row: DepositRow): Promise<void> {
  await insert(tx, [row])
}

/** The deposits among these addresses (lower case), on any chain, by address. */
export async function findDepositsAt(db: Db, addresses: Iterable<string>): Promise<Map<string, DepositRow>> {
  const rows = await queryInChunks([...new Set(addresses)], (chunk) =>
    db.selectFrom('deposits').selectAll().where('address', 'in', chunk).execute(),
  )
  return new Map(rows.map((row) => [row.address, row]))
}

/** The deposits among these addresses (lower case), with the merchants of their payments. */
export function findOwnedDeposits(db: Db, addresses: Iterable<string>) {
  return queryInChunks([...new Set(addresses)], (chunk) =>
    db
      .selectFrom('deposits')
      .innerJoin('payments', 'payments.id', 'deposits.payment_id')
      .selectAll('deposits')
      .select(['payments.merchant_id', 'payments.livemode'])
      .where('deposits.address', 'in', chunk)
      .execute(),
  )
}

const at = prepareQuery<{ address: string }>()((db, value) =>
  db.selectFrom('deposits').select('payment_id').where('address', '=', value.address),
)

/** Tells whether an address (lower case) is a deposit address, on any chain. */
export async function isDeposit(db: Db, address: string): Promise<boolean> {
  return (await at(db, { address })).length > 0
}

/**
 * Tells whether the contract that sweeps deposits is final on a chain. A call without the contract would look like
 * empty deposits.
 */
export async function hasFactory(db: Db, chain: string): Promise<boolean> {
  return (await db.selectFrom('factories').select('chain').where('chain', '=', chain).executeTakeFirst()) !== undefined
}

export async function insertFactory(tx: Tx, row: Row<'factories'>): Promise<void> {
  await tx
    .insertInto('factories')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export type BalanceRow = Row<'deposit_balances'>
/** Creates the balance if there is none. */
export async function addReceived(tx: Tx, row: NewRow<'deposit_balances'>): Promise<void> {
  await tx
    .insertInto('deposit_balances')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['chain', 'token', 'address']).doUpdateSet((eb) => ({
        received: eb('deposit_balances.received', '+', eb.ref('excluded.received')),
        funded_at: eb
          .case()
          .whenRef('deposit_balances.received', '>', 'deposit_balances.swept')
          .then(eb.ref('deposit_balances.funded_at'))
          .else(eb.ref('excluded.funded_at'))
          .end(),
      })),
    )
    .execute()
}

/**
 * Final deposit balances of one wallet and coin that no sweep holds: the first such wallet and coin of a merchant on a
 * network. Balances below `least` wait, and so do those funded at `before` or later.
 */
export async function findSweepable(
  db: Db,
  owner: Owner,
  network: Network,
  { before, least, limit }: { readonly before: number; readonly least: bigint; readonly limit: number },
): Promise<BalanceRow[]> {
  const tokens = network.tokens.map((token) => token.address.toLowerCase())
  const sweepable = db
    .selectFrom('deposit_balances')
    .selectAll()
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode)
    .where('chain', '=', network.chain.id)
    .where('token', 'in', tokens)
    .where('settlement_id', 'is', null)
    .whereRef('received', '>', 'swept')
    .where((eb) => eb(eb('received', '-', eb.ref('swept')), '>=', least))
    .where('funded_at', '<', before)
    // Only its own coin on its own network leaves a converter's account for a settlement. Any other, sent by mistake, stays
    // where it came.
    .where((eb) => {
      const accounts = eb
        .selectFrom('conversion_accounts')
        .select('account')
        .whereRef('conversion_accounts.account', '=', 'deposit_balances.recipient')
      const fitting = accounts
        .whereRef('conversion_accounts.chain', '=', 'deposit_balances.chain')
        .whereRef('conversion_accounts.token', '=', 'deposit_balances.token')
      return eb.or([eb.not(eb.exists(accounts)), eb.exists(fitting)])
    })
  const first = await sweepable.orderBy('token').orderBy('recipient').orderBy('funded_at').limit(1).executeTakeFirst()
  if (!first) return []
  return sweepable
    .where('token', '=', first.token)
    .where('recipient', '=', first.recipient)
    .orderBy('funded_at')
    .orderBy('address')
    .limit(limit)
    .execute()
}

/** A coin at an address, as it is in deposits, sweeps and reservations. Addresses are in lower case. */
export type CoinAddress = Pick<BalanceRow, 'chain' | 'token' | 'address'>

/** Tells whether an address has money that is not swept yet, or is being swept. */
export async function isHeld(db: Db, coin: CoinAddress): Promise<boolean> {
  const row = await db
    .selectFrom('deposit_balances')
    .select('address')
    .where((eb) => eb.and(coin))
    .where((eb) => eb.or([eb('settlement_id', 'is not', null), eb('received', '>', eb.ref('swept'))]))
    .executeTakeFirst()
  return row !== undefined
}

/** Reserves a balance for one sweep until it is released. Throws if another sweep holds it. */
export async function holdBalance(tx: Tx, { chain, token, address }: CoinAddress, settlementId: string): Promise<void> {
  await tx
    .updateTable('deposit_balances')
    .set({ settlement_id: settlementId })
    .where((eb) => eb.and({ chain, token, address }))
    .where('settlement_id', 'is', null)
    .returning('address')
    .executeTakeFirstOrThrow()
}

/** Releases a balance after a sweep that moved this much. The remainder belongs to periods that end after `from`. */
export async function releaseBalance(tx: Tx, coin: CoinAddress, swept: bigint, from: number): Promise<void> {
  const { chain, token, address } = coin
  await tx
    .updateTable('deposit_balances')
    .set((eb) => ({ settlement_id: null, swept: eb('swept', '+', swept), funded_at: from }))
    .where((eb) => eb.and({ chain, token, address }))
    .execute()
}

/** A lost local chain has nothing left to sweep. */
export async function forgetBalances(tx: Tx, chain: string): Promise<void> {
  await tx
    .updateTable('deposit_balances')
    .set((eb) => ({ swept: eb.ref('received') }))
    .where('chain', '=', chain)
    .execute()
  await tx.deleteFrom('factories').where('chain', '=', chain).execute()
}
