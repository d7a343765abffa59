import type { StellarDevnet, StellarDevnetOptions } from './start.ts'

export { describeStellarNetwork, type LocalStellarNetwork } from './description.ts'
export { type Grant, type GrantOptions, giveStellarCoins } from './give-coins.ts'
export type { StellarPayer, StellarTransfer } from './payer.ts'
export type { Pace } from './runtime/pace.ts'
export type { StellarDevnet, StellarDevnetOptions } from './start.ts'

/**
 * Starts a local Stellar network in this process: a ledger with Horizon and RPC in front of it. Continues the ledgers
 * of `dataDir` if there are any.
 *
 *     const { network, payer, stop } = await startStellarDevnet({ dataDir: './data/stellar' })
 *     await payer.send({ cryptocurrency: 'USDC', to: network.accounts.merchant, amount: 12_500_000n }) // '3f1c…'
 *     await stop()
 *
 * @throws if another process holds the folder for more than ten seconds
 */
export async function startStellarDevnet(options: StellarDevnetOptions = {}): Promise<StellarDevnet> {
  // Loaded on demand: the SDK takes most of a second.
  const { startLedger } = await import('./start.ts')
  return await startLedger(options)
}
