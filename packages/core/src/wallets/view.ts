import type { Wallet } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import type { NamedWallet, WalletKey } from './store.ts'

export type { WalletKey }

/** The namespace of a CAIP-2 chain id is the wallet's kind. */
export function toWalletKey(chainId: string, address: string): WalletKey {
  return { namespace: chainId.startsWith('eip155:') ? 'eip155' : 'stellar', address: address.toLowerCase() }
}

/** A wallet as a merchant sees it in an environment. */
export function toWalletView(ctx: Context, user: NamedWallet, livemode: boolean): Wallet {
  const environment = toEnvironment(livemode)
  const here = ctx.networks.filter(({ chain }) => toWalletKey(chain.id, '').namespace === user.namespace)
  const chain = here[0]?.chain
  const address = chain?.addresses.parse(chain.addresses.display(user.address)) ?? user.address
  return {
    id: `${user.namespace}:${address}`,
    object: 'wallet',
    address,
    networks: here.filter((network) => network.environment === environment).map(({ name }) => name),
    access: user.role,
    livemode,
  }
}
