import { isDeepStrictEqual } from 'node:util'
import type { Caller, Context } from '../context.ts'
import type { MerchantSettings } from '../wire.ts'
import type { ValidSettingsChanges } from './schema.ts'
import { type Settings, settingsOf, settingsView } from './settings.ts'
import { insertSettingsChange } from './store.ts'

/**
 * Changes what is given, from now on: periods that have ended by then end as they were to. Who changed what
 * is kept for ever; what is given and the same already changes nothing.
 */
export async function updateSettings(
  ctx: Context,
  caller: Caller,
  changes: ValidSettingsChanges,
): Promise<MerchantSettings> {
  return caller.commit(async (tx) => {
    const { settings: before, last } = await settingsOf(tx, caller)
    const after: Settings = {
      settlementCurrency: changes.settlementCurrency ?? before.settlementCurrency,
      settlementSchedule: changes.settlementSchedule ?? before.settlementSchedule,
    }
    if (isDeepStrictEqual(after, before)) return settingsView(caller, before, last?.changed_at ?? null)
    const made = await insertSettingsChange(tx, {
      merchant_id: caller.merchantId,
      livemode: caller.livemode ? 1 : 0,
      changed_at: Math.max(ctx.now(), last?.changed_at ?? 0),
      changed_by: caller.by,
      settings_before: JSON.stringify(before),
      settings_after: JSON.stringify(after),
    })
    return settingsView(caller, after, made.changed_at)
  })
}
