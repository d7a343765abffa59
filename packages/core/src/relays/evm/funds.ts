/** Tells whether an account has the coins that it signs away. */
import { getTokenAt } from '../../chains/network.ts'
import type { AuthorizationTerms } from '../../chains/payer-transactions.ts'
import { CheckoutError } from '../../domain/error.ts'
import { formatAmount } from '../../domain/money.ts'
import type { PaymentRow } from '../../payments/find.ts'
import type { Db } from '../../storage/database.ts'
import type { Relay } from './order.ts'
import { sumPending } from './store.ts'

/**
 * Throws `payer_funds_insufficient` if the balance does not cover these terms beside the account's pending
 * authorizations. Without this, one balance backs any number of them, and each that reverts costs gas.
 */
export async function requireFunds(
  db: Db,
  relay: Relay,
  { row, terms, balance }: { readonly row: PaymentRow; readonly terms: AuthorizationTerms; readonly balance: bigint },
): Promise<void> {
  const shortage = createShortage(relay, row, terms, balance - (await sumPending(db, relay.network, terms)))
  if (shortage) throw shortage
}

/** Null if the available coins, in the token's own integer, cover the terms. */
export function createShortage(
  { network }: Relay,
  row: PaymentRow,
  terms: AuthorizationTerms,
  available: bigint,
): CheckoutError | null {
  if (available >= terms.rawAmount) return null
  const decimals = getTokenAt(network, terms.token)?.decimals ?? 6
  const unit = 10n ** BigInt(decimals - 6)
  const missing = formatAmount((terms.rawAmount - available + unit - 1n) / unit)
  const text = `The account lacks ${missing} ${row.cryptocurrency}: add some, or pay from another one.`
  return new CheckoutError('payer_funds_insufficient', text, 'from', { missing })
}
