import { type Network, tokenAt } from '../chains/network.ts'
import type { Context } from '../context.ts'
import { bookedAmount, formatAmount } from '../domain/money.ts'
import type { ClaimableBalance } from '../wire.ts'
import type { PaymentRow } from './store.ts'

/** Money with a payment's memo that its merchant has not claimed. It counts for nothing. */
export function claimableOf(
  ctx: Pick<Context, 'claimables'>,
  network: Network | null,
  { address, memo }: Pick<PaymentRow, 'address' | 'memo'>,
): ClaimableBalance[] {
  if (!network || memo === null) return []
  return ctx.claimables.of(network, address, memo).flatMap(({ id, token, rawAmount, txHash }) => {
    const coin = tokenAt(network, token)
    if (!coin) return []
    return {
      id,
      amount: formatAmount(bookedAmount(rawAmount, coin.decimals)),
      cryptocurrency: coin.coin,
      hash: txHash,
      explorerUrl: network.explorerTxUrl ? `${network.explorerTxUrl}${txHash}` : null,
    }
  })
}
