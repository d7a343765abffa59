import type { Db } from '../../storage/database.ts'
import { findAnyPayments, findByOwnMemos, type PaymentRow } from '../store.ts'
import { findMethodsByMemos } from './store.ts'

/** A payment, and what it asks for with a memo: in its chosen method, or in another open one. */
export type Named = { readonly payment: PaymentRow; readonly asked: Pick<PaymentRow, 'memo' | 'address' | 'token'> }

/** Payments of a chain by their memos. The same memo may be in use on several wallets. */
export async function findByMemos(db: Db, chain: string, memos: readonly string[]): Promise<Named[]> {
  const chosen = await findByOwnMemos(db, chain, memos)
  const found = new Set(chosen.map(({ memo }) => memo))
  const others = await findMethodsByMemos(
    db,
    chain,
    memos.filter((memo) => !found.has(memo)),
  )
  const payments = await findAnyPayments(
    db,
    others.map((method) => method.payment_id),
  )
  return [
    ...chosen.map((payment) => ({ payment, asked: payment })),
    ...others.flatMap((asked) => {
      const payment = payments.get(asked.payment_id)
      return payment ? [{ payment, asked }] : []
    }),
  ]
}
