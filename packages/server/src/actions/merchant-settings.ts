/** Actions of the commands of a merchant's settings, and of the audit log. */

import {
  listAuditAsOperator,
  type MerchantSettings,
  type SettingsChanges,
  settingsHistory,
} from '@crypto-checkout/core'
import { print, printTable } from '../command-line/output.ts'
import type { Input } from '../commands/table.ts'
import { openMerchantOperations, runForMerchant, runWithCheckout } from '../setup/open.ts'

export async function changeSettings(given: Input<'merchants settings'>): Promise<void> {
  const changes = { ...readSettlementChanges(given), ...readTargetChanges(given), ...readRuleChanges(given) }
  const isChange = Object.keys(changes).length > 0
  const { environment, id: merchant } = given
  const settings = await runForMerchant({ ...given, merchant }, async ({ merchant }) =>
    isChange ? merchant.updateSettings(changes) : (await merchant.retrieve()).settings,
  )
  if (given.json) return print(JSON.stringify(settings))
  const { id, settlementCurrency, latePayments, underpaymentTolerance, claims, updatedAt } = settings
  print(`Merchant: ${id} (${environment})\nCurrency: ${settlementCurrency}`)
  printTarget(settings)
  print(`Settled:  ${inWords(settings)}`)
  const currency = settings.currency === null ? 'no default currency' : `${settings.currency} by default`
  print(`Zone:     ${settings.timeZone ?? 'UTC, until one is set'}\nPrices:   ${currency}`)
  print(`Late:     ${latePayments}\nMissing:  ${underpaymentTolerance}\nClaims:   ${claims}`)
  if (updatedAt !== null) print(`Changed:  ${updatedAt}`)
  printRoutes(settings)
}

function printTarget(settings: MerchantSettings): void {
  const { settlementNetwork, settlementWallet, settlementLeast, settlementSpeed, settlementMaxFee } = settings
  print(`Network:  ${settlementNetwork ?? 'none: money stays on its own'}`)
  if (settlementNetwork !== null) print(`Wallet:   ${settlementWallet ?? 'that of each payment'}`)
  print(
    `Least:    ${settlementLeast}\nSpeed:    ${settlementSpeed}\nMax fee:  ${settlementMaxFee ?? 'as Least allows'}`,
  )
}

function printRoutes({ routes }: MerchantSettings): void {
  if (routes.length === 0) return
  print('')
  printTable(routes, { NETWORK: 'network', COIN: 'cryptocurrency', ROUTE: 'outcome', BY: 'by', REASON: 'reason' })
}

export async function listHistory(given: Input<'merchants history'>): Promise<void> {
  const { environment, limit } = given
  const data = await runWithCheckout(given, async (checkout) => {
    const operations = openMerchantOperations(checkout, { environment, merchant: given.id })
    const { id } = await operations.merchant.retrieve()
    return settingsHistory(checkout.context, id, environment, limit)
  })
  if (given.json) return print(JSON.stringify({ data }))
  printTable(data, {
    CHANGED: 'changedAt',
    BY: 'changedBy',
    BEFORE: ({ before }) => `${before.settlementCurrency}, ${inWords(before)}`,
    AFTER: ({ after }) => `${after.settlementCurrency}, ${inWords(after)}`,
  })
}

export async function listAudit(given: Input<'audit'>): Promise<void> {
  const { merchant = null, limit } = given
  const data = await runWithCheckout(given, ({ context }) => listAuditAsOperator(context, merchant, limit))
  if (given.json) return print(JSON.stringify({ data }))
  printTable(data, {
    TIME: 'createdAt',
    MERCHANT: 'merchant',
    BY: 'actor',
    FROM: 'address',
    OPERATION: 'operation',
    OBJECT: ({ target }) => target.id ?? target.object,
    BEFORE: ({ before }) => before && JSON.stringify(before),
    AFTER: ({ after }) => after && JSON.stringify(after),
  })
}

type Changes = Input<'merchants settings'>

/** The requested changes. The checkout rejects those that do not fit together. */
function readSettlementChanges(given: Changes): SettingsChanges {
  const { currency, frequency, time, weekday, dayOfMonth, timeZone } = given
  const schedule = { frequency, time, weekday, dayOfMonth, timeZone }
  const changed = Object.entries(schedule).filter(([, value]) => value !== undefined)
  return {
    ...(currency === undefined ? {} : { settlementCurrency: currency }),
    ...(given.shopTimeZone === undefined ? {} : { timeZone: given.shopTimeZone }),
    ...(given.shopCurrency === undefined ? {} : { currency: given.shopCurrency }),
    ...(changed.length === 0 ? {} : { settlementSchedule: Object.fromEntries(changed) }),
  } as SettingsChanges
}

/** The same for the coin's network, and the terms of conversions. "none" removes a value. */
function readTargetChanges({ network, wallet, least, speed, maxFee }: Changes): SettingsChanges {
  return {
    ...(network === undefined ? {} : { settlementNetwork: orNone(network) }),
    ...(wallet === undefined ? {} : { settlementWallet: orNone(wallet) }),
    ...(least === undefined ? {} : { settlementLeast: least }),
    ...(speed === undefined ? {} : { settlementSpeed: speed }),
    ...(maxFee === undefined ? {} : { settlementMaxFee: orNone(maxFee) }),
  }
}

function orNone(given: string): string | null {
  return given === 'none' ? null : given
}

/** The same for the rules of payments. `default` leaves a rule to the operator's configuration. */
function readRuleChanges({ latePayments, tolerance, claims }: Changes): SettingsChanges {
  const part = tolerance === undefined ? undefined : orDefault(tolerance)
  return {
    ...(latePayments === undefined ? {} : { latePayments: orDefault(latePayments) }),
    ...(part === undefined ? {} : { underpaymentTolerance: part === null ? null : Number(part) }),
    ...(claims === undefined ? {} : { claims: orDefault(claims) }),
  }
}

function orDefault<Rule extends string>(rule: Rule): Exclude<Rule, 'default'> | null {
  return rule === 'default' ? null : (rule as Exclude<Rule, 'default'>)
}

function inWords({ settlementSchedule }: Pick<MerchantSettings, 'settlementSchedule'>): string {
  const { frequency, time, weekday, dayOfMonth, timeZone } = settlementSchedule
  if (frequency === 'manual') return 'by hand'
  const day = weekday ? ` on ${weekday}` : dayOfMonth ? ` on day ${dayOfMonth}` : ''
  return `${frequency}${day} at ${time} ${timeZone ?? "in the shop's zone"}`
}
