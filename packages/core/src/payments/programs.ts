import type { Context } from '../context/context.ts'
import { hasSignedTransfers } from '../domain/catalog/coins.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { readAlternatives } from './methods/method.ts'
import type { PaymentRow } from './store.ts'

/**
 * Tells whether programs may pay a payment by x402, as its networks are configured: one of its coins has signed
 * transfers, and the checkout pays for their gas, or it is on Stellar, and the checkout pays its fees. No node is
 * asked.
 */
export function mayProgramsPay(
  ctx: Pick<Context, 'network'>,
  payment: Pick<PaymentRow, 'livemode' | 'cryptocurrency' | 'network' | 'alternatives'>,
): boolean {
  const find = (network: string) => ctx.network(toEnvironment(payment.livemode), network)
  // Only a method that was opened has a memo.
  if (find(payment.network)?.chain.sponsor) return true
  return [payment, ...readAlternatives(payment)].some(({ cryptocurrency, network }) => {
    const found = find(network)
    return hasSignedTransfers(cryptocurrency) && !!found?.gasless && !!found.chain.authorizations
  })
}
