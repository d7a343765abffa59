/** The payments of a merchant that a user sees: all, or its own of the last day. */

import type { Caller, Context } from '../context/context.ts'
import { hasScope, seesAllPayments } from '../domain/catalog/entitlements.ts'
import { CheckoutError } from '../domain/error.ts'
import type { Owner } from '../domain/owner.ts'
import { DAY_MS } from '../domain/time.ts'
import type { Db } from '../storage/database.ts'
import { countPaymentRows, listPaymentRows, type Own } from './list-store.ts'
import type { Received } from './received-store.ts'

/** More than a user can make in a day. */
const MOST = 100_000

/** Null for callers who see all payments: keys, and users who do more than take payments. */
export function limitToOwn({ now }: Pick<Context, 'now'>, { by, scopes }: Pick<Caller, 'by' | 'scopes'>): Own | null {
  if (!by.startsWith('usr_') || seesAllPayments(scopes)) return null
  return { madeBy: by, since: now() - DAY_MS }
}

/** Tells whether a user sees a payment. */
export async function isOwn(db: Db, owner: Owner, own: Own, id: string): Promise<boolean> {
  return (await countPaymentRows(db, owner, { own, id })) > 0
}

/** A file leaves the shop, so users need `settlements:read` for one. Throws `insufficient_scope`. */
export function requireExportable({ by, scopes }: Pick<Caller, 'by' | 'scopes'>): void {
  const scope = 'settlements:read'
  if (!by.startsWith('usr_') || hasScope(scopes, scope)) return
  const message = `Your role lacks the scope ${scope}, which exports need: ask an owner of the merchant.`
  throw new CheckoutError('insufficient_scope', message, null, { scope })
}

type Span = { readonly from: number; readonly to: number }

/** Sums what a user's own payments have received that were completed in each of some spans of time. */
export async function sumOwnReceived(db: Db, owner: Owner, own: Own, spans: readonly Span[]): Promise<Received[][]> {
  const all = { created_at: Number.MAX_SAFE_INTEGER, seq: 0 }
  const rows = await listPaymentRows(db, owner, { own, status: 'completed' }, all, MOST)
  return spans.map(({ from, to }) => {
    const within = rows.filter(({ completed_at: at }) => at !== null && at >= from && at < to)
    const kinds = Map.groupBy(within, ({ network, cryptocurrency }) => `${network} ${cryptocurrency}`)
    return [...kinds]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([, same]) =>
        same.slice(0, 1).map(({ network, cryptocurrency }) => {
          const amount = same.reduce((sum, { received }) => sum + received, 0n)
          return { network, cryptocurrency, amount, payments: same.length }
        }),
      )
  })
}
