import type { Client, Payment, Refund } from '@crypto-checkout/client'
import { MathBN } from '@medusajs/framework/utils'

/** A refund as the data of a payment shows it. */
export type RefundNote = {
  /** `re_...` of the checkout. */
  readonly id: string
  readonly amount: number
  /** What it waits for: `sign` by the wallet of the shop, `collect_destination` by the payer, or null. */
  readonly next: 'sign' | 'collect_destination' | null
  /** The page for it. */
  readonly url: string | null
}

type Asked = { readonly amount: string; readonly reference: string | undefined }

/** Asks for a refund. Throws CheckoutApiError, such as `refund_exceeds_payment`. */
export async function createRefund(
  client: Client,
  { id }: Pick<Payment, 'id'>,
  { amount, reference }: Asked,
): Promise<RefundNote> {
  const refund = await client.refunds.create(
    { paymentId: id, amount },
    reference === undefined ? {} : { idempotencyKey: reference },
  )
  return toNote(refund)
}

function toNote({ id, amount, nextAction }: Refund): RefundNote {
  return { id, amount, next: nextAction?.type ?? null, url: nextAction?.url ?? null }
}

/** Tells whether refunds take back the whole price. */
export async function isGoingBack(client: Client, payment: Payment): Promise<boolean> {
  if (payment.status !== 'completed') return false
  const amounts: number[] = []
  for await (const { status, amount } of client.refunds.list({ paymentId: payment.id })) {
    if (status !== 'failed' && status !== 'cancelled') amounts.push(amount)
  }
  return amounts.length > 0 && MathBN.gte(MathBN.sum(...amounts), payment.amount)
}
