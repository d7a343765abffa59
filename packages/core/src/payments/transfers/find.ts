import type { Transfer } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import type { Db } from '../../storage/database.ts'
import { findInTransactions, findTransfer, type TransferRow } from './store.ts'
import { toTransferView } from './view.ts'

export async function requireTransfer(db: Db, caller: Caller, id: string): Promise<TransferRow> {
  const row = await findTransfer(db, caller, id)
  if (!row)
    throw new CheckoutError(
      'resource_missing',
      'There is no such transfer: check the id, and that the keys are of its environment.',
      'id',
    )
  return row
}

export async function retrieveTransfer(ctx: Context, caller: Caller, id: string): Promise<Transfer> {
  return toTransferView(ctx, await requireTransfer(ctx.db, caller, id))
}

/** The unattributed transfers to an address in a transaction on the chain. */
export async function findUnattributed(
  db: Db,
  { chain, hash, address }: { readonly chain: string; readonly hash: string; readonly address: string },
): Promise<TransferRow[]> {
  const rows = await findInTransactions(db, { chains: [chain], hashes: [hash], address })
  return rows.filter((row) => row.payment_id === null && row.state !== 'orphaned')
}
