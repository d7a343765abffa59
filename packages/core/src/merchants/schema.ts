import { z } from 'zod'
import { coins } from '../domain/catalog/coins.ts'
import { MAX_NETWORK_NAME } from '../domain/catalog/networks.ts'
import { frequencies, type Schedule, weekdays } from '../domain/settlement-schedule.ts'
import { isTimeZone } from '../domain/wall-time.ts'

/** Null is accepted where answers have it, so an answer can be sent back. */
const scheduleInput = z.strictObject({
  frequency: z.enum(frequencies),
  time: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59, such as 07:05')
    .nullish()
    .meta({ description: 'HH:MM in the time zone; needed unless manual' }),
  weekday: z.enum(weekdays).nullish().meta({ description: 'Only with weekly. Default: monday' }),
  dayOfMonth: z
    .int()
    .min(1)
    .max(31)
    .nullish()
    .meta({ description: 'Only with monthly. Default: 1. The last day in months without that day' }),
  timeZone: z
    .string()
    .refine(isTimeZone, 'must be UTC or another name of the IANA time zone database, such as Europe/Berlin')
    .optional()
    .meta({ description: 'IANA name. Default: UTC' }),
})
type ScheduleInput = z.output<typeof scheduleInput>
type Issues = z.core.$RefinementCtx<ScheduleInput>

function scheduleOf(input: ScheduleInput, issues: Issues): Schedule {
  const { frequency, timeZone = 'UTC', time = null } = input
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

const wallets = z
  .record(z.string().max(MAX_NETWORK_NAME), z.string().max(128).nullable())
  .meta({ description: 'Wallets by network, for the alternatives of payments. Others stay, null removes one' })

export const settingsChanges = z.strictObject({
  settlementCurrency: z.enum(coins).optional(),
  settlementSchedule: scheduleInput
    .transform(scheduleOf)
    .optional()
    .meta({ description: 'Replaces the whole schedule: what is left out of it gets its default' }),
  wallets: wallets.optional(),
})
export type ValidSettingsChanges = z.output<typeof settingsChanges>
