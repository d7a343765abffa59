import type { Context } from '../context/context.ts'
import type { Environment } from '../domain/catalog/environments.ts'
import { toIsoTime } from '../domain/time.ts'
import { requireMerchant } from './find.ts'
import { readSettings, type Settings } from './settings.ts'
import { listSettingsChangeRows } from './store.ts'

export type SettingsChange = {
  readonly changedAt: string
  /** `key_...`, `command_line` or `in_process`. */
  readonly changedBy: string
  readonly before: Settings
  readonly after: Settings
}

/** The changes of a merchant's settings, newest first, for the operator. Throws `resource_missing`. */
export async function settingsHistory(
  ctx: Context,
  merchantId: string,
  environment: Environment,
  limit: number,
): Promise<SettingsChange[]> {
  const { id } = await requireMerchant(ctx.db, merchantId)
  const rows = await listSettingsChangeRows(ctx.db, { merchantId: id, livemode: environment === 'production' }, limit)
  return rows.map((row) => ({
    changedAt: toIsoTime(row.changed_at),
    changedBy: row.changed_by,
    before: readSettings(row.settings_before),
    after: readSettings(row.settings_after),
  }))
}
