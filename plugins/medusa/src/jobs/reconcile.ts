import type { Payment } from '@crypto-checkout/client'
import type { IPaymentModuleService, MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils'
import { processPaymentWorkflow } from '@medusajs/medusa/core-flows'
import { createCheckoutClient, type Options } from '../providers/crypto-checkout/options.ts'
import { createRefund } from '../providers/crypto-checkout/refunds.ts'
import { readSessionData } from '../providers/crypto-checkout/session-data.ts'
import { listProviders } from '../providers/crypto-checkout/shop.ts'
import { mapPayment } from '../providers/crypto-checkout/states.ts'

/** Medusa answers webhooks before it works on them, and a process that ends loses them: every five minutes is often enough. */
export const config = { name: 'crypto-checkout-reconcile', schedule: '*/5 * * * *' }

const DAY_MS = 86_400_000
/** After the last deadline: as long as a shop may be down, and money may take to become final. */
const WINDOW_MS = 3 * DAY_MS
/** The checkout's deadline without `expiresIn`. */
const DEFAULT_EXPIRY_S = 1_800
const PAGE = 100

/**
 * Finds what webhooks have missed: completed payments whose order is not captured, not booked or not made. Asks again
 * for refunds that Medusa has booked and the checkout does not know. Each step can be repeated. Throws at the end what
 * failed, after it has tried the others.
 */
export default async function reconcile(container: MedusaContainer): Promise<void> {
  const errors: unknown[] = []
  const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => errors.push(error))
  for (const { providerId, options } of listProviders(container)) {
    const [known] = await container.resolve(Modules.PAYMENT).listPaymentProviders({ id: [providerId] })
    if (!known) continue
    await attempt(captureCompleted(container, providerId, options, attempt))
    await attempt(repeatRefunds(container.resolve(Modules.PAYMENT), providerId, options, attempt))
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

type Attempt = (work: Promise<unknown>) => Promise<unknown>

async function captureCompleted(
  container: MedusaContainer,
  providerId: string,
  options: Options,
  attempt: Attempt,
): Promise<void> {
  const { expiresIn = DEFAULT_EXPIRY_S } = options
  const since = new Date(Date.now() - expiresIn * 1_000 - WINDOW_MS).toISOString()
  const query = { status: 'completed', created_gte: since, limit: PAGE } as const
  let page: Payment[] = []
  const flush = async () => {
    for (const input of await findUnbooked(container, providerId, page)) {
      await attempt(processPaymentWorkflow(container).run({ input }))
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
async function findUnbooked(container: MedusaContainer, providerId: string, payments: readonly Payment[]) {
  const inputs = new Map(
    payments.map(({ metadata: { session_id, amount } }) => [
      String(session_id),
      { action: 'captured' as const, data: { session_id: String(session_id), amount: String(amount) } },
    ]),
  )
  if (inputs.size === 0) return []
  const filters = { id: [...inputs.keys()], provider_id: providerId }
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'payment_session', fields: FIELDS, filters })
  return (data as unknown as Found[]).flatMap((session) => (isBooked(session) ? [] : (inputs.get(session.id) ?? [])))
}

/** A process may have ended after the capture, before the order was made or its transaction was written. */
function isBooked({ payment, payment_collection }: Found): boolean {
  if (!payment?.captured_at) return false
  const { cart, order } = payment_collection ?? {}
  if (!order) return !cart
  const booked = order.transactions?.map(({ reference_id }) => reference_id) ?? []
  return (payment.captures ?? []).every(({ id }) => booked.includes(id))
}

/** A process may have ended between Medusa's refund and the checkout's. Asked again, it is the same refund. */
async function repeatRefunds(
  service: IPaymentModuleService,
  providerId: string,
  options: Options,
  attempt: Attempt,
): Promise<void> {
  const created_at = { $gte: new Date(Date.now() - WINDOW_MS) }
  const refunds = await service.listRefunds({ created_at } as never, { relations: ['payment'] })
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
