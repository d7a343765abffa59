import type { Client, Payment } from '@crypto-checkout/client'
import type { BigNumberInput } from '@medusajs/framework/types'
import { MathBN } from '@medusajs/framework/utils'
import { toPrice } from './amounts.ts'

/** A refund as the data of a payment shows it. */
export type RefundNote = {
  /** `re_...` of the checkout. */
  readonly id: string
  /** `ref_...` of Medusa. */
  readonly reference: string | null
  readonly amount: number
  /** The next step: `sign` by the wallet of the shop, `collect_destination` by the payer, or null. */
  readonly next: 'sign' | 'collect_destination' | null
  /** The page for it. */
  readonly url: string | null
}

type Asked = { readonly amount: BigNumberInput; readonly reference: string | undefined }

/** Asks for a refund. Asked again with the same reference, it is the same one. Throws CheckoutApiError. */
export async function createRefund(
  client: Client,
  { id, currency }: Pick<Payment, 'id' | 'currency'>,
  { amount, reference }: Asked,
): Promise<RefundNote> {
  const input = { paymentId: id, amount: toPrice(amount, currency), reference }
  // The page for a payer's address is answered once. The same request gets it again for a day.
  const refund = await client.refunds.create(input, reference === undefined ? {} : { idempotencyKey: reference })
  const { nextAction } = refund
  return {
    id: refund.id,
    reference: reference ?? null,
    amount: refund.amount,
    next: nextAction?.type ?? null,
    url: nextAction?.url ?? null,
  }
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
