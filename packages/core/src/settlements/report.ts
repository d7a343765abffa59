import { type Context, runOnSnapshot } from '../context/context.ts'
import { isValidLink, type SignedLink } from '../context/secrets/sign-link.ts'
import { formatCents, formatSignedAmount } from '../domain/money.ts'
import { toOwner } from '../domain/owner.ts'
import { toIsoTime, toIsoTimeOrNull } from '../domain/time.ts'
import { formatEntryId } from '../entries/list.ts'
import { formatCsv, writeCsv } from '../http/export-link.ts'
import { findSum } from './entries.ts'
import { findTaken, type SettledEntryRow } from './entries-store.ts'
import { findAnySettlement, type SettlementRow } from './store.ts'

const COLUMNS = [
  ...(['entry', 'sum', 'role', 'kind', 'booked_at', 'chain_time', 'payment', 'reference', 'refund', 'amount'] as const),
  ...([
    'cryptocurrency',
    'raw_amount',
    'arrived',
    'coin_fee',
    'value',
    'currency',
    'rate',
    'network',
    'account',
  ] as const),
  ...(['counterparty', 'transaction', 'corrects', 'follows'] as const),
] as const
type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>

/** The settlement of a link to its report; null if the link was not made here or has expired. */
export async function openStatement(ctx: Context, link: SignedLink): Promise<SettlementRow | null> {
  const settlement = await findAnySettlement(ctx.db, link.name)
  if (!settlement) return null
  const owner = toOwner(settlement)
  return (await isValidLink(ctx, owner, link)) ? settlement : null
}

type Line = Pick<SettledEntryRow, 'sequence' | 'ordinal'> & { readonly cells: readonly string[] }

/**
 * Yields the entries of a settlement as CSV (RFC 4180), oldest first. It has only what never changes: once the settlement
 * is completed, its bytes are the same for good.
 */
export async function* readStatement(ctx: Context, settlement: SettlementRow): AsyncGenerator<string> {
  let paidOut = 0n
  const toLine = (row: SettledEntryRow): Line => {
    const sum = findSum(settlement, row)
    if (sum === 'amount') paidOut += row.amount ?? 0n
    return { sequence: row.sequence, ordinal: row.ordinal, cells: toCells(row, sum) }
  }
  yield* writeCsv<Line>(
    COLUMNS,
    (last, limit) =>
      runOnSnapshot(ctx, async ({ db }) => (await findTaken(db, settlement.id, last, limit)).map(toLine)),
    ({ cells }) => cells,
  )
  const missing = settlement.amount - paidOut
  if (settlement.by_entries === 0 && missing !== 0n) yield formatCsv([toLegacyCells(settlement, missing)])
}

function toCells(row: SettledEntryRow, sum: string): string[] {
  const { fiat_amount, currency, corrects_sequence, corrects_ordinal } = row
  return order({
    entry: formatEntryId(row.sequence, row.ordinal),
    sum,
    role: row.role,
    kind: row.kind,
    booked_at: toIsoTime(row.booked_at),
    chain_time: toIsoTimeOrNull(row.chain_time) ?? '',
    payment: row.payment_id ?? '',
    reference: row.reference ?? '',
    refund: row.refund_id ?? '',
    amount: formatSignedOrEmpty(row.amount),
    cryptocurrency: row.coin ?? '',
    raw_amount: row.raw_amount === null ? '' : String(row.raw_amount),
    arrived: formatSignedOrEmpty(row.arrived),
    coin_fee: formatSignedOrEmpty(row.coin_fee),
    value: fiat_amount === null || currency === null ? '' : formatCents(fiat_amount, currency),
    currency: currency ?? '',
    rate: row.rate ?? '',
    network: row.network,
    account: display(row, row.account),
    counterparty: row.counterparty === null ? '' : display(row, row.counterparty),
    transaction: row.tx_hash ?? '',
    corrects:
      corrects_sequence === null || corrects_ordinal === null ? '' : formatEntryId(corrects_sequence, corrects_ordinal),
    follows: row.follows ?? '',
  })
}

/** What a settlement of an earlier release paid out, and the ledger has not: those were made of payments. */
function toLegacyCells({ cryptocurrency, network, destination }: SettlementRow, missing: bigint): string[] {
  const facts: Partial<Cells> = {
    sum: 'amount',
    role: 'legacy',
    amount: formatSignedAmount(missing),
    cryptocurrency,
    network,
    account: destination,
  }
  return COLUMNS.map((column) => facts[column] ?? '')
}

function order(cells: Cells): string[] {
  return COLUMNS.map((column) => cells[column])
}

function formatSignedOrEmpty(amount: bigint | null): string {
  return amount === null ? '' : formatSignedAmount(amount)
}

/** An address as the chain takes it, whatever is configured now. Those of Stellar are in capitals. */
function display({ chain }: Pick<SettledEntryRow, 'chain'>, address: string): string {
  return chain.startsWith('stellar:') ? address.toUpperCase() : address
}
