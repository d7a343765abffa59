import type { Db, Tx } from '../storage/database.ts'
import { inChunks } from '../storage/in-chunks.ts'
import { prepared } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'

export type DepositRow = Row<'deposits'>

const insert = prepared<DepositRow>()((db, value) =>
  db.insertInto('deposits').values({
    address: value.address,
    chain: value.chain,
    payment_id: value.payment_id,
    recipient: value.recipient,
    factory: value.factory,
  }),
)

export async function insertDeposit(tx: Tx, row: DepositRow): Promise<void> {
  await insert(tx, row)
}

/** Those of these addresses (lower case) that are payments' own, on whatever chain. */
export function findDepositsAt(db: Db, addresses: Iterable<string>): Promise<DepositRow[]> {
  return inChunks([...new Set(addresses)], (chunk) =>
    db.selectFrom('deposits').selectAll().where('address', 'in', chunk).execute(),
  )
}
