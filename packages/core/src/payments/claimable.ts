import type { ClaimableBalance } from '@crypto-checkout/api-types'
import { getTokenAt, type Network } from '../chains/network.ts'
import type { Context } from '../context/context.ts'
import { formatAmount, toLedgerAmount } from '../domain/money.ts'
import type { PaymentRow } from './store.ts'

/** The number is limited because anyone can create more. */
const MAX_SHOWN = 20

/**
 * Claimable balances with a payment's memo that its merchant has not claimed: the largest 20. They do not count as
 * received.
 */
export function listClaimable(
  ctx: Pick<Context, 'claimables'>,
  network: Network | null,
  { address, memo }: Pick<PaymentRow, 'address' | 'memo'>,
): ClaimableBalance[] {
  if (!network || memo === null) return []
  const waiting = ctx.claimables.of(network, address, memo).flatMap(({ id, token, rawAmount, txHash }) => {
    const coin = getTokenAt(network, token)
    return coin ? [{ id, coin: coin.coin, amount: toLedgerAmount(rawAmount, coin.decimals), txHash }] : []
  })
  const largest = new Set(waiting.toSorted((a, b) => Number(b.amount - a.amount)).slice(0, MAX_SHOWN))
  const shown = waiting.filter((one) => largest.has(one))
  return shown.map(({ id, coin, amount, txHash }) => ({
    id,
    amount: formatAmount(amount),
    cryptocurrency: coin,
    hash: txHash,
    explorerUrl: network.explorerTxUrl ? `${network.explorerTxUrl}${txHash}` : null,
  }))
}
