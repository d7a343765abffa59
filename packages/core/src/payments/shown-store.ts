import { sql } from 'kysely'
import type { Environment } from '../domain/catalog/networks.ts'
import { findReceipts } from '../receipts/store.ts'
import { type Db, pipeline } from '../storage/database.ts'
import { prepareQuery, queryInChunks } from '../storage/prepared.ts'
import { findLinkTexts, type OrderTexts } from './links/texts.ts'
import type { MethodRow } from './methods/method.ts'
import { findMethods } from './methods/store.ts'
import type { PaymentRow, PaymentTransferRow } from './store.ts'

/** The number of transfers that a payment's views show. */
const MAX_SHOWN = 20

/** A transfer, and where its chain has been read to. Null before the first reading. */
export type ShownTransfer = PaymentTransferRow & {
  readonly read_number: number | null
  readonly read_time: number | null
  readonly read_final: number | null
  readonly read_final_time: number | null
  readonly read_final_lag: number | null
  readonly read_final_step: number | null
}

type Counted = Pick<PaymentRow, 'id' | 'transfer_count' | 'open_methods' | 'completed_at' | 'payment_link'>

/**
 * Things that views of a payment show besides its row: transfers in the order of recording, its open methods if it has
 * several, its receipt if it has one, and the texts of the link that made it.
 */
export type Shown = {
  readonly transfers: readonly ShownTransfer[]
  readonly methods: readonly MethodRow[]
  readonly receipt: string | null
  readonly texts: OrderTexts | null
}

/** Things that the views of a new payment show besides its row. */
export const nothingShown: Shown = { transfers: [], methods: [], receipt: null, texts: null }

/** Tells whether views of a payment show nothing besides its row. */
export function isShownAlone(row: Pick<Counted, 'transfer_count' | 'open_methods' | 'payment_link'>): boolean {
  return isShownWithTexts(row) && row.payment_link === null
}

/** Tells whether they show nothing besides its row and the texts of its link, which never change. */
export function isShownWithTexts(row: Pick<Counted, 'transfer_count' | 'open_methods'>): boolean {
  return row.transfer_count === 0 && row.open_methods === 0
}

/** Finds the things that views of payments show besides their rows, by payment. */
export async function findShown(db: Db, payments: readonly Counted[]): Promise<Map<string, Shown>> {
  const completed = payments.filter((row) => row.completed_at !== null).map(({ id }) => id)
  const [transfers, methods, receipts, texts] = await pipeline([
    findShownTransfers(db, payments),
    findMethods(db, payments),
    findReceipts(db, completed),
    findLinkTexts(db, payments),
  ])
  return new Map(
    payments.map(({ id, payment_link }) => {
      const [receipt, own] = [receipts.get(id) ?? null, texts.get(payment_link ?? '') ?? null]
      return [id, { transfers: transfers.get(id) ?? [], methods: methods.get(id) ?? [], receipt, texts: own }]
    }),
  )
}

/** The same of one payment. */
export async function loadShown(db: Db, row: Counted): Promise<Shown> {
  if (isShownAlone(row)) return nothingShown
  return (await findShown(db, [row])).get(row.id) ?? nothingShown
}

/**
 * The transfers that views of payments show, by payment, in the order of recording. A view shows all of them, or if
 * there are more than 20, the newest, money before dust. Payments without transfers need no query.
 */
export async function findShownTransfers(
  db: Db,
  payments: readonly Counted[],
): Promise<Map<string | null, ShownTransfer[]>> {
  const few = payments.filter((row) => row.transfer_count > 0 && row.transfer_count <= MAX_SHOWN)
  const many = payments.filter((row) => row.transfer_count > MAX_SHOWN)
  const [found, ...chosen] = await pipeline([
    findAll(
      db,
      few.map(({ id }) => id),
    ),
    ...many.map(({ id }) => findNewest(db, id)),
  ])
  for (const [index, { id }] of many.entries()) found.set(id, chosen[index] ?? [])
  return found
}

/**
 * Transfers with the cursor of their chain, in one statement: payments that are processing are polled. The time of the
 * final block is that of a block which is stored as long as it is the final one.
 */
const selectTransfers = (db: Db) =>
  db
    .selectFrom('transfers')
    .leftJoin('cursors', (join) =>
      join
        .on(
          'cursors.environment',
          '=',
          sql<Environment>`case transfers.livemode when 1 then 'production' else 'sandbox' end`,
        )
        .onRef('cursors.network', '=', 'transfers.network')
        .onRef('cursors.chain', '=', 'transfers.chain'),
    )
    .leftJoin('blocks', (join) =>
      join
        .onRef('blocks.environment', '=', 'cursors.environment')
        .onRef('blocks.network', '=', 'cursors.network')
        .onRef('blocks.chain', '=', 'cursors.chain')
        .onRef('blocks.number', '=', 'cursors.final_number'),
    )
    .selectAll('transfers')
    .select([
      'cursors.block_number as read_number',
      'cursors.block_time as read_time',
      'cursors.final_number as read_final',
      'cursors.final_lag as read_final_lag',
      'cursors.final_step as read_final_step',
      'blocks.time as read_final_time',
    ])

const ofOne = prepareQuery<{ id: string }>()((db, value) =>
  selectTransfers(db).where('transfers.payment_id', '=', value.id).orderBy('transfers.seq'),
)

/** All transfers of payments, by payment. One payment is what is polled, so its statement is prepared. */
async function findAll(db: Db, ids: readonly string[]): Promise<Map<string | null, ShownTransfer[]>> {
  const [only, ...more] = ids
  const rows =
    only !== undefined && more.length === 0
      ? await ofOne(db, { id: only })
      : await queryInChunks(ids, (chunk) =>
          selectTransfers(db).where('transfers.payment_id', 'in', chunk).orderBy('transfers.seq').execute(),
        )
  return Map.groupBy(rows, (row) => row.payment_id)
}

type OfKind = { readonly id: string; readonly dust: 0 | 1; readonly limit: number }
const newest = prepareQuery<OfKind>()((db, value) =>
  selectTransfers(db)
    .where('transfers.payment_id', '=', value.id)
    .where('transfers.dust', '=', value.dust)
    .orderBy('transfers.seq', 'desc')
    .limit(value.limit),
)

async function findNewest(db: Db, id: string): Promise<ShownTransfer[]> {
  const money = await newest(db, { id, dust: 0, limit: MAX_SHOWN })
  const dust = money.length < MAX_SHOWN ? await newest(db, { id, dust: 1, limit: MAX_SHOWN - money.length }) : []
  return [...money, ...dust].sort((a, b) => a.seq - b.seq)
}
