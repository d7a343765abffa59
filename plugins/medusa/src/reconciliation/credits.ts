/** Credits that a process has left out: Medusa books a refund with its order first, and then takes it from the price. */
import type { MedusaContainer } from '@medusajs/framework/types'
import {
  ContainerRegistrationKeys,
  MathBN,
  Modules,
  OrderChangeStatus,
  OrderChangeType,
} from '@medusajs/framework/utils'
import type { Attempt } from './attempt.ts'
import { isSettled } from './refunds.ts'

const { CONFIRMED, PENDING, REQUESTED } = OrderChangeStatus

type Amounts = readonly { readonly amount: number }[]

type Order = {
  readonly id: string
  readonly status: string
  readonly summary?: { readonly pending_difference?: number }
  readonly transactions?: Amounts
  readonly credit_lines?: Amounts
}

type Found = {
  readonly created_at: string | Date
  readonly payment?: {
    readonly provider_id: string
    readonly payment_collection?: { readonly order?: Order }
  }
}

const ORDER = 'payment.payment_collection.order'

/**
 * Without its credit, an order asks the buyer for what was refunded. The half-made change of the order would also refuse
 * the next refund. Leaves out orders whose price has changed: an outstanding amount may then be owed.
 */
export async function creditRefunds(
  container: MedusaContainer,
  providerId: string,
  since: Date,
  attempt: Attempt,
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'refund',
    fields: [
      ...['created_at', 'payment.provider_id'],
      ...['id', 'status', 'summary', 'transactions.amount', 'credit_lines.amount'].map((field) => `${ORDER}.${field}`),
    ],
    filters: { created_at: { $gte: since } },
  })
  const orders = new Map<string, Order>()
  const busy = new Set<string>()
  for (const { created_at, payment } of data as unknown as readonly Found[]) {
    const order = payment?.payment_collection?.order
    if (!order || payment.provider_id !== providerId || order.status === 'canceled') continue
    orders.set(order.id, order)
    if (!isSettled(created_at)) busy.add(order.id)
  }
  for (const order of orders.values()) if (!busy.has(order.id)) await attempt(creditOrder(container, order))
}

async function creditOrder(container: MedusaContainer, order: Order): Promise<void> {
  const missing = findMissing(order)
  if (MathBN.lte(missing, 0)) return
  const service = container.resolve(Modules.ORDER)
  const changes = await service.listOrderChanges({ order_id: order.id } as never)
  const isCredit = ({ change_type }: { change_type?: string }) => change_type === OrderChangeType.CREDIT_LINE
  const active = changes.filter(({ status }) => status === PENDING || status === REQUESTED)
  const hasNewPrice = changes.some((change) => change.status === CONFIRMED && !isCredit(change) && isOfPrice(change))
  if (hasNewPrice || !active.every((change) => isCredit(change) && isSettled(change.created_at))) return
  if (active.length > 0) await service.deleteOrderChanges(active.map(({ id }) => id))
  const input = { order_id: order.id, amount: missing }
  await container.resolve(Modules.WORKFLOW_ENGINE).run('create-order-refund-credit-lines', { input })
}

/** Refunds are credits, but for what the order owed to the buyer before them. */
function findMissing({ summary, transactions = [], credit_lines = [] }: Order) {
  const outstanding = summary?.pending_difference ?? 0
  const refunded = MathBN.mult(MathBN.sum(...transactions.map(({ amount }) => MathBN.min(amount, 0))), -1)
  const credited = MathBN.sum(...credit_lines.map(({ amount }) => amount))
  const owed = MathBN.max(MathBN.sub(MathBN.sub(refunded, credited), outstanding), 0)
  return MathBN.sub(MathBN.sub(refunded, owed), credited)
}

function isOfPrice({ change_type }: { change_type?: string }): boolean {
  return Object.values<string | undefined>(OrderChangeType).includes(change_type)
}
