import type { Context } from '../context/context.ts'
import { releaseWallet } from '../refunds/release-wallet.ts'
import { isKnownKey } from '../transactions/external-transactions.ts'
import { releaseKey } from '../transactions/hold.ts'

/**
 * Lets a key or a merchant's wallet (its address) on hold go on, with the refunds that wait for it: the operator has
 * compared what it sent. Returns the networks. Throws what `releaseKey` throws if it is no wallet on hold.
 */
export async function releaseHeld(ctx: Context, address: string): Promise<string[]> {
  const wallets = await releaseWallet(ctx, address)
  if (wallets.length > 0 && !(await isKnownKey(ctx, address))) return wallets
  return [...new Set([...wallets, ...(await releaseKey(ctx, address))])]
}
