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
    '[--weekday DAY] [--day-of-month N] [--time-zone ZONE]] [--late-payments review|accept|default] ' +
    '[--tolerance PART|default] [--claims on|off|default] [--environment sandbox|production] [--json]',
  summary: 'Show or change how a merchant is settled, and the rules of its payments. Default: the first merchant.',
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
        'late-payments': 'string',
        tolerance: 'string',
        claims: 'string',
        environment: 'string',
        json: 'boolean',
      },
      ['[ID]'],
    )
    const environment = parseEnvironment(values.environment)
    const changes = {
      ...readSettlementChanges({ ...values, dayOfMonth: values['day-of-month'], timeZone: values['time-zone'] }),
      ...readRuleChanges({ ...values, latePayments: values['late-payments'] }),
    }
    const isChange = Object.keys(changes).length > 0
    const settings = await runWithCheckout(values, async (checkout) => {
      const { merchant } = operationsOf(checkout, positionals[0], environment)
      return isChange ? merchant.updateSettings(changes) : (await merchant.retrieve()).settings
    })
    if (values.json) return print(JSON.stringify(settings))
    const { id, settlementCurrency, latePayments, underpaymentTolerance, claims, updatedAt } = settings
    print(`Merchant: ${id} (${environment})\nCurrency: ${settlementCurrency}\nSettled:  ${inWords(settings)}`)
    print(`Late:     ${latePayments}\nMissing:  ${underpaymentTolerance}\nClaims:   ${claims}`)
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

/** The requested changes, as typed: the checkout rejects invalid ones. */
function readSettlementChanges({ currency, frequency, time, weekday, dayOfMonth, timeZone }: Given): SettingsChanges {
  const schedule = { frequency, time, weekday, dayOfMonth: dayOfMonth && Number(dayOfMonth), timeZone }
  const changed = Object.entries(schedule).filter(([, value]) => value !== undefined)
  return {
    ...(currency === undefined ? {} : { settlementCurrency: currency }),
    ...(changed.length === 0 ? {} : { settlementSchedule: Object.fromEntries(changed) }),
  } as SettingsChanges
}

type Rules = { readonly [Name in 'latePayments' | 'tolerance' | 'claims']?: string | undefined }

/** The same for the rules of payments. `default` leaves a rule to the operator's configuration. */
function readRuleChanges({ latePayments, tolerance, claims }: Rules): SettingsChanges {
  const read = (text: string) => (text === 'default' ? null : text)
  const part = tolerance === undefined ? undefined : read(tolerance)
  return {
    ...(latePayments === undefined ? {} : { latePayments: read(latePayments) }),
    ...(part === undefined ? {} : { underpaymentTolerance: part === null ? null : Number(part) }),
    ...(claims === undefined ? {} : { claims: read(claims) }),
  } as SettingsChanges
}

function inWords({ settlementSchedule }: Pick<MerchantSettings, 'settlementSchedule'>): string {
  const { frequency, time, weekday, dayOfMonth, timeZone } = settlementSchedule
  if (frequency === 'manual') return 'by hand'
  const day = weekday ? ` on ${weekday}` : dayOfMonth ? ` on day ${dayOfMonth}` : ''
  return `${frequency}${day} at ${time} ${timeZone}`
}
