import type { Tx } from '../../storage/database.ts'
import { findHints } from '../hints/suggest.ts'
import { findInTransactions, putHints } from './store.ts'

/** After a payment's page named this transaction, updates the hints of its unattributed transfers to an address. */
export async function suggestAnew(
  tx: Tx,
  where: { readonly chains: readonly string[]; readonly hash: string; readonly address: string },
): Promise<void> {
  const rows = await findInTransactions(tx, { ...where, hashes: [where.hash] })
  const unattributed = rows.filter((row) => row.payment_id === null)
  const hints = await findHints(tx, unattributed)
  for (const row of unattributed) await putHints(tx, row.seq, hints.get(row) ?? row)
}
