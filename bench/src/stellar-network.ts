/** A local Stellar network in its own process, as on another machine. It pays the payments that its parent names. */
import { startDevnet } from '@crypto-checkout/devnet'

export type Pay = { readonly to: string; readonly memo: string; readonly millionths: string }

const devnet = await startDevnet({ networks: ['stellar'], blockTimeMs: 0 })
process.send?.({ network: devnet.networks.stellar })
process.on('message', async ({ to, memo, millionths }: Pay) => {
  const transfer = { network: 'stellar', cryptocurrency: 'USDC', to, memo, amount: BigInt(millionths) }
  process.send?.({ hash: await devnet.payer.send(transfer) })
})
process.on('disconnect', async () => {
  await devnet.stop()
  process.exit(0)
})
