import type { Payment } from '@crypto-checkout/client'
import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { processPaymentWorkflow } from '@medusajs/medusa/core-flows'
import { createCheckoutClient, type Options } from '../providers/crypto-checkout/options.ts'
import { listProviders } from '../providers/crypto-checkout/shop.ts'
import { mapPayment } from '../providers/crypto-checkout/states.ts'
import type { Attempt } from '../reconciliation/attempt.ts'
import { stopCancelled } from '../reconciliation/cancelled-orders.ts'
import { creditRefunds } from '../reconciliation/credits.ts'
import { linkOrder } from '../reconciliation/orders.ts'
import { bookRefunds, repeatRefunds } from '../reconciliation/refunds.ts'

/** Medusa answers webhooks before it works on them, and a process that ends loses them: every five minutes is often enough. */
export const config = { name: 'crypto-checkout-reconcile', schedule: '*/5 * * * *' }

const DAY_MS = 86_400_000
/** After the last deadline: as long as a shop may be down, and money may take to become final. */
const WINDOW_MS = 3 * DAY_MS
/** The checkout's deadline without `expiresIn`. */
const DEFAULT_EXPIRY_S = 1_800
const PAGE = 100

/**
 * Finds what webhooks have missed: completed payments whose order is not captured, not booked or not made, and
 * payments of cancelled orders that are still offered. Asks again for refunds that Medusa has and the checkout does not
 * know, books those that are missing in their order, and credits those that are not credited there. Each step can be repeated. Throws at the end what failed, after
 * it has tried the others.
 */
export default async function reconcile(container: MedusaContainer): Promise<void> {
  const errors: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  for (const { providerId, options } of listProviders(container)) {
    const [known] = await container.resolve(Modules.PAYMENT).listPaymentProviders({ id: [providerId] })
    if (!known) continue
    const { expiresIn = DEFAULT_EXPIRY_S } = options
    const paidSince = new Date(Date.now() - expiresIn * 1_000 - WINDOW_MS)
    const since = new Date(Date.now() - WINDOW_MS)
    await attempt(captureCompleted(container, { providerId, options }, paidSince, attempt))
    await attempt(stopCancelled(container, { providerId, options }, paidSince, attempt))
    await attempt(repeatRefunds(container.resolve(Modules.PAYMENT), { providerId, options }, since, attempt))
    await attempt(bookRefunds(container, providerId, since, attempt))
    await attempt(creditRefunds(container, providerId, since, attempt))
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

async function captureCompleted(
  container: MedusaContainer,
  { providerId, options }: { readonly providerId: string; readonly options: Options },
  since: Date,
  attempt: Attempt,
): Promise<void> {
  const query = { status: 'completed', created_gte: since.toISOString(), limit: PAGE } as const
  let page: Payment[] = []
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const flush = async () => {
    const unbooked = await findUnbooked(container, providerId, page)
    for (const one of unbooked) await attempt(book(container, one))
    // Medusa says nothing if it cannot make an order of the cart.
    for (const { payment } of unbooked.length > 0 ? await findUnbooked(container, providerId, page) : []) {
      logger.error(
        `Payment ${payment} is completed, and Medusa has not booked it with an order. Look at its cart, or refund it in the checkout.`,
      )
    }
    page = []
  }
  for await (const payment of createCheckoutClient(options).payments.list(query)) {
    if (mapPayment(payment, 'placed').action !== 'captured') continue
    page.push(payment)
    if (page.length === PAGE) await flush()
  }
  await flush()
}

type Unbooked = {
  readonly payment: string
  readonly cart: string | undefined
  readonly input: {
    readonly action: 'captured'
    readonly data: { readonly session_id: string; readonly amount: string }
  }
}

async function book(container: MedusaContainer, { cart, input }: Unbooked): Promise<void> {
  if (cart !== undefined) await linkOrder(container, cart)
  await processPaymentWorkflow(container).run({ input })
}

type Found = {
  readonly id: string
  readonly payment?: { readonly captured_at?: unknown; readonly captures?: readonly { readonly id: string }[] }
  readonly payment_collection?: {
    readonly cart?: { readonly id: string }
    readonly order?: { readonly transactions?: readonly { readonly reference_id?: string }[] }
  }
}

const FIELDS = [
  'id',
  'payment.captured_at',
  'payment.captures.id',
  'payment_collection.cart.id',
  'payment_collection.order.id',
  'payment_collection.order.transactions.reference_id',
]

/** The captures that are missing in this shop, as its webhooks would have asked for them. */
async function findUnbooked(
  container: MedusaContainer,
  providerId: string,
  payments: readonly Payment[],
): Promise<Unbooked[]> {
  const inputs = new Map(
    payments.map(({ id, metadata: { session_id, amount } }) => {
      const input = { action: 'captured' as const, data: { session_id: String(session_id), amount: String(amount) } }
      return [String(session_id), { payment: id, input }]
    }),
  )
  if (inputs.size === 0) return []
  const filters = { id: [...inputs.keys()], provider_id: providerId }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'payment_session', fields: FIELDS, filters })
  return (data as unknown as Found[]).flatMap((session) => {
    const unbooked = isBooked(session) ? undefined : inputs.get(session.id)
    return unbooked ? [{ ...unbooked, cart: session.payment_collection?.cart?.id }] : []
  })
}

/** A process may have ended after the capture, before the order was made or its transaction was written. */
function isBooked({ payment, payment_collection }: Found): boolean {
  if (!payment?.captured_at) return false
  const { cart, order } = payment_collection ?? {}
  if (!order) return !cart
  const booked = order.transactions?.map(({ reference_id }) => reference_id) ?? []
  return (payment.captures ?? []).every(({ id }) => booked.includes(id))
}
