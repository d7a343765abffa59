/** Entries of the ledger in a table. */
import type { LedgerEntry, SettlementEntry } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../languages/texts.ts'
import { type Column, tableView } from './listing.ts'
import { amountView, copyView, formatNetwork, formatPrice, formatSigned, timeView, valueView } from './values.ts'

type Entry = Omit<LedgerEntry, 'object'> & Partial<Pick<SettlementEntry, 'role'>>

/** Each entry with what it changed, and its value at the payment's own rate. */
export function entriesView(entries: readonly Entry[]): TemplateResult {
  return tableView(entryColumns(), entries)
}

export function entryColumns(): Column<Entry>[] {
  const { columns: titles } = pageTexts.entries
  return [
    [titles.kind, kindView],
    [titles.amount, changeView, 'numeric'],
    [titles.value, worthView, 'numeric'],
    [titles.booked, ({ createdAt }) => timeView(createdAt)],
    [titles.transaction, ({ transaction }) => (transaction === null ? nothing : copyView(transaction))],
  ]
}

/** With its role in a settlement, if it is of one; else with its network. */
function kindView({ kind, corrects, network, role }: Entry): TemplateResult {
  const { kinds, correction, roles } = pageTexts.entries
  const below = role
    ? html`<small>${roles[role]}</small>`
    : html`<small translate="no">${formatNetwork(network)}</small>`
  return html`${kinds[kind]}${corrects === null ? nothing : ` (${correction})`}<br />${below}`
}

function changeView({ amount, cryptocurrency, unknown }: Entry): TemplateResult {
  if (amount === null) return reasonView(unknown.amount)
  return amountView(cryptocurrency === null ? formatSigned(amount) : `${formatSigned(amount)} ${cryptocurrency}`)
}

function worthView({ fiatAmount, currency, unknown }: Entry): TemplateResult {
  if (fiatAmount === null || currency === null) return reasonView(unknown.fiatAmount)
  return valueView(formatPrice(fiatAmount, currency))
}

/** The reason why something is not known. A newer server may have others. */
export function reasonView(reason = ''): TemplateResult {
  const words: Readonly<Record<string, string>> = pageTexts.entries.reasons
  return html`<small>${words[reason] ?? reason}</small>`
}
