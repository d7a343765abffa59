import { isTimeZone, type PaymentPolicy } from '@crypto-checkout/api-types'
import type { Context } from '../context/context.ts'
import type { Coin } from '../domain/catalog/coins.ts'
import type { Owner } from '../domain/owner.ts'
import { type ChosenSchedule, listClosings, type Schedule } from '../domain/settlement-schedule.ts'
import type { Db } from '../storage/database.ts'
import { listSettingsChangeRows, listSettingsChangesBetween, type SettingsChangeRow } from './store.ts'

export type Settings = {
  readonly settlementCurrency: Coin
  readonly settlementSchedule: ChosenSchedule
  /** Null: money stays on its network. */
  readonly settlementNetwork: string | null
  /** A proven wallet there. Null: the wallet of each payment. */
  readonly settlementWallet: string | null
  /** The least part that arrives of what is converted: a decimal from 0.9 to 1. */
  readonly settlementLeast: string
  readonly settlementSpeed: 'standard' | 'fast'
  /** In the settlement's coin, with six decimals. Null: what the least part allows. */
  readonly settlementMaxFee: string | null
  /** The zone of the shop's days; null until it is set. */
  readonly timeZone: string | null
  /** The currency that forms begin with, of ISO 4217; null until it is set. */
  readonly currency: string | null
  /** The wallets of payments' alternatives, by network. */
  readonly wallets: Readonly<Record<string, string>>
  readonly customerReceipts: 'off' | 'given' | 'asked'
  readonly customerEmailDays: number
} & PolicyChoice

/** The rules of payments that a merchant chose. Null or left out: the operator's. */
export type PolicyChoice = { readonly [Name in keyof PaymentPolicy]?: PaymentPolicy[Name] | null | undefined }

/** The settings of a merchant that never changed any. */
const defaultSettings: Settings = {
  settlementCurrency: 'USDC',
  settlementSchedule: { frequency: 'daily', time: '00:00', weekday: null, dayOfMonth: null, timeZone: null },
  settlementNetwork: null,
  settlementWallet: null,
  settlementLeast: '0.997',
  settlementSpeed: 'standard',
  settlementMaxFee: null,
  timeZone: null,
  currency: null,
  wallets: {},
  customerReceipts: 'off',
  customerEmailDays: 90,
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

/**
 * Settings as they are stored. Earlier releases had fewer, and wrote `UTC` into each schedule without a zone. Those without a
 * zone of the shop are theirs: there it means that nobody chose one (decision 125).
 */
export function readSettings(stored: string | undefined): Settings {
  if (stored === undefined) return defaultSettings
  const written: Partial<Settings> = JSON.parse(stored)
  const settings: Settings = { ...defaultSettings, ...written }
  const { settlementSchedule: schedule } = settings
  if (schedule.timeZone !== 'UTC' || written.timeZone !== undefined) return settings
  return { ...settings, settlementSchedule: { ...schedule, timeZone: null } }
}

/** The zone of a shop's days: its own, or UTC while none is set or the runtime no longer knows it. */
export function findTimeZone({ timeZone }: Pick<Settings, 'timeZone'>): string {
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** The schedule in force. Its zone is its own, or else the shop's. */
function findSchedule({ settlementSchedule, timeZone }: Settings): Schedule {
  return { ...settlementSchedule, timeZone: settlementSchedule.timeZone ?? timeZone ?? 'UTC' }
}

const PPM = 1_000_000

/** The rules that a merchant chose, and the operator's where it chose none. Claims need both. */
export function resolvePolicy({ settings: operator }: Pick<Context, 'settings'>, chosen: PolicyChoice): PaymentPolicy {
  return {
    latePayments: chosen.latePayments ?? operator.latePayments,
    underpaymentTolerance: chosen.underpaymentTolerance ?? operator.tolerancePpm / PPM,
    claims: operator.claims === 'on' ? (chosen.claims ?? 'on') : 'off',
  }
}

const A_PAGE = 100

/**
 * The ends of a merchant's settlement periods after one time and not after another, in milliseconds, oldest first, at
 * most `limit`. Each follows the schedule in force at that time, whatever was changed later. Call it in the transaction
 * that closes the periods, with its own time as the end.
 */
export async function findPeriodEnds(
  db: Db,
  owner: Owner,
  after: number,
  upTo: number,
  limit: number,
): Promise<number[]> {
  const ends: number[] = []
  let from = after
  for await (const { schedule, until } of schedulesBetween(db, owner, after, upTo)) {
    ends.push(...listClosings(schedule, from, until, limit - ends.length))
    if (ends.length >= limit) break
    from = until
  }
  return ends
}

/** The schedules in force, in order. Each is still in force at the end of its time, but not at its start. */
async function* schedulesBetween(
  db: Db,
  owner: Owner,
  after: number,
  upTo: number,
): AsyncGenerator<{ readonly schedule: Schedule; readonly until: number }> {
  let schedule = findSchedule(await loadSettingsAt(db, owner, after))
  let place = { changed_at: after, seq: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await listSettingsChangesBetween(db, owner, place, upTo, A_PAGE)
    for (const change of page) {
      yield { schedule, until: change.changed_at }
      schedule = findSchedule(readSettings(change.settings_after))
      place = change
    }
    if (page.length < A_PAGE) break
  }
  yield { schedule, until: upTo }
}

/** The rules in force for a merchant's payments in an environment. */
export async function loadPolicy(ctx: Pick<Context, 'settings'>, db: Db, owner: Owner): Promise<PaymentPolicy> {
  return resolvePolicy(ctx, (await loadSettings(db, owner)).settings)
}
