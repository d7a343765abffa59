import type { MerchantSettings } from '@crypto-checkout/api-types'
import type { Coin } from '../domain/catalog/coins.ts'
import type { Schedule } from '../domain/settlement-schedule.ts'
import { toIsoTimeOrNull } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { listSettingsChangeRows, type Owner, type SettingsChangeRow } from './store.ts'

export type Settings = {
  readonly settlementCurrency: Coin
  readonly settlementSchedule: Schedule
  /** The wallets of payments' alternatives, by network. */
  readonly wallets: Readonly<Record<string, string>>
}

/** The settings of a merchant that never changed any. */
const defaultSettings: Settings = {
  settlementCurrency: 'USDC',
  settlementSchedule: { frequency: 'daily', time: '00:00', weekday: null, dayOfMonth: null, timeZone: 'UTC' },
  wallets: {},
}

/** The settings in force, and the change that set them; null if they were never changed. */
export async function loadSettings(
  db: Db,
  owner: Owner,
): Promise<{ readonly settings: Settings; readonly last: SettingsChangeRow | null }> {
  const [last = null] = await listSettingsChangeRows(db, owner, 1)
  return { settings: readSettings(last?.settings_after), last }
}

/** The settings that were in force at a time. */
export async function loadSettingsAt(db: Db, owner: Owner, time: number): Promise<Settings> {
  const [last] = await listSettingsChangeRows(db, owner, 1, time)
  return readSettings(last?.settings_after)
}

/** Settings as they are stored. Earlier releases had fewer. */
export function readSettings(stored: string | undefined): Settings {
  return { ...defaultSettings, ...(stored === undefined ? {} : JSON.parse(stored)) }
}

export function toSettingsView(owner: Owner, settings: Settings, updatedAt: number | null): MerchantSettings {
  return {
    id: owner.merchantId,
    object: 'merchant_settings',
    ...settings,
    livemode: owner.livemode,
    updatedAt: toIsoTimeOrNull(updatedAt),
  }
}
