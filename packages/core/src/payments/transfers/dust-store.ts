import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { prepareQuery, prepareRows } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

/** The unattributed dust of a wallet in a coin. */
export type UnattributedDust = Omit<Row<'stray_dust'>, 'seq'>
export type DustKey = Pick<UnattributedDust, 'chain' | 'token' | 'address' | 'merchant_id' | 'livemode'>

const atPlace = prepareQuery<DustKey>()((db, value) =>
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
export async function findUnattributedDust(db: Db, places: readonly DustKey[]): Promise<(UnattributedDust | null)[]> {
  const found = await pipeline(places.map((place) => atPlace(db, place)))
  return found.map(([row]) => row ?? null)
}

const write = prepareRows<UnattributedDust>()((db, rows) =>
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

export async function writeUnattributedDust(tx: Tx, rows: readonly UnattributedDust[]): Promise<void> {
  await write(tx, rows)
}
