import { isAsking, type PaymentException } from '@crypto-checkout/api-types'
import type { Context } from '../../context/context.ts'
import { type MethodFacts, pickDeciding } from '../../domain/payment.ts'
import type { Tx } from '../../storage/database.ts'
import { deriveNextRow, type Recomputed, toVisible } from '../next-row.ts'
import type { PaymentRow } from '../store.ts'
import { asMethod, isOfMethod, type MethodRow, toMethodColumns } from './method.ts'
import { awaitAgain, moveAwaited, switchMethod, updateMethod } from './store.ts'

/**
 * The next version of a payment with several open methods. Each is derived as if it were the only one, and one decides:
 * the payment repeats it. Money in another one counts for nothing and is an exception. Writes the methods, and the
 * payment's columns if another one decides from now on.
 */
export async function deriveWithMethods(
  ctx: Context,
  tx: Tx,
  change: Recomputed,
  methods: readonly MethodRow[],
): Promise<PaymentRow> {
  const { before, changes = [], marks } = change
  const rows: PaymentRow[] = []
  for (const method of methods) {
    const own = changes.filter(({ after }) => isOfMethod(method, after))
    rows.push(await deriveNextRow(ctx, tx, { ...change, before: asMethod(before, method), changes: own }))
  }
  const chosen = methods.findIndex((method) => isOfMethod(method, before))
  const facts = rows.map(toFacts)
  const deciding = pickDeciding(facts, chosen)
  const row = rows[deciding]
  if (!row) throw new Error(`payment ${before.id} has no open method`)
  if (marks?.expires_at !== undefined) await moveAwaited(tx, before.id, marks.expires_at)
  // A reorganisation took what had been enough: the deadline is waited for again.
  if (isAsking(row.status) && !isAsking(before.status)) await awaitAgain(tx, before.id, row.expires_at)
  for (const [index, method] of methods.entries())
    await updateMethod(tx, method, toMethodColumns(rows[index] ?? before))
  if (deciding !== chosen) await switchMethod(tx, row)
  const hasOther = facts.some(({ effective }, index) => index !== deciding && effective > 0n)
  const fresh = changes.filter((one) => one.before === null).length
  return {
    ...row,
    transfer_count: before.transfer_count + fresh,
    exceptions: hasOther ? addExceptions(row) : row.exceptions,
  }
}

/** The facts that decide among methods. */
export function toFacts(row: PaymentRow): MethodFacts {
  const { status, received } = toVisible(row)
  return { status, effective: received }
}

/** Two methods were paid: once the deciding one has all it asks for, the other one's money is too much. */
function addExceptions({ exceptions, outstanding }: PaymentRow): string {
  const all = new Set<PaymentException>(JSON.parse(exceptions))
  if (outstanding === 0n) all.add('overpaid')
  return JSON.stringify([...all.add('multiple')])
}
