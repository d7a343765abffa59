/** A local Stellar network in its own process, as on another machine. It pays the payments that its parent names. */
import { startStellarDevnet } from '@crypto-checkout/stellar-devnet'

export type Pay = { readonly to: string; readonly memo: string; readonly millionths: string }

const devnet = await startStellarDevnet({ pace: { blockTimeMs: 0 } })
process.send?.({ network: devnet.network })
process.on('message', async ({ to, memo, millionths }: Pay) => {
  const transfer = { cryptocurrency: 'USDC', to, memo, amount: BigInt(millionths) }
  process.send?.({ hash: await devnet.payer.send(transfer) })
})
process.on('disconnect', async () => {
  await devnet.stop()
  process.exit(0)
})
