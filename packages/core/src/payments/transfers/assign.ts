import type { AssignInput, Transfer } from '@crypto-checkout/api-types'
import { asOperator, recordChange } from '../../audit/record.ts'
import type { Caller, Context } from '../../context/context.ts'
import { CheckoutError } from '../../domain/error.ts'
import { toOwner } from '../../domain/owner.ts'
import { isDust } from '../../domain/sums.ts'
import { recordEvents } from '../../events/record.ts'
import type { Tx } from '../../storage/database.ts'
import { pick } from '../../storage/tables.ts'
import { bookAssignment, valueTransfer } from '../book.ts'
import { type PaymentRow, requireAnyPayment, requirePayment } from '../find.ts'
import { findSuggestions } from '../hints/suggest.ts'
import { isOfMethod, type MethodRow } from '../methods/method.ts'
import { findMethods } from '../methods/store.ts'
import { recomputePayment } from '../recompute.ts'
import { addSearchTerms } from '../search-store.ts'
import { listTransferTerms } from '../search-terms.ts'
import { requireTransfer, toTransferView } from './find.ts'
import { assignTransferRow, findAnyTransfer, findInTransactions, putSuggestions, type TransferRow } from './store.ts'
import { removeUnattributedDust } from './stray-dust.ts'

/**
 * Assigns an unattributed transfer to a payment on the same wallet and in the same coin. Throws `invalid_state` if it
 * already pays one or is off the chain, and `invalid_parameter` for another wallet's payment.
 */
export async function assignTransfer(ctx: Context, caller: Caller, id: string, input: AssignInput): Promise<Transfer> {
  return caller.commit(async (tx) => {
    const transfer = await requireTransfer(tx, caller, id)
    const payment = await requirePayment(tx, caller, input.paymentId).catch(namingPaymentId)
    return assignToPayment(ctx, tx, { transfer, payment, by: 'merchant' })
  })
}

/** The same for the operator. Only the operator can assign where several merchants use one wallet. */
export async function assignTransferAsOperator(ctx: Context, id: string, input: AssignInput): Promise<Transfer> {
  return ctx.transact(async (tx) => {
    const transfer = await findAnyTransfer(tx, id)
    if (!transfer) throw new CheckoutError('resource_missing', 'There is no such transfer: check the id.', 'id')
    const payment = await requireAnyPayment(tx, input.paymentId)
    const assigned = await assignToPayment(ctx, tx, { transfer, payment, by: 'operator' })
    await recordChange(ctx, tx, asOperator(payment.merchant_id, payment.livemode), {
      ...({ operation: 'assignTransfer', object: 'transfer', objectId: id } as const),
      before: { payment: null, assignedBy: null },
      after: { payment: payment.id, assignedBy: assigned.assignedBy },
    })
    return assigned
  })
}

function namingPaymentId(error: unknown): never {
  if (error instanceof CheckoutError) throw new CheckoutError(error.code, error.message, 'paymentId')
  throw error
}

/** `by`: who says so. */
type Assignment = {
  readonly transfer: TransferRow
  readonly payment: PaymentRow
  readonly by: NonNullable<TransferRow['assigned_by']>
}

/** Assigns an unattributed transfer to a payment. */
export async function assignToPayment(ctx: Context, tx: Tx, { transfer, payment, by }: Assignment): Promise<Transfer> {
  const methods = await requireAssignable(tx, transfer, payment)
  const columns = pick(payment, 'merchant_id', 'livemode')
  const dust = isDust({ minTransfer: payment.min_transfer }, transfer.amount) ? 1 : 0
  const given = await assignTransferRow(tx, transfer, { payment_id: payment.id, ...columns, dust, assigned_by: by })
  await removeUnattributedDust(tx, transfer)
  await addSearchTerms(tx, [{ payment, terms: listTransferTerms(given) }])
  const assigned = toTransferView(ctx, given)
  const owner = toOwner(payment)
  const { own, others } = await book(ctx, tx, { transfer, given, payment, methods })
  await recordEvents(ctx, tx, [{ ...owner, type: 'transfer.assigned', object: assigned, entries: own }, ...others])
  await recomputePayment(ctx, tx, payment, { changes: [{ before: null, after: given, isBooked: true }] })
  return assigned
}

/** Makes the entries of an assignment. There are none until the transfer is final. */
function book(
  ctx: Context,
  tx: Tx,
  of: {
    readonly transfer: TransferRow
    readonly given: TransferRow
    readonly payment: PaymentRow
    readonly methods: readonly MethodRow[]
  },
) {
  const { transfer, given, payment, methods } = of
  if (given.booked_for === null) return { own: [], others: [] }
  const value = valueTransfer(payment, methods, given)
  const wasBooked = transfer.booked_for !== null
  return bookAssignment(tx, { transfer: given, value, wasBooked, now: ctx.now() }, toOwner(payment))
}

/** Returns the payment's methods, if it has several. */
async function requireAssignable(tx: Tx, transfer: TransferRow, payment: PaymentRow): Promise<readonly MethodRow[]> {
  if (transfer.payment_id !== null) {
    throw new CheckoutError('invalid_state', `The transfer pays ${transfer.payment_id} already.`)
  }
  if (transfer.state === 'orphaned') {
    throw new CheckoutError('invalid_state', 'A reorganisation took the transfer off the chain.')
  }
  const several = (await findMethods(tx, [payment])).get(payment.id) ?? []
  const methods = several.length > 0 ? several : [payment]
  const isAsked = methods.some(
    (method) => isOfMethod(method, transfer) && method.address.toLowerCase() === transfer.to_address,
  )
  if (isAsked) return several
  throw new CheckoutError(
    'invalid_parameter',
    'The transfer went to another wallet, network or coin than the payment asks for.',
    'paymentId',
  )
}

/** After a payment's page named this transaction, updates the hints of its unattributed transfers to an address. */
export async function updateSuggestions(
  tx: Tx,
  where: { readonly chains: readonly string[]; readonly hash: string; readonly address: string },
): Promise<void> {
  const rows = await findInTransactions(tx, { ...where, hashes: [where.hash] })
  const unattributed = rows.filter((row) => row.payment_id === null)
  const hints = await findSuggestions(tx, unattributed)
  for (const row of unattributed) await putSuggestions(tx, row.seq, hints.get(row) ?? row)
}
