import type { Network } from '../../chains/network.ts'
import { type Caller, type Context, requireRecentAuthentication } from '../../context/context.ts'
import { hasScope } from '../../domain/catalog/entitlements.ts'
import { toEnvironment } from '../../domain/catalog/networks.ts'
import { CheckoutError } from '../../domain/error.ts'
import { loadSettings, type Settings } from '../../merchants/settings.ts'
import { parseMerchantWallet } from '../../networks/require-network.ts'
import type { ValidPaymentInput } from '../schema.ts'
import { requireConfiguredAsset } from '../terms.ts'
import type { Alternative, AssetInput } from './method.ts'

type Input = Pick<ValidPaymentInput, 'alternatives' | 'cryptocurrency' | 'network' | 'merchantWallet'>
type Named = Exclude<NonNullable<Input['alternatives']>, 'all'>[number]

/**
 * The methods that a payment offers besides the default one, as JSON; null if there are none. A wallet that is left out
 * is the one of the merchant's settings, or the payment's own where it is an address. Throws `unsupported_asset`,
 * `invalid_wallet_address`, `missing_parameter` for a network without a wallet, and `invalid_parameter` for doubles.
 */
export async function resolveAlternatives(ctx: Context, caller: Caller, input: Input): Promise<string | null> {
  const { alternatives } = input
  if (alternatives === undefined) return null
  const { wallets } = (await loadSettings(ctx.db, caller)).settings
  const found =
    alternatives === 'all'
      ? listAll(ctx, caller, input, wallets)
      : alternatives.map((one, index) =>
          withParam(`alternatives.${index}`, () => resolve(ctx, caller, input, wallets, one)),
        )
  requireDistinct([input, ...found])
  return found.length === 0 ? null : JSON.stringify(found)
}

/**
 * Users who may not change the wallets of the settings may only be paid to these. Otherwise a cashier could take the
 * shop's money. So may keys that are limited to them. Throws `insufficient_scope`.
 */
export async function requireAllowedWallets(ctx: Context, caller: Caller, input: Input): Promise<void> {
  if (mayNameWallets(caller) || (await areOfSettings(ctx, caller, input))) return
  const reason = caller.by.startsWith('usr_')
    ? 'Your role may only take payments to the wallets of the settings: an owner or a manager can add this one.'
    : 'This key may only take payments to the wallets of the settings: add this one there, or use a key with wallets "any".'
  throw new CheckoutError('insufficient_scope', reason, 'merchantWallet')
}

/** Tells whether a caller may have payments paid to wallets that the settings lack. */
export function mayNameWallets({ by, scopes, wallets }: Pick<Caller, 'by' | 'scopes' | 'wallets'>): boolean {
  return by.startsWith('usr_') ? hasScope(scopes, 'merchant:write') : wallets !== 'settings'
}

/**
 * A user who has not shown a password or passkey lately makes payments to the wallets of the settings only, and sends no
 * events or payers elsewhere. Throws `reauthentication_required`.
 */
export async function requireRecentForTargets(
  ctx: Context,
  caller: Caller,
  input: Input & { readonly webhookUrl?: string | undefined; readonly redirectUrl?: string | undefined },
): Promise<void> {
  if (!caller.isStale) return
  const sendsElsewhere = input.webhookUrl !== undefined || input.redirectUrl !== undefined
  if (sendsElsewhere || !(await areOfSettings(ctx, caller, input))) requireRecentAuthentication(caller)
}

/** Tells whether all wallets that an input names are those of the settings. */
async function areOfSettings(ctx: Context, caller: Caller, input: Input): Promise<boolean> {
  const others = Array.isArray(input.alternatives) ? input.alternatives : []
  const named = [input, ...others].flatMap(({ merchantWallet }) => merchantWallet?.toLowerCase() ?? [])
  const { wallets } = (await loadSettings(ctx.db, caller)).settings
  const allowed = Object.values(wallets).map((wallet) => wallet.toLowerCase())
  return named.every((wallet) => allowed.includes(wallet))
}

/** Every coin of every network of the environment for which a wallet is known. */
function listAll(ctx: Context, caller: Caller, input: Input, wallets: Settings['wallets']): Alternative[] {
  const networks = ctx.networks.filter((one) => one.environment === toEnvironment(caller.livemode))
  return networks.flatMap((network) => {
    const merchantWallet = findWallet(network, input, wallets)
    if (merchantWallet === null) return []
    return network.tokens
      .map((token) => ({ cryptocurrency: token.coin, network: network.name, merchantWallet }))
      .filter((one) => !isSame(one, input))
  })
}

function resolve(ctx: Context, caller: Caller, input: Input, wallets: Settings['wallets'], one: Named): Alternative {
  const { network, token } = requireConfiguredAsset(ctx, caller.livemode, one)
  const merchantWallet = one.merchantWallet ?? findWallet(network, input, wallets)
  if (merchantWallet === null) {
    const reason = `merchantWallet is required: the settings have no wallet on ${network.name}.`
    throw new CheckoutError('missing_parameter', reason, 'merchantWallet')
  }
  parseMerchantWallet(ctx, network, merchantWallet)
  return { cryptocurrency: token.coin, network: network.name, merchantWallet }
}

/** The wallet to use on a network if none is named; null if none is known. */
function findWallet(network: Network, input: Input, wallets: Settings['wallets']): string | null {
  const own = wallets[network.name]
  if (own !== undefined) return own
  const isAddress = network.chain.addresses.parse(input.merchantWallet) !== null
  return isAddress && network.chain.addresses.recipientProblem(input.merchantWallet) === null
    ? input.merchantWallet
    : null
}

/** Names the parameter within the list. */
function withParam<T>(prefix: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    throw new CheckoutError(error.code, `${prefix}: ${error.message}`, `${prefix}.${error.param ?? 'network'}`)
  }
}

/** Tells whether two inputs name the same coin on the same network. */
export function isSame(one: AssetInput, other: AssetInput): boolean {
  return one.cryptocurrency === other.cryptocurrency && one.network === other.network
}

function requireDistinct(methods: readonly AssetInput[]): void {
  const twice = methods.findIndex((one, index) => methods.slice(0, index).some((other) => isSame(one, other)))
  const double = methods[twice]
  if (!double) return
  const reason = `${double.cryptocurrency} on ${double.network} is named twice.`
  throw new CheckoutError('invalid_parameter', `alternatives: ${reason}`, `alternatives.${twice - 1}`)
}
