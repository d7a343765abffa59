import { type Db, pipeline, type Tx } from '../../storage/database.ts'
import { excluded, prepareInsert, prepareQuery } from '../../storage/prepared.ts'
import type { Row } from '../../storage/tables.ts'

const KEY = ['chain', 'token', 'address', 'merchant_id', 'livemode'] as const
const SUMS = ['amount', 'transfers', 'told_amount', 'told_transfers'] as const

export type DustKey = Pick<Row<'stray_dust'>, (typeof KEY)[number]>
/** The unattributed dust of a wallet in a coin. */
export type UnattributedDust = DustKey & Pick<Row<'stray_dust'>, (typeof SUMS)[number]>

const atPlace = prepareQuery<DustKey>()((db, value) =>
  db
    .selectFrom('stray_dust')
    .select([...KEY, ...SUMS])
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

const write = prepareInsert('stray_dust', (query) =>
  query.onConflict((conflict) => conflict.columns(KEY).doUpdateSet(excluded(...SUMS))),
)

export async function writeUnattributedDust(tx: Tx, rows: readonly UnattributedDust[]): Promise<void> {
  await write(tx, rows)
}
