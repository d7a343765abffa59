/** Entries of the ledger in a table. */
import type { LedgerEntry } from '@crypto-checkout/api-types'
import { html, nothing, type TemplateResult } from 'lit'
import { pageTexts } from '../languages/texts.ts'
import { type Column, tableView } from './listing.ts'
import { amountView, copyView, formatNetwork, formatPrice, formatSigned, timeView, valueView } from './values.ts'

/** Each entry with what it changed, and its value at the payment's own rate. */
export function entriesView(entries: readonly LedgerEntry[]): TemplateResult {
  const { columns: titles } = pageTexts.entries
  const columns: Column<LedgerEntry>[] = [
    [titles.kind, kindView],
    [titles.amount, changeView, 'numeric'],
    [titles.value, worthView, 'numeric'],
    [titles.booked, ({ createdAt }) => timeView(createdAt)],
    [titles.transaction, ({ transaction }) => (transaction === null ? nothing : copyView(transaction))],
  ]
  return tableView(columns, entries)
}

function kindView({ kind, corrects, network }: LedgerEntry): TemplateResult {
  const { kinds, correction } = pageTexts.entries
  return html`${kinds[kind]}${corrects === null ? nothing : ` (${correction})`}
    <br /><small translate="no">${formatNetwork(network)}</small>`
}

function changeView({ amount, cryptocurrency, unknown }: LedgerEntry): TemplateResult {
  if (amount === null) return reasonView(unknown.amount)
  return amountView(cryptocurrency === null ? formatSigned(amount) : `${formatSigned(amount)} ${cryptocurrency}`)
}

function worthView({ fiatAmount, currency, unknown }: LedgerEntry): TemplateResult {
  if (fiatAmount === null || currency === null) return reasonView(unknown.fiatAmount)
  return valueView(formatPrice(fiatAmount, currency))
}

/** The reason why something is not known. A newer server may have others. */
export function reasonView(reason = ''): TemplateResult {
  const words: Readonly<Record<string, string>> = pageTexts.entries.reasons
  return html`<small>${words[reason] ?? reason}</small>`
}
