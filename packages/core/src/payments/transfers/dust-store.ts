import { type Db, type Tx, together } from '../../storage/database.ts'
import { prepared, preparedRows } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

/** The unattributed dust of a wallet in a coin. */
export type StrayDust = Omit<Row<'stray_dust'>, 'seq'>
export type StrayPlace = Pick<StrayDust, 'chain' | 'token' | 'address' | 'merchant_id' | 'livemode'>

const atPlace = prepared<StrayPlace>()((db, value) =>
  db
    .selectFrom('stray_dust')
    .selectAll()
    .where('chain', '=', value.chain)
    .where('token', '=', value.token)
    .where('address', '=', value.address)
    .where('merchant_id', '=', value.merchant_id)
    .where('livemode', '=', value.livemode),
)

/** The recorded dust of these places, in the same order; null where there was none so far. */
export async function findStrayDust(db: Db, places: readonly StrayPlace[]): Promise<(StrayDust | null)[]> {
  const found = await together(places.map((place) => atPlace(db, place)))
  return found.map(([row]) => row ?? null)
}

const write = preparedRows<StrayDust>()((db, rows) =>
  db
    .insertInto('stray_dust')
    .values(
      rows.map((row) => ({
        chain: row.chain,
        token: row.token,
        address: row.address,
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        amount: row.amount,
        transfers: row.transfers,
        told_amount: row.told_amount,
        told_transfers: row.told_transfers,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['chain', 'token', 'address', 'merchant_id', 'livemode']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        transfers: eb.ref('excluded.transfers'),
        told_amount: eb.ref('excluded.told_amount'),
        told_transfers: eb.ref('excluded.told_transfers'),
      })),
    ),
)

export async function writeStrayDust(tx: Tx, rows: readonly StrayDust[]): Promise<void> {
  await write(tx, rows)
}
