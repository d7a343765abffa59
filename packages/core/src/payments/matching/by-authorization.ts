import type { ObservedTransfer } from '../../chains/chain.ts'
import { isAfterFee } from '../../domain/fee.ts'
import type { Db, Tx } from '../../storage/database.ts'
import { queryInChunks } from '../../storage/in-chunks.ts'
import type { Row } from '../../storage/tables.ts'
import { findAnyPayments, type PaymentRow } from '../find.ts'

/**
 * The payments of transfers. Transfers without a match by amount or address (null) pay the payment whose authorization
 * the same transaction used.
 */
export async function matchByAuthorization(
  tx: Tx,
  chain: string,
  transfers: readonly ObservedTransfer[],
  payees: readonly (PaymentRow | null)[],
): Promise<(PaymentRow | null)[]> {
  const strays = transfers.filter((_, index) => !payees[index])
  if (strays.length === 0) return [...payees]
  const hashes = new Set(strays.map(({ txHash }) => txHash))
  const used = await findUsedIn(tx, chain, [...hashes])
  if (used.length === 0) return [...payees]
  const payments = await findAnyPayments(
    tx,
    used.map((row) => row.payment_id),
  )
  return transfers.map((transfer, index) => {
    const row = used.find((one) => one.hash === transfer.txHash && isAuthorizedTransfer(one, transfer))
    return payees[index] ?? payments.get(row?.payment_id ?? '') ?? null
  })
}

type Moved = Pick<ObservedTransfer, 'token' | 'from' | 'to' | 'rawAmount'>

/** Whether a transfer moves what was authorized, less a fee if the coin takes one. */
export function isAuthorizedTransfer(row: AuthorizationRow, { token, from, to, rawAmount }: Moved): boolean {
  const authorized = BigInt(row.raw_amount)
  const isAmount = rawAmount === authorized || isAfterFee(authorized, rawAmount)
  return isAmount && row.token === token && row.from_address === from && row.to_address === to
}

export type AuthorizationRow = Row<'authorizations'>

/** The authorizations that these transactions used. */
function findUsedIn(db: Db, chain: string, hashes: readonly string[]): Promise<AuthorizationRow[]> {
  return queryInChunks(hashes, (chunk) =>
    db.selectFrom('authorizations').selectAll().where('chain', '=', chain).where('hash', 'in', chunk).execute(),
  )
}
