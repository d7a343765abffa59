import { ONE_COIN } from '../domain/money.ts'
import type { Tx } from '../storage/database.ts'
import { prepareRows } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

const QUARTER_MS = 900_000

type Tally = Row<'received_tallies'>
const add = prepareRows<Tally>()((db, rows) =>
  db
    .insertInto('received_tallies')
    .values(
      rows.map((row) => ({
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        quarter: row.quarter,
        network: row.network,
        cryptocurrency: row.cryptocurrency,
        coins: row.coins,
        millionths: row.millionths,
        payments: row.payments,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'livemode', 'quarter', 'network', 'cryptocurrency']).doUpdateSet((eb) => ({
        coins: eb('received_tallies.coins', '+', eb.ref('excluded.coins')),
        millionths: eb('received_tallies.millionths', '+', eb.ref('excluded.millionths')),
        payments: eb('received_tallies.payments', '+', eb.ref('excluded.payments')),
      })),
    ),
)

type Change = { readonly before: PaymentRow; readonly row: PaymentRow }

/** Keeps the sums of what completed payments have received, after payments have changed. */
export async function tallyReceived(tx: Tx, changes: readonly Change[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  const count = (row: PaymentRow, by: 1n | -1n) => {
    if (row.completed_at === null) return
    const { merchant_id, livemode, network, cryptocurrency } = row
    const quarter = Math.floor(row.completed_at / QUARTER_MS)
    const key = [merchant_id, livemode, quarter, network, cryptocurrency].join()
    const known = tallies.get(key)
    const received = BigInt(row.received)
    tallies.set(key, {
      ...{ merchant_id, livemode, quarter, network, cryptocurrency },
      coins: BigInt(known?.coins ?? 0) + (by * received) / ONE_COIN,
      millionths: BigInt(known?.millionths ?? 0) + by * (received % ONE_COIN),
      payments: (known?.payments ?? 0) + Number(by),
    })
  }
  for (const { before, row } of changes) {
    count(before, -1n)
    count(row, 1n)
  }
  await add(
    tx,
    [...tallies.values()].filter(({ coins, millionths, payments }) => coins || millionths || payments),
  )
}
