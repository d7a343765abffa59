import { isDeepStrictEqual } from 'node:util'
import { getDecimals, isTimeZone, type MerchantSettings } from '@crypto-checkout/api-types'
import { z } from 'zod'
import { type Caller, type Context, requireRecentAuthentication } from '../context/context.ts'
import { coins } from '../domain/catalog/coins.ts'
import { type Environment, toEnvironment } from '../domain/catalog/networks.ts'
import { CheckoutError } from '../domain/error.ts'
import { toOwnerColumns } from '../domain/owner.ts'
import { type ChosenSchedule, frequencies, weekdays } from '../domain/settlement-schedule.ts'
import { toIsoTime } from '../domain/time.ts'
import { currencyCode, networkKey, wholeNumber } from '../http/fields.ts'
import { parseMerchantWallet, requireNetwork } from '../networks/require-network.ts'
import { requireMerchant } from './merchant.ts'
import { loadSettings, type PolicyChoice, readSettings, type Settings } from './settings.ts'
import { toSettingsView } from './settings-view.ts'
import { mergeTarget, requireTarget, targetChanges } from './settlement-target.ts'
import { insertSettingsChange, listSettingsChangeRows } from './store.ts'

const LIMITED =
  'This key is limited to the wallets of the settings, so it cannot change them: use one with wallets "any".'

/**
 * Changes the given fields from now on. Periods that have already ended keep their ends. The author of each change is
 * recorded for ever; values that do not differ change nothing.
 */
export async function updateSettings(
  ctx: Context,
  caller: Caller,
  changes: ValidSettingsChanges,
): Promise<MerchantSettings> {
  if (changes.wallets !== undefined) {
    requireRecentAuthentication(caller)
    if (caller.wallets === 'settings') throw new CheckoutError('insufficient_scope', LIMITED, 'wallets')
  }
  requireWallets(ctx, caller, changes)
  requireClaimsAllowed(ctx, changes)
  requireMailServer(ctx, changes)
  return caller.commit(async (tx) => {
    const { settings: before, last } = await loadSettings(tx, caller)
    const after: Settings = await requireTarget(ctx, tx, caller, before, {
      settlementCurrency: changes.settlementCurrency ?? before.settlementCurrency,
      settlementSchedule: changes.settlementSchedule ?? before.settlementSchedule,
      ...mergeTarget(before, changes),
      timeZone: changes.timeZone === undefined ? before.timeZone : changes.timeZone,
      currency: changes.currency === undefined ? before.currency : changes.currency,
      wallets: mergeWallets(before.wallets, changes.wallets),
      customerReceipts: changes.customerReceipts ?? before.customerReceipts,
      customerEmailDays: changes.customerEmailDays ?? before.customerEmailDays,
      ...choosePolicy(before, changes),
    })
    if (isDeepStrictEqual(after, before)) return toSettingsView(ctx, tx, caller, before, last?.changed_at ?? null)
    const made = await insertSettingsChange(tx, {
      ...toOwnerColumns(caller),
      changed_at: Math.max(ctx.now(), last?.changed_at ?? 0),
      changed_by: caller.by,
      settings_before: JSON.stringify(before),
      settings_after: JSON.stringify(after),
    })
    return toSettingsView(ctx, tx, caller, after, made.changed_at)
  })
}

/** Throws `invalid_parameter`: a merchant may be stricter than the operator about what payers say, and not looser. */
function requireClaimsAllowed({ settings }: Context, { claims }: ValidSettingsChanges): void {
  if (claims !== 'on' || settings.claims === 'on') return
  throw new CheckoutError('invalid_parameter', 'claims: the operator of this server has turned claims off.', 'claims')
}

/** Throws `invalid_parameter` where no receipt could be sent. */
function requireMailServer({ settings }: Context, { customerReceipts = 'off' }: ValidSettingsChanges): void {
  if (customerReceipts === 'off' || settings.hasMailServer) return
  const reason = 'customerReceipts: this server sends no e-mails. Whoever runs it can configure smtp.'
  throw new CheckoutError('invalid_parameter', reason, 'customerReceipts')
}

/** Without the rules that are left to the operator, so that equal settings are stored alike. */
function choosePolicy(before: PolicyChoice, changes: PolicyChoice): PolicyChoice {
  const names = ['latePayments', 'underpaymentTolerance', 'claims'] as const
  const chosen = names.map((name) => [name, changes[name] === undefined ? before[name] : changes[name]] as const)
  return Object.fromEntries(chosen.filter(([, value]) => value != null))
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

/** Says the type where the schema has alternatives. */
const nullable = (type: 'string' | 'number') => ({ type: [type, 'null'] })

const timeZone = z
  .string()
  .refine(isTimeZone, 'must be UTC or another name of the IANA time zone database, such as Europe/Berlin')
  .nullish()

/** The currencies that Unicode's data has. */
const listedCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Codes with decimals of their own are known too: two of them are units of account. */
const knownCurrency = currencyCode.refine(
  (code) => listedCurrencies.has(code) || getDecimals(code) !== 2,
  'must be a known currency, such as EUR',
)

/** Null is accepted where answers have it, so an answer can be sent back. */
export const scheduleInput = z.strictObject({
  frequency: z
    .enum(frequencies)
    .meta({ description: 'The frequency of closing a period. `manual`: only when you ask' }),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59, such as 07:05')
    .nullish()
    .meta({ description: 'HH:MM in the time zone. Required unless manual' }),
  weekday: z.enum(weekdays).nullish().meta({ description: 'Day of the week, only with weekly. Default: monday' }),
  dayOfMonth: wholeNumber(1, 31).nullish().meta({
    description: '1 to 31, only with monthly. Default: 1. Shorter months use their last day',
  }),
  timeZone: timeZone.meta({
    ...nullable('string'),
    description: "Null, the default: the shop's zone",
  }),
})
type ScheduleInput = z.output<typeof scheduleInput>
type Issues = z.core.$RefinementCtx<ScheduleInput>

function readSchedule(input: ScheduleInput, issues: Issues): ChosenSchedule {
  const { frequency, time = null } = input
  const timeZone = input.timeZone ?? null
  const none = { weekday: null, dayOfMonth: null }
  refuseUnless(frequency === 'weekly', 'weekday', input, issues)
  refuseUnless(frequency === 'monthly', 'dayOfMonth', input, issues)
  if (frequency === 'manual') return { frequency, time, ...none, timeZone }
  if (time === null) {
    issues.addIssue({ code: 'custom', path: ['time'], message: `is required with ${frequency}`, input: input.time })
    return z.NEVER
  }
  if (frequency === 'weekly') return { frequency, time, ...none, weekday: input.weekday ?? 'monday', timeZone }
  if (frequency === 'monthly') return { frequency, time, ...none, dayOfMonth: input.dayOfMonth ?? 1, timeZone }
  return { frequency, time, ...none, timeZone }
}

function refuseUnless(fits: boolean, name: 'weekday' | 'dayOfMonth', input: ScheduleInput, issues: Issues): void {
  if (fits || input[name] == null) return
  const message = `has no meaning with ${input.frequency}: leave it out`
  issues.addIssue({ code: 'custom', path: [name], message, input: input[name] })
}

const PPM = 1_000_000
const MAX_EMAIL_DAYS = 730
/** The operator has the same limit. */
const MAX_TOLERANCE = 0.05

const wallets = z.record(networkKey, z.string().max(128).nullable()).meta({
  description: 'Addresses of your wallets by network, for the alternatives of payments. Others stay, null removes one',
})

export const settingsChanges = z.strictObject({
  settlementCurrency: z.enum(coins).optional().meta({
    description: 'The coin to settle in, where `routes` of the settings have a way to it',
  }),
  settlementSchedule: scheduleInput.transform(readSchedule).optional().meta({
    description: 'The whole schedule: a field that is left out gets its default',
  }),
  ...targetChanges,
  timeZone: timeZone.meta({
    ...nullable('string'),
    description: "The shop's zone, such as Europe/Berlin. Null: UTC",
  }),
  currency: knownCurrency.nullish().meta({
    ...nullable('string'),
    description: 'Forms begin with it, such as EUR',
    pattern: '^[A-Za-z]{3}$',
  }),
  wallets: wallets.optional(),
  latePayments: z
    .enum(['review', 'accept'])
    .nullish()
    .meta({
      ...nullable('string'),
      description: "The rule for money that comes after the end of a new payment. Null: the operator's rule",
    }),
  underpaymentTolerance: z
    .number()
    .min(0)
    .max(MAX_TOLERANCE)
    .refine((part) => Math.round(part * PPM) / PPM === part, 'must have at most six decimals')
    .nullish()
    .meta({
      ...nullable('number'),
      description:
        "The part of an amount that may be missing, for new payments, with at most six decimals. 0.01 is 1 %. Null: the operator's rule",
    }),
  claims: z
    .enum(['on', 'off'])
    .nullish()
    .meta({
      ...nullable('string'),
      description:
        "`on` if payers may say that they have paid, and prove it. It holds at once, for all payments. Null: the operator's rule",
    }),
  customerReceipts: z.enum(['off', 'given', 'asked']).optional().meta({
    description: 'Receipts to customers by e-mail: none, to addresses of payments, or the page asks for one too',
  }),
  customerEmailDays: wholeNumber(1, MAX_EMAIL_DAYS).optional().meta({
    description: 'Days until the address of a customer is erased',
  }),
})
type ValidSettingsChanges = z.output<typeof settingsChanges>

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
