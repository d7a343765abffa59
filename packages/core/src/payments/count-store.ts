import type { Db, Tx } from '../storage/database.ts'
import { prepareRows } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import { matchFilters, type Owner, type PaymentFilters, type PaymentRow } from './store.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Time spans with tallies of their payments, longest first. */
const SPANS_MS = [DAY_MS, HOUR_MS]
/** The last moment that a date can represent, in whole days. */
const END_OF_TIME = 100_000_000 * DAY_MS

/** Counts with the tallies: of days, and of hours at the edges of the range. Rows are counted only within an hour. */
export function countPayments(db: Db, owner: Owner, filters: PaymentFilters): Promise<number> {
  const { settlement, status, reference, paymentLink, createdGte, createdLt } = filters
  // Settlements, references and links have indexes of their own.
  if ([settlement, reference, paymentLink].some((one) => one !== undefined)) return countRows(db, owner, filters)
  return countBetween(db, owner, status, [createdGte ?? 0, createdLt ?? END_OF_TIME], SPANS_MS)
}

async function countBetween(
  db: Db,
  owner: Owner,
  status: string | undefined,
  [from, to]: readonly [from: number, to: number],
  [span, ...finer]: readonly number[],
): Promise<number> {
  if (from >= to) return 0
  if (span === undefined) return countRows(db, owner, { status, createdGte: from, createdLt: to })
  const first = Math.ceil(from / span)
  const end = Math.floor(to / span)
  if (first >= end) return countBetween(db, owner, status, [from, to], finer)
  const [tallied, before, after] = await Promise.all([
    sumTallies(db, owner, status, { span, first, end }),
    countBetween(db, owner, status, [from, first * span], finer),
    countBetween(db, owner, status, [end * span, to], finer),
  ])
  return tallied + before + after
}

async function sumTallies(
  db: Db,
  owner: Owner,
  status: string | undefined,
  { span, first, end }: { readonly span: number; readonly first: number; readonly end: number },
) {
  let query = db
    .selectFrom('tallies')
    .select((eb) => eb.fn.sum<number | null>('payments').as('total'))
    .where('merchant_id', '=', owner.merchantId)
    .where('livemode', '=', owner.livemode ? 1 : 0)
    .where('span', '=', span)
    .where('start', '>=', first)
    .where('start', '<', end)
  if (status) query = query.where('status', '=', status)
  return Number((await query.executeTakeFirst())?.total ?? 0)
}

async function countRows(db: Db, owner: Owner, filters: PaymentFilters): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where((eb) => eb.and(matchFilters(eb, owner, filters)))
    .executeTakeFirst()
  return Number(row?.total ?? 0)
}

type Tally = Row<'tallies'>
const tally = prepareRows<Tally>()((db, rows) =>
  db
    .insertInto('tallies')
    .values(
      rows.map((row) => ({
        merchant_id: row.merchant_id,
        livemode: row.livemode,
        span: row.span,
        start: row.start,
        status: row.status,
        payments: row.payments,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'livemode', 'span', 'start', 'status']).doUpdateSet((eb) => ({
        payments: eb('tallies.payments', '+', eb.ref('excluded.payments')),
      })),
    ),
)

/** A payment that enters a status. It leaves the status `from`, unless it is new (null). */
export type StatusMove = Pick<PaymentRow, 'merchant_id' | 'livemode' | 'created_at' | 'status'> & {
  readonly from: string | null
}

/** Moves payments in the tallies to their present status. */
export async function tallyPayments(tx: Tx, moves: readonly StatusMove[]): Promise<void> {
  const tallies = new Map<string, Tally>()
  for (const { merchant_id, livemode, created_at, status, from } of moves) {
    for (const span of SPANS_MS) {
      const start = Math.floor(created_at / span)
      for (const [counted, by] of [[from, -1] as const, [status, 1] as const]) {
        if (counted === null) continue
        const key = [merchant_id, livemode, span, start, counted].join()
        const payments = (tallies.get(key)?.payments ?? 0) + by
        tallies.set(key, { merchant_id, livemode, span, start, status: counted, payments })
      }
    }
  }
  await tally(
    tx,
    [...tallies.values()].filter(({ payments }) => payments !== 0),
  )
}
