import { isDeepStrictEqual } from 'node:util'
import type { MerchantSettings } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/environments.ts'
import { parseMerchantWallet } from '../networks/merchant-wallet.ts'
import { requireNetwork } from '../networks/require-network.ts'
import type { ValidSettingsChanges } from './schema.ts'
import { loadSettings, type Settings, toSettingsView } from './settings.ts'
import { insertSettingsChange } from './store.ts'

/**
 * Changes the given fields from now on. Periods that have already ended keep their ends. The author of each change is
 * recorded for ever; values that do not differ change nothing.
 */
export async function updateSettings(
  ctx: Context,
  caller: Caller,
  changes: ValidSettingsChanges,
): Promise<MerchantSettings> {
  requireWallets(ctx, caller, changes)
  return caller.commit(async (tx) => {
    const { settings: before, last } = await loadSettings(tx, caller)
    const after: Settings = {
      settlementCurrency: changes.settlementCurrency ?? before.settlementCurrency,
      settlementSchedule: changes.settlementSchedule ?? before.settlementSchedule,
      wallets: mergeWallets(before.wallets, changes.wallets),
    }
    if (isDeepStrictEqual(after, before)) return toSettingsView(caller, before, last?.changed_at ?? null)
    const made = await insertSettingsChange(tx, {
      merchant_id: caller.merchantId,
      livemode: caller.livemode ? 1 : 0,
      changed_at: Math.max(ctx.now(), last?.changed_at ?? 0),
      changed_by: caller.by,
      settings_before: JSON.stringify(before),
      settings_after: JSON.stringify(after),
    })
    return toSettingsView(caller, after, made.changed_at)
  })
}

/** Throws `invalid_parameter` or `unsupported_asset` for a wrong network, and `invalid_wallet_address`. */
function requireWallets(ctx: Context, { livemode }: Caller, { wallets = {} }: ValidSettingsChanges): void {
  for (const [name, wallet] of Object.entries(wallets)) {
    const network = requireNetwork(ctx, toEnvironment(livemode), name)
    if (wallet !== null) parseMerchantWallet(ctx, network, wallet, `wallets.${name}`)
  }
}

function mergeWallets(before: Settings['wallets'], changes: ValidSettingsChanges['wallets'] = {}): Settings['wallets'] {
  const merged = Object.entries({ ...before, ...changes })
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
}
