import { getSigner } from '../chains/transactor.ts'
import type { Context } from '../context/context.ts'
import { CheckoutError } from '../domain/error.ts'
import { saveKey } from './sending-key-store.ts'
import { findHighestNonce } from './store.ts'

/**
 * Lets a key (its address) send again on all networks where it is configured, whatever its unknown transactions did:
 * the operator has compared them. Returns the networks. Throws NodeError, and `resource_missing` if no key has the
 * address.
 */
export async function releaseKey(ctx: Context, address: string): Promise<string[]> {
  const released: string[] = []
  for (const network of ctx.networks) {
    const signer = getSigner(network.sending, address)
    const { transactor } = network.chain
    if (!signer || !transactor) continue
    const account = { network, signer }
    const pending = await transactor.nonce(address, 'pending')
    await ctx.transact(async (tx) => {
      const highest = await findHighestNonce(tx, account)
      await saveKey(tx, account, { accounted: Math.max(pending, (highest ?? -1) + 1), checkedBlock: null })
    })
    released.push(`${network.environment} ${network.name}`)
  }
  if (released.length > 0) return released
  throw new CheckoutError(
    'resource_missing',
    `No network sends with a key of ${address}: "doctor" lists the keys.`,
    'address',
  )
}
