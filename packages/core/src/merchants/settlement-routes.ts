/** The routes of money to the coin and network that a merchant wants to settle in. */

import type { List, SettlementRoute } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Network } from '../chains/network.ts'
import type { Caller, Context } from '../context/context.ts'
import type { Coin } from '../domain/catalog/coins.ts'
import { type Environment, toEnvironment } from '../domain/catalog/networks.ts'
import { type ConversionRoute, findRoute, listRoutes } from '../domain/conversion-route.ts'
import type { Owner } from '../domain/owner.ts'
import { coinName, networkKey, toList } from '../http/fields.ts'
import { requireNetwork } from '../networks/require-network.ts'
import type { Db } from '../storage/database.ts'
import { loadSettings, loadSettingsAt, type Settings } from './settings.ts'
import { findProven } from './wallets/wallet.ts'

type Target = Pick<Settings, 'settlementCurrency' | 'settlementNetwork' | 'settlementWallet'>

/** The routes of new payments, as these settings choose them. */
export async function findRoutes(
  ctx: Context,
  db: Db,
  owner: Owner,
  settings: Target & Pick<Settings, 'wallets'>,
): Promise<SettlementRoute[]> {
  const networks = listNetworks(ctx, toEnvironment(owner.livemode))
  const wallets = networks.map(({ name }) => ({ name, wallet: settings.wallets[name] ?? null }))
  const isProven = await loadProven(db, owner, networks, settings, wallets)
  const proven = wallets.filter(({ wallet }) => isProven(wallet))
  return listRoutes(networks, settings, new Set(proven.map(({ name }) => name)))
}

function listNetworks({ networks }: Context, environment: Environment): Network[] {
  return networks.filter((network) => network.environment === environment)
}

/** Tells of payments' wallets whether what is received on them would go to a proven wallet. */
async function loadProven(
  db: Db,
  { merchantId }: Owner,
  networks: readonly Network[],
  { settlementNetwork, settlementWallet }: Target,
  wallets: readonly { readonly wallet: string | null }[],
): Promise<(wallet: string | null) => boolean> {
  const to = networks.find(({ name }) => name === settlementNetwork)
  if (!to) return () => false
  const addresses = wallets.map(({ wallet }) => settlementWallet ?? wallet).filter((address) => address !== null)
  const proven = await findProven(db, merchantId, to.chain.id, addresses)
  return (wallet) => proven.has((settlementWallet ?? wallet ?? '').toLowerCase())
}

/** Money of one coin that goes to one wallet of its own network, and whose period ended at a time. */
type Settled = {
  readonly network: string
  readonly cryptocurrency: Coin
  readonly wallet: string
  readonly isDirect: boolean
  readonly periodEnd: number
}

/** The reason for which money is settled as it is: by the settings when its period ended, and by the server as it is now. */
export async function findSettledRoute(
  ctx: Context,
  db: Db,
  owner: Owner,
  { network: name, cryptocurrency, wallet, isDirect, periodEnd }: Settled,
): Promise<ConversionRoute> {
  const settings = await loadSettingsAt(db, owner, periodEnd)
  const networks = listNetworks(ctx, toEnvironment(owner.livemode))
  const network = networks.find((one) => one.name === name) ?? null
  const isProven = await loadProven(db, owner, networks, settings, [{ wallet }])
  const received = { network, cryptocurrency, isDirect, isProven: isProven(wallet), isBound: !isDirect }
  return findRoute(networks, settings, received)
}

/** The network of a preview that has none. */
const NONE = 'none'

export const routesQuery = z.strictObject({
  settlementCurrency: coinName.optional().meta({ description: 'The coin. Default: that of the settings' }),
  settlementNetwork: networkKey.optional().meta({
    description: 'The network, or `none`. Default: that of the settings',
  }),
})
type ValidRoutesQuery = z.output<typeof routesQuery>

/** The routes as they would be with other settings. Throws `unsupported_asset` and `invalid_parameter` for the network. */
export async function previewRoutes(
  ctx: Context,
  caller: Caller,
  { settlementCurrency, settlementNetwork: network }: ValidRoutesQuery,
): Promise<List<SettlementRoute>> {
  const { settings } = await loadSettings(ctx.db, caller)
  const isNamed = network !== undefined && network !== NONE
  if (isNamed) requireNetwork(ctx, toEnvironment(caller.livemode), network, 'settlementNetwork')
  const changed = {
    ...settings,
    settlementCurrency: settlementCurrency ?? settings.settlementCurrency,
    settlementNetwork: network === NONE ? null : (network ?? settings.settlementNetwork),
  }
  return toList(await findRoutes(ctx, ctx.db, caller, changed))
}
