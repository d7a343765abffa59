import { type Context, runOnSnapshot } from '../context/context.ts'
import { isValidLink, type SignedLink } from '../context/secrets/sign-link.ts'
import type { ColumnName } from '../domain/catalog/file-columns.ts'
import { formatSignedAmount } from '../domain/money.ts'
import { toOwner } from '../domain/owner.ts'
import { pickEntryColumns } from '../entries/columns.ts'
import type { EntryRow } from '../entries/list-store.ts'
import { writeCsv } from '../http/export-link.ts'
import { createSheet, type FileColumn, listNames } from '../http/sheet.ts'
import { findSum } from './entries.ts'
import { findTaken, type SettledEntryRow } from './entries-store.ts'
import { findAnySettlement, type SettlementRow } from './store.ts'

/** An entry, and the figure of the settlement to which it belongs. */
type Line = EntryRow & Pick<SettledEntryRow, 'follows'> & { readonly sum: string; readonly role: string }

export const statementColumns: readonly FileColumn<Line>[] = [
  ...pickEntryColumns('id'),
  ['sum', ({ sum }) => sum],
  ['role', ({ role }) => role],
  ...pickEntryColumns('kind', 'booked_at', 'chain_time', 'payment', 'reference', 'refund', 'amount', 'cryptocurrency'),
  ...pickEntryColumns('raw_amount', 'amount_arrived', 'coin_fee', 'fiat_amount', 'currency', 'rate', 'network'),
  ...pickEntryColumns('account', 'counterparty', 'transaction', 'corrects'),
  ['follows', ({ follows }) => follows],
]

/** The settlement of a link to its report; null if the link was not made here or has expired. */
export async function openStatement(ctx: Context, link: SignedLink): Promise<SettlementRow | null> {
  const settlement = await findAnySettlement(ctx.db, link.name)
  if (!settlement) return null
  const owner = toOwner(settlement)
  return (await isValidLink(ctx, owner, link)) ? settlement : null
}

/**
 * Yields the entries of a settlement as CSV (RFC 4180), oldest first. It has only what never changes: once the settlement
 * is completed, its bytes are the same for good.
 */
export async function* readStatement(ctx: Context, settlement: SettlementRow): AsyncGenerator<string> {
  let paidOut = 0n
  const toLine = (row: SettledEntryRow): Line => {
    const sum = findSum(settlement, row)
    if (sum === 'amount') paidOut += row.amount ?? 0n
    return Object.assign(row, { sum })
  }
  yield* writeCsv<Line>(statementColumns, (last, limit) =>
    runOnSnapshot(ctx, async ({ db }) => (await findTaken(db, settlement.id, last, limit)).map(toLine)),
  )
  const missing = settlement.amount - paidOut
  if (settlement.by_entries === 0 && missing !== 0n) yield formatLegacyLine(settlement, missing)
}

/** What a settlement of an earlier release paid out, and the ledger has not: those were made of payments. */
function formatLegacyLine({ cryptocurrency, network, destination }: SettlementRow, missing: bigint): string {
  const facts: Partial<Record<ColumnName, string>> = {
    sum: 'amount',
    role: 'legacy',
    amount: formatSignedAmount(missing),
    cryptocurrency,
    network,
    account: destination,
  }
  return createSheet().line(listNames(statementColumns).map((name) => facts[name] ?? ''))
}
