import type { ConfiguredMethods } from '@crypto-checkout/api-types'
import { getRecognition } from '../../chains/network.ts'
import type { Caller, Context } from '../../context/context.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { loadSettings } from '../../merchants/settings.ts'
import { findObstacle } from './view.ts'

/** Every coin of every network of the environment, with the merchant's wallets: what a form for payments offers. */
export async function listConfiguredMethods(ctx: Context, caller: Caller): Promise<ConfiguredMethods> {
  const environment = toEnvironment(caller.livemode)
  const { wallets } = (await loadSettings(ctx.db, caller)).settings
  const networks = ctx.networks.filter((network) => network.environment === environment)
  const methods = networks.flatMap((network) =>
    network.tokens.map(async ({ coin, address: token }) => {
      const asset = { cryptocurrency: coin, network: network.name, ...pickWallet(wallets[network.name]) }
      if (asset.merchantWallet !== undefined) {
        // Then it is known.
        await network.chain.recipients.cannotReceiveReason({ token, address: asset.merchantWallet, rawAmount: 1n })
      }
      const reason = findObstacle(ctx, environment, asset)
      return {
        cryptocurrency: coin,
        network: network.name,
        networkTitle: network.look.title,
        state: reason === null ? ('offered' as const) : ('unavailable' as const),
        reason,
        recognition: getRecognition(network),
        merchantWallet: wallets[network.name] ?? null,
      }
    }),
  )
  return { object: 'payment_methods', methods: await Promise.all(methods), livemode: caller.livemode }
}

function pickWallet(merchantWallet: string | undefined) {
  return merchantWallet === undefined ? {} : { merchantWallet }
}
