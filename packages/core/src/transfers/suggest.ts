import { suggestedPayments } from '../reports/suggest.ts'
import type { Tx } from '../storage/database.ts'
import { findInTransactions, suggestPayment } from './store.ts'

/** Notes at unattributed transfers to an address which payment's page named their transaction, now that one did. */
export async function suggestAnew(
  tx: Tx,
  where: { readonly chains: readonly string[]; readonly hash: string; readonly address: string },
): Promise<void> {
  const rows = await findInTransactions(tx, { ...where, hashes: [where.hash] })
  const unattributed = rows.filter((row) => row.payment_id === null)
  const suggested = await suggestedPayments(tx, unattributed)
  for (const row of unattributed) await suggestPayment(tx, row.seq, suggested.get(row) ?? null)
}
