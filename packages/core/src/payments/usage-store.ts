import type { PaymentStatus } from '@crypto-checkout/api-types'
import { type Owner, type OwnerColumns, toOwnerColumns } from '../domain/owner.ts'
import { hasEnded } from '../domain/payment.ts'
import { type Db, pipeline, type Tx } from '../storage/database.ts'
import { addOnConflict, prepareQuery, prepareReturningInsert } from '../storage/prepared.ts'
import type { Row } from '../storage/tables.ts'
import type { PaymentRow } from './store.ts'

/** The quota that a merchant's payments use in an environment. */
export type Usage = { readonly openPayments: number; readonly textBytes: number }

const TEXTS = [
  'metadata',
  'redirect_url',
  'webhook_url',
  'description',
  'reference',
  'line_items',
  'cancel_url',
  'alternatives',
] as const
type Texts = Pick<PaymentRow, (typeof TEXTS)[number]>

/** The size of a payment's texts that the merchant chooses. It never changes after creation. */
export function countTextBytes(texts: Texts): number {
  return TEXTS.reduce((sum, name) => sum + Buffer.byteLength(texts[name] ?? ''), 0)
}

const LINK_TEXTS = ['title', 'description', 'line_items', 'alternatives', 'redirect_url', 'metadata'] as const

/** The size of a payment link's texts. Only its title changes. */
export function countLinkBytes(texts: Pick<Row<'payment_links'>, (typeof LINK_TEXTS)[number]>): number {
  return LINK_TEXTS.reduce((sum, name) => sum + Buffer.byteLength(texts[name] ?? ''), 0)
}

const byOwner = prepareQuery<OwnerColumns>()((db, value) =>
  db
    .selectFrom('merchants')
    .leftJoin('payment_usage', (join) =>
      join.onRef('payment_usage.merchant_id', '=', 'merchants.id').on('payment_usage.livemode', '=', value.livemode),
    )
    .select(['merchants.plan', 'payment_usage.open_payments', 'payment_usage.text_bytes'])
    .where('merchants.id', '=', value.merchant_id),
)

/** The usage, with the plan that limits it. */
export async function findUsage(db: Db, owner: Owner): Promise<Usage & { readonly plan: string }> {
  const [row] = await byOwner(db, toOwnerColumns(owner))
  return {
    plan: owner.livemode ? (row?.plan ?? 'starter') : 'sandbox',
    openPayments: Number(row?.open_payments ?? 0),
    textBytes: Number(row?.text_bytes ?? 0),
  }
}

type Change = Row<'payment_usage'>
const add = prepareReturningInsert('payment_usage', (query) =>
  addOnConflict(query, 'payment_usage', ['merchant_id', 'livemode'], ['open_payments', 'text_bytes']).returning([
    'open_payments',
    'text_bytes',
  ]),
)

/**
 * Counts open payments that will be written, and the bytes of texts, which may be others than payments'. Returns the
 * merchant's usage with them.
 */
export async function addUsage(tx: Tx, owner: Owner, { openPayments, textBytes }: Usage): Promise<Usage> {
  const [row] = await add(tx, { ...toOwnerColumns(owner), open_payments: openPayments, text_bytes: textBytes })
  return { openPayments: Number(row?.open_payments ?? 0), textBytes: Number(row?.text_bytes ?? 0) }
}

/** A payment that leaves the status `from`. */
type StatusMove = OwnerColumns & Pick<PaymentRow, 'status'> & { readonly from: PaymentStatus }

/** Updates the number of open payments after changes of status of existing payments. */
export async function moveUsage(tx: Tx, moves: readonly StatusMove[]): Promise<void> {
  const changes = new Map<string, Change>()
  for (const { merchant_id, livemode, status, from } of moves) {
    const key = `${merchant_id} ${livemode}`
    const open_payments = (changes.get(key)?.open_payments ?? 0) + countOpen(status) - countOpen(from)
    changes.set(key, { merchant_id, livemode, open_payments, text_bytes: 0 })
  }
  const changed = [...changes.values()].filter(({ open_payments }) => open_payments !== 0)
  await pipeline(changed.map((change) => add(tx, change)))
}

function countOpen(status: PaymentStatus): 0 | 1 {
  return hasEnded(status) ? 0 : 1
}
