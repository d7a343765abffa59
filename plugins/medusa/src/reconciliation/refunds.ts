/** Repairs refunds that a process has left half done: Medusa has them, and the checkout or the order does not. */
import type { IPaymentModuleService, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, MathBN, Modules } from '@medusajs/framework/utils'
import { createCheckoutClient, type Options } from '../providers/crypto-checkout/options.ts'
import { createRefund } from '../providers/crypto-checkout/refunds.ts'
import { readSessionData } from '../providers/crypto-checkout/session-data.ts'
import type { Attempt } from './attempt.ts'

/** What is younger may still be under way. */
const SETTLED_MS = 60_000

/** Tells whether the process that made a row at this time has finished with it, or ended. */
export function isSettled(at: string | Date): boolean {
  return new Date(at).getTime() <= Date.now() - SETTLED_MS
}

/** A process may have ended between Medusa's refund and the checkout's. Asked again, it is the same refund. */
export async function repeatRefunds(
  service: IPaymentModuleService,
  { providerId, options }: { readonly providerId: string; readonly options: Options },
  since: Date,
  attempt: Attempt,
): Promise<void> {
  const refunds = await service.listRefunds({ created_at: { $gte: since } } as never, { relations: ['payment'] })
  for (const { id, amount, payment } of refunds) {
    const data = readSessionData(payment?.data)
    if (!payment || payment.provider_id !== providerId || !data) continue
    if (data.refunds.some(({ reference }) => reference === id)) continue
    await attempt(
      createRefund(createCheckoutClient(options), data, { amount, reference: id }).then((refund) =>
        service.updatePayment({ id: payment.id, data: { ...data, refunds: [...data.refunds, refund] } } as never),
      ),
    )
  }
}

type Found = {
  readonly id: string
  readonly raw_amount: { readonly value: string }
  readonly payment?: {
    readonly provider_id: string
    readonly currency_code: string
    readonly payment_collection?: { readonly id: string; readonly order?: Order }
  }
}

type Order = {
  readonly id: string
  readonly status: string
  readonly summary?: { readonly pending_difference?: number }
  readonly transactions?: readonly { readonly reference_id?: string }[]
}

const COLLECTION = 'payment.payment_collection'

/**
 * A process may have ended before it booked a refund with its order. Medusa's next refund of the order would book this
 * one too, with the amount of that next one.
 */
export async function bookRefunds(
  container: MedusaContainer,
  providerId: string,
  since: Date,
  attempt: Attempt,
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'refund',
    fields: [
      ...['id', 'raw_amount', 'payment.provider_id', 'payment.currency_code'],
      `${COLLECTION}.id`,
      ...['id', 'status', 'summary', 'transactions.reference_id'].map((field) => `${COLLECTION}.order.${field}`),
    ],
    filters: { created_at: { $gte: since, $lte: new Date(Date.now() - SETTLED_MS) } },
  })
  for (const refund of data as unknown as readonly Found[]) {
    const { payment } = refund
    const collection = payment?.payment_collection
    const order = collection?.order
    if (!payment || !order || payment.provider_id !== providerId) continue
    if (order.transactions?.some(({ reference_id }) => reference_id === refund.id)) continue
    await attempt(bookRefund(container, refund, payment.currency_code, order))
    await attempt(sumRefunds(container.resolve(Modules.PAYMENT), collection.id))
  }
}

/** Does what Medusa's own workflow does after the refund. */
async function bookRefund(
  container: MedusaContainer,
  { id, raw_amount }: Found,
  currency_code: string,
  order: Order,
): Promise<void> {
  const amount = MathBN.convert(raw_amount)
  await container.resolve(Modules.ORDER).addOrderTransactions({
    ...{ order_id: order.id, amount: MathBN.mult(amount, -1), currency_code },
    ...{ reference: 'refund', reference_id: id },
  } as never)
  // What the order owes to the buyer needs no credit.
  const owed = MathBN.max(MathBN.mult(order.summary?.pending_difference ?? 0, -1), 0)
  const credit = MathBN.sub(amount, owed)
  if (order.status === 'canceled' || MathBN.lte(credit, 0)) return
  const input = { order_id: order.id, amount: credit }
  await container.resolve(Modules.WORKFLOW_ENGINE).run('create-order-refund-credit-lines', { input })
}

/** Medusa derives the order's payment status from the sum. */
async function sumRefunds(service: IPaymentModuleService, collection: string): Promise<void> {
  const payments = await service.listPayments({ payment_collection_id: collection } as never, {
    relations: ['refunds'],
  })
  const amounts = payments.flatMap(({ refunds = [] }) => refunds.map(({ amount }) => amount))
  const refunded_amount = MathBN.sum(...amounts).toNumber()
  await service.updatePaymentCollections(collection, { refunded_amount } as never)
}
