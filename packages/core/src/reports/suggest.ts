import { depositsAmong } from '../deposits/find.ts'
import type { Db } from '../storage/database.ts'
import type { Row } from '../storage/tables.ts'
import { findNamings, type Naming } from './store.ts'

type Found = Pick<Row<'transfers'>, 'tx_hash' | 'from_address' | 'to_address' | 'merchant_id' | 'livemode'>

/**
 * The payments that transfers were meant for: whose own address they went to, or where one page alone
 * named the transaction and its sender. It is a hint for the merchant and decides nothing.
 */
export async function suggestedPayments<T extends Found>(db: Db, transfers: readonly T[]): Promise<Map<T, string>> {
  const suggested = new Map<T, string>()
  const hashes = new Set(transfers.map((transfer) => transfer.tx_hash))
  const namings = Map.groupBy(await findNamings(db, [...hashes]), (naming) => naming.tx_hash)
  const deposits = await depositsAmong(
    db,
    transfers.map((transfer) => transfer.to_address),
  )
  for (const transfer of transfers) {
    const deposit = deposits.get(transfer.to_address)
    const [naming, ...others] = (namings.get(transfer.tx_hash) ?? []).filter((one) => fits(one, transfer))
    if (deposit) suggested.set(transfer, deposit.payment_id)
    else if (naming && others.length === 0) suggested.set(transfer, naming.id)
  }
  return suggested
}

function fits(naming: Naming, transfer: Found): boolean {
  return (
    naming.from_address === transfer.from_address &&
    naming.address.toLowerCase() === transfer.to_address &&
    naming.livemode === transfer.livemode &&
    // Where several merchants use a wallet the operator decides.
    (transfer.merchant_id === null || naming.merchant_id === transfer.merchant_id)
  )
}
