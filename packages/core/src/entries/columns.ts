/** Columns of files that have entries of the ledger. They depend on nothing that is configured, so files keep their bytes. */
import { formatCents, formatSignedAmount } from '../domain/money.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import type { FileColumn } from '../http/sheet.ts'
import { formatEntryId } from './list.ts'
import type { EntryRow } from './list-store.ts'

const columns = {
  id: ({ sequence, ordinal }) => formatEntryId(sequence, ordinal),
  kind: ({ kind }) => kind,
  booked_at: (row) => toIsoTime(row.booked_at),
  chain_time: (row) => toIsoTimeOrNull(row.chain_time),
  payment: (row) => row.payment_id,
  reference: ({ reference }) => reference,
  refund: (row) => row.refund_id,
  settlement: (row) => row.settlement_id,
  transfer: (row) => row.transfer_id,
  amount: ({ amount }) => formatSignedAmount(amount),
  cryptocurrency: ({ coin }) => coin,
  raw_amount: ({ raw_amount: raw }) => (raw === null ? null : String(raw)),
  amount_arrived: ({ arrived }) => formatSignedAmount(arrived),
  coin_fee: (row) => formatSignedAmount(row.coin_fee),
  fiat_amount: ({ fiat_amount: cents, currency }) =>
    cents === null || currency === null ? null : formatCents(cents, currency),
  currency: ({ currency }) => currency,
  rate: ({ rate }) => rate,
  network: ({ network }) => network,
  account: (row) => displayAddress(row, row.account),
  counterparty: (row) => (row.counterparty === null ? null : displayAddress(row, row.counterparty)),
  transaction: (row) => row.tx_hash,
  corrects: ({ corrects_sequence: at, corrects_ordinal: place }) =>
    at === null || place === null ? null : formatEntryId(at, place),
} as const satisfies Readonly<Record<string, (row: EntryRow) => string | null>>

/** The columns of these names, in their order. */
export function pickEntryColumns(...names: (keyof typeof columns)[]): FileColumn<EntryRow>[] {
  return names.map((name) => [name, columns[name]])
}

/** An address as the chain takes it. Those of Stellar are in capitals. */
export function displayAddress({ chain }: Pick<EntryRow, 'chain'>, address: string): string {
  return chain.startsWith('stellar:') ? address.toUpperCase() : address
}
