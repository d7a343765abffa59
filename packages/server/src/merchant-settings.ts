import {
  type Checkout,
  type Environment,
  listAuditAsOperator,
  type MerchantOperations,
  type MerchantSettings,
  type SettingsChanges,
  settingsHistory,
} from '@crypto-checkout/core'
import { type Command, formatTable, parseEnvironment, parseNumber, parseOptions, print } from './command.ts'
import { openMerchantOperations, runWithCheckout } from './open.ts'

const SHOWN = 20
const MOST_SHOWN = 1_000

export const merchantsSettings: Command = {
  usage:
    'merchants settings [ID] [--currency COIN] [--frequency daily|weekly|monthly|manual --time HH:MM ' +
    '[--weekday DAY] [--day-of-month N] [--time-zone ZONE]] [--environment sandbox|production] [--json]',
  summary: 'Show or change when and in which coin a merchant is settled. Default: the first merchant.',
  async run(words) {
    const { values, positionals } = parseOptions(
      words,
      {
        currency: 'string',
        frequency: 'string',
        time: 'string',
        weekday: 'string',
        'day-of-month': 'string',
        'time-zone': 'string',
        environment: 'string',
        json: 'boolean',
      },
      ['[ID]'],
    )
    const environment = parseEnvironment(values.environment)
    const changes = changesOf({ ...values, dayOfMonth: values['day-of-month'], timeZone: values['time-zone'] })
    const settings = await runWithCheckout(values, async (checkout) => {
      const { merchant } = operationsOf(checkout, positionals[0], environment)
      return changes ? merchant.updateSettings(changes) : (await merchant.retrieve()).settings
    })
    if (values.json) return print(JSON.stringify(settings))
    const { id, settlementCurrency, updatedAt } = settings
    print(`Merchant: ${id} (${environment})\nCurrency: ${settlementCurrency}\nSettled:  ${inWords(settings)}`)
    if (updatedAt !== null) print(`Changed:  ${updatedAt}`)
  },
}

export const merchantsHistory: Command = {
  usage: 'merchants history [ID] [--limit N] [--environment sandbox|production] [--json]',
  summary: 'List who changed what in a merchant’s settings, newest first. Default: the first merchant.',
  async run(words) {
    const options = { limit: 'string', environment: 'string', json: 'boolean' } as const
    const { values, positionals } = parseOptions(words, options, ['[ID]'])
    const environment = parseEnvironment(values.environment)
    const limit = values.limit === undefined ? SHOWN : parseNumber('--limit', values.limit, 1, MOST_SHOWN)
    const data = await runWithCheckout(values, async (checkout) => {
      const { id } = await operationsOf(checkout, positionals[0], environment).merchant.retrieve()
      return settingsHistory(checkout.context, id, environment, limit)
    })
    if (values.json) return print(JSON.stringify({ data }))
    const rows = data.map(({ changedAt, changedBy, before, after }) => [
      changedAt,
      changedBy,
      `${before.settlementCurrency}, ${inWords(before)}`,
      `${after.settlementCurrency}, ${inWords(after)}`,
    ])
    print(formatTable(['CHANGED', 'BY', 'BEFORE', 'AFTER'], rows))
  },
}

export const audit: Command = {
  usage: 'audit [--merchant ID] [--limit N] [--json]',
  summary: 'List who changed what, newest first. Default: of all merchants, and what concerns none.',
  async run(words) {
    const { values } = parseOptions(words, { merchant: 'string', limit: 'string', json: 'boolean' })
    const limit = values.limit === undefined ? SHOWN : parseNumber('--limit', values.limit, 1, MOST_SHOWN)
    const data = await runWithCheckout(values, ({ context }) =>
      listAuditAsOperator(context, values.merchant ?? null, limit),
    )
    if (values.json) return print(JSON.stringify({ data }))
    const rows = data.map(({ createdAt, merchant, actor, address, operation, target, before, after }) => [
      ...[createdAt, merchant ?? '', actor, address ?? '', operation, target.id ?? target.object],
      ...[before, after].map((fields) => (fields === null ? '' : JSON.stringify(fields))),
    ])
    print(formatTable(['TIME', 'MERCHANT', 'BY', 'FROM', 'OPERATION', 'OBJECT', 'BEFORE', 'AFTER'], rows))
  },
}

function operationsOf(checkout: Checkout, id: string | undefined, environment: Environment): MerchantOperations {
  if (id === undefined) return openMerchantOperations(checkout, environment)
  return environment === 'production' ? checkout.as(id) : checkout.as(id).sandbox
}

type Given = {
  readonly [Name in 'currency' | 'frequency' | 'time' | 'weekday' | 'dayOfMonth' | 'timeZone']?: string | undefined
}

/** The requested changes, as typed: the checkout rejects invalid ones. Null if there are none. */
function changesOf({ currency, frequency, time, weekday, dayOfMonth, timeZone }: Given): SettingsChanges | null {
  const schedule = { frequency, time, weekday, dayOfMonth: dayOfMonth && Number(dayOfMonth), timeZone }
  const changed = Object.entries(schedule).filter(([, value]) => value !== undefined)
  if (currency === undefined && changed.length === 0) return null
  return {
    ...(currency === undefined ? {} : { settlementCurrency: currency }),
    ...(changed.length === 0 ? {} : { settlementSchedule: Object.fromEntries(changed) }),
  } as SettingsChanges
}

function inWords({ settlementSchedule }: Pick<MerchantSettings, 'settlementSchedule'>): string {
  const { frequency, time, weekday, dayOfMonth, timeZone } = settlementSchedule
  if (frequency === 'manual') return 'by hand'
  const day = weekday ? ` on ${weekday}` : dayOfMonth ? ` on day ${dayOfMonth}` : ''
  return `${frequency}${day} at ${time} ${timeZone}`
}
