import type { Client, PaymentInput } from '@crypto-checkout/client'
import type { Method } from './options.ts'
import { refuse } from './refusals.ts'

/** The checkout takes this many besides the default one. */
const MAX_ALTERNATIVES = 11

type Terms = Pick<PaymentInput, 'cryptocurrency' | 'network' | 'merchantWallet' | 'alternatives'>

/**
 * The ways to pay that a new payment offers: those of the options, or all, as far as the checkout can take them now.
 * Their wallets are those of the checkout's settings. Refuses if there is none.
 */
export async function chooseMethods(client: Client, wanted?: readonly Method[]): Promise<Terms> {
  const { methods: known } = await client.paymentMethods.list()
  const offered = known.filter(({ state }) => state === 'offered')
  const methods = (wanted ?? offered).flatMap(({ cryptocurrency, network, merchantWallet }) => {
    const found = offered.find((one) => one.cryptocurrency === cryptocurrency && one.network === network)
    const wallet = merchantWallet ?? found?.merchantWallet
    return found && wallet ? [{ cryptocurrency: found.cryptocurrency, network, merchantWallet: wallet }] : []
  })
  const [first, ...others] = methods
  if (!first) {
    refuse("No coin can be paid now. Check the checkout's networks, and the wallets in its settings.")
  }
  return { ...first, ...(others.length > 0 && { alternatives: others.slice(0, MAX_ALTERNATIVES) }) }
}
