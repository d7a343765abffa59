import { findDepositsAt } from '../../deposits/store.ts'
import type { Db } from '../../storage/database.ts'
import type { Row } from '../../storage/tables.ts'
import { findHintsByHash, type HintWithPayment } from './store.ts'

type Found = Pick<Row<'transfers'>, 'tx_hash' | 'from_address' | 'to_address' | 'merchant_id' | 'livemode'>

type Hints = Pick<Row<'transfers'>, 'suggested_payment' | 'named_by'>

/** A transfer shows no more, so naming a transaction for thousands of payments does not make answers long. */
const MAX_NAMED = 20

/**
 * The payment whose own address each transfer went to, and the payments whose pages named the transaction, and its sender if they
 * named one, first ones first. Anybody can name a transaction, so being named suggests nothing. These are hints for the
 * merchant and decide nothing.
 */
export async function findSuggestions<T extends Found>(db: Db, transfers: readonly T[]): Promise<Map<T, Hints>> {
  const hashes = new Set(transfers.map((transfer) => transfer.tx_hash))
  const namings = Map.groupBy(await findHintsByHash(db, [...hashes]), (naming) => naming.tx_hash)
  const deposits = await findDepositsAt(
    db,
    transfers.map((transfer) => transfer.to_address),
  )
  return new Map(
    transfers.map((transfer) => {
      const deposit = deposits.get(transfer.to_address)
      const named = (namings.get(transfer.tx_hash) ?? []).filter((one) => fits(one, transfer)).map(({ id }) => id)
      return [
        transfer,
        {
          suggested_payment: deposit?.payment_id ?? null,
          named_by: named.length === 0 ? null : JSON.stringify(named.slice(0, MAX_NAMED)),
        },
      ]
    }),
  )
}

function fits(naming: HintWithPayment, transfer: Found): boolean {
  return (
    (naming.from_address === null || naming.from_address === transfer.from_address) &&
    naming.address.toLowerCase() === transfer.to_address &&
    naming.livemode === transfer.livemode &&
    // If several merchants use a wallet, the operator decides.
    (transfer.merchant_id === null || naming.merchant_id === transfer.merchant_id)
  )
}
