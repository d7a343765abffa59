import { entryKinds, type LedgerEntry, type List } from '@crypto-checkout/api-types'
import { z } from 'zod'
import type { Caller, Context } from '../context/context.ts'
import { toEnvironment } from '../domain/catalog/networks.ts'
import { isId } from '../domain/id.ts'
import { formatSignedAmount, fromCents } from '../domain/money.ts'
import { toIsoTime } from '../domain/time.ts'
import { listQuery, networkName, readPage, time, upperCased } from '../http/fields.ts'
import { ledgerEntry } from '../http/shapes/ledger.ts'
import { createView } from '../http/view.ts'
import { requireNetworkName } from '../networks/require-network.ts'
import { countEntries, type EntryRow, findEntry, listEntryRows } from './list-store.ts'

function id(prefix: 'pay' | 're' | 'set') {
  return z.string().refine((text) => isId(prefix, text), `must be an id, ${prefix}_...`)
}

export const entryQuery = listQuery.extend({
  kind: z.enum(entryKinds).optional().meta({ description: 'Those of this kind' }),
  payment: id('pay').optional().meta({ description: 'Those of this payment' }),
  refund: id('re').optional().meta({ description: 'Those of this refund' }),
  settlement: id('set').optional().meta({ description: "Those of this settlement's sweeps and their fees" }),
  network: networkName.optional(),
  currency: upperCased
    .pipe(z.string().regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217'))
    .optional()
    .meta({ type: 'string', description: 'Those whose value is in this currency' }),
  transaction: z
    .string()
    .regex(/^(?:0x)?[0-9a-f]{64}$/, 'must be the hash of a transaction')
    .optional()
    .meta({ description: 'Those of the transaction with this hash' }),
  created_gte: time.optional().meta({ description: 'Booked at or after this ISO 8601 time' }),
  created_lt: time.optional().meta({ description: 'Booked before this ISO 8601 time' }),
})
type ValidEntryQuery = z.output<typeof entryQuery>

/** The entries of the caller's ledger, newest first. Throws `invalid_cursor`, and `invalid_parameter` for an unknown network. */
export async function listEntries(ctx: Context, caller: Caller, query: ValidEntryQuery): Promise<List<LedgerEntry>> {
  if (query.network !== undefined) requireNetworkName(ctx, toEnvironment(caller.livemode), query.network)
  const { kind, payment, refund, settlement, network, currency, transaction } = query
  const filters = {
    kind,
    payment,
    refund,
    settlement,
    network,
    currency,
    transaction,
    from: query.created_gte,
    before: query.created_lt,
  }
  return readPage(query, {
    noun: 'entry',
    find: (cursor) => findEntryCursor(ctx, caller, cursor),
    list: (after, limit) => listEntryRows(ctx.db, caller, filters, after, limit),
    count: () => countEntries(ctx.db, caller, filters),
    view: (rows) => rows.map((row) => toEntryView(ctx, row)),
  })
}

/** An entry's key as an id: the number of its event, and its place there. */
export function formatEntryId(sequence: number, ordinal: number): string {
  return `entry_${sequence}_${ordinal}`
}

export async function findEntryCursor(ctx: Context, caller: Caller, text: string): Promise<EntryRow | null> {
  const [, sequence, ordinal] = /^entry_(\d{1,15})_(\d{1,9})$/.exec(text) ?? []
  return sequence === undefined ? null : findEntry(ctx.db, caller, Number(sequence), Number(ordinal))
}

const toView = createView(ledgerEntry)

export function toEntryView(ctx: Pick<Context, 'network'>, row: EntryRow): LedgerEntry {
  const network = ctx.network(toEnvironment(row.livemode), row.network)
  const display = (address: string) => network?.chain.addresses.display(address) ?? address
  const { amount, arrived, coin_fee, raw_amount, currency, fiat_amount, corrects_sequence, corrects_ordinal } = row
  const isCorrection = corrects_sequence !== null && corrects_ordinal !== null
  return toView(row, {
    id: formatEntryId(row.sequence, row.ordinal),
    account: display(row.account),
    counterparty: row.counterparty === null ? null : display(row.counterparty),
    amount: formatSignedAmount(amount),
    rawAmount: raw_amount === null ? null : String(raw_amount),
    amountArrived: formatSignedAmount(arrived),
    coinFee: formatSignedAmount(coin_fee),
    fiatAmount: fiat_amount === null || currency === null ? null : fromCents(Number(fiat_amount), currency),
    payment: row.payment_id,
    refund: row.refund_id,
    settlement: row.settlement_id,
    transfer: row.transfer_id,
    cryptocurrency: row.coin,
    transaction: row.tx_hash,
    chainTime: row.chain_time === null ? null : toIsoTime(row.chain_time),
    corrects: isCorrection ? formatEntryId(corrects_sequence, corrects_ordinal) : null,
    unknown: JSON.parse(row.unknown),
    createdAt: toIsoTime(row.booked_at),
  })
}
