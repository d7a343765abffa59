import { min } from '../../domain/money.ts'
import type { Tx } from '../../storage/database.ts'
import { type DustKey, findUnattributedDust, type UnattributedDust, writeUnattributedDust } from './dust-store.ts'
import type { Unnumbered } from './store.ts'

/** The sum of small transfers that an event reports, in millionths, and their number. */
export type DustSum = { readonly amount: bigint; readonly transfers: number }

type Stray = Unnumbered & { readonly merchant_id: string }

/**
 * Adds new unattributed dust to the sums of its wallets. Returns the transfers with which the sum since the last event
 * reaches the least amount, with that sum: the event of such a transfer reports all of them. Transfers that pay a
 * payment, are no dust, or that only the operator may see are left out.
 */
export async function addUnattributedDust(
  tx: Tx,
  rows: readonly Unnumbered[],
  minTransfer: bigint,
): Promise<Map<Unnumbered, DustSum>> {
  const reached = new Map<Unnumbered, DustSum>()
  const strays = rows.filter(isStrayDust)
  if (strays.length === 0) return reached
  const byPlace = Map.groupBy(strays, (row) => Object.values(readPlace(row)).join())
  const groups = [...byPlace.values()].flatMap((group) => (group[0] ? [{ place: readPlace(group[0]), group }] : []))
  const known = await findUnattributedDust(
    tx,
    groups.map(({ place }) => place),
  )
  const sums = groups.map(({ place, group }, index) => {
    let sum: UnattributedDust = known[index] ?? {
      ...place,
      amount: 0n,
      transfers: 0,
      told_amount: 0n,
      told_transfers: 0,
    }
    for (const row of group) {
      sum = { ...sum, amount: sum.amount + row.amount, transfers: sum.transfers + 1 }
      const untold = sum.amount - sum.told_amount
      if (untold < minTransfer) continue
      reached.set(row, { amount: untold, transfers: sum.transfers - sum.told_transfers })
      sum = { ...sum, told_amount: sum.amount, told_transfers: sum.transfers }
    }
    return sum
  })
  await writeUnattributedDust(tx, sums)
  return reached
}

/** Removes a transfer from its wallet's sum because it now pays a payment. `row`: as it was before. */
export async function removeUnattributedDust(tx: Tx, row: Unnumbered): Promise<void> {
  if (!isStrayDust(row)) return
  const [sum] = await findUnattributedDust(tx, [readPlace(row)])
  if (!sum) throw new Error(`transfer ${row.id} is dust that was never summed`)
  const amount = sum.amount - row.amount
  const transfers = sum.transfers - 1
  const toldAmount = min(sum.told_amount, amount)
  const toldTransfers = Math.min(sum.told_transfers, transfers)
  await writeUnattributedDust(tx, [
    { ...sum, amount, transfers, told_amount: toldAmount, told_transfers: toldTransfers },
  ])
}

function isStrayDust(row: Unnumbered): row is Stray {
  return row.dust === 1 && row.payment_id === null && row.merchant_id !== null
}

function readPlace(row: Stray): DustKey {
  const { chain, token, to_address: address, merchant_id, livemode } = row
  return { chain, token, address, merchant_id, livemode }
}
