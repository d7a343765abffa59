import type { List, SettlementEntry } from '@crypto-checkout/api-types'
import type { Caller, Context } from '../context/context.ts'
import { requireFound } from '../domain/error.ts'
import { findEntryCursor, toEntryView } from '../entries/list.ts'
import { type PageQuery, readPage } from '../http/fields.ts'
import { countTaken, findTaken, type SettledEntryRow } from './entries-store.ts'
import { findSettlement, type SettlementRow } from './store.ts'

/** The entries that the caller's settlement took, oldest first. Throws `resource_missing`, and `invalid_cursor`. */
export async function listSettlementEntries(
  ctx: Context,
  caller: Caller,
  id: string,
  query: PageQuery,
): Promise<List<SettlementEntry>> {
  const settlement = requireFound('settlement', await findSettlement(ctx.db, caller, id))
  return readPage(query, {
    noun: 'entry',
    find: (cursor) => findEntryCursor(ctx, caller, cursor),
    list: (after, limit) => findTaken(ctx.db, id, after, limit),
    count: () => countTaken(ctx.db, id),
    view: (rows) =>
      rows.map((row) => ({
        ...toEntryView(ctx, row),
        object: 'settlement_entry',
        sum: findSum(settlement, row),
        role: row.role,
        follows: row.follows,
      })),
  })
}

type Sum = SettlementEntry['sum']

/** The sum of its settlement to which an entry belongs. */
export function findSum(
  { method, chain }: Pick<SettlementRow, 'method' | 'chain'>,
  { kind, role, amount, chain: where }: SettledEntryRow,
): Sum {
  // On the other network there is another coin for fees.
  if (role === 'fee') return where === chain ? 'fees' : 'conversion'
  if (role === 'refund') return 'refunds'
  if (kind === 'converted' || kind === 'released') return 'conversion'
  // Only what reached the wallet was paid out.
  if (method === 'deposit') return kind === 'swept' && (amount ?? 0n) > 0n ? 'amount' : 'deposits'
  return role === 'unattributed' ? 'unattributed' : 'amount'
}
