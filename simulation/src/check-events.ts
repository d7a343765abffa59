import type { Row } from '../../packages/core/src/storage/tables.ts'
import type { Received } from './receivers.ts'
import { expectSame, must } from './violation.ts'
import type { World } from './world.ts'

/** Events that happen once per object. */
const recordedIds = new Set([
  'payment.created',
  'payment.completed',
  'refund.created',
  'refund.completed',
  'settlement.created',
  'settlement.completed',
  'settlement.failed',
])

/** Events are numbered without gaps, and belong to the owner of their object. */
export function checkEvents(world: World, rows: readonly Row<'events'>[]): void {
  const { history } = world
  for (const row of rows) {
    const owner = `${row.merchant_id} ${row.livemode}`
    const last = history.sequences.get(owner) ?? 0
    expectSame(row.sequence, last + 1, 'I8', `the number of event ${row.id}`)
    history.sequences.set(owner, row.sequence)
    history.events.set(row.id, row)
    const { id } = JSON.parse(row.object) as { id: string }
    history.lastTold.set(id, row.type)
    if (recordedIds.has(row.type)) {
      must(!history.done.has(`${row.type} ${id}`), 'I8', () => `${row.type} of ${id} was told twice`)
      history.done.add(`${row.type} ${id}`)
    }
    const payment = history.payments.get(id)
    if (payment) expectSame(row.merchant_id, payment.merchantId, 'I11', `who is told of ${id}`)
  }
}

/** A delivery marked as delivered was accepted by its receiver. */
export function checkDelivery(world: World, row: Row<'deliveries'>): void {
  const { history } = world
  if (row.state !== 'delivered') return
  const isTaken = history.accepted.has(`${row.event_id} ${row.url}`)
  must(isTaken, 'I8', () => `${row.url} never took event ${row.event_id}, which is called delivered`)
}

/** Events that receivers got are final and addressed to them. Without faults they come in order. */
export function checkReceived(world: World): void {
  for (const one of world.receivers.received.splice(0)) checkOne(world, one)
}

function checkOne({ history }: World, { url, event, came, accepted }: Received): void {
  const row = history.events.get(event.id)
  if (came) {
    must(row !== undefined, 'I8', () => `event ${event.id} was told and is not kept`)
    expectSame(event.sequence, row?.sequence, 'I8', `the number of ${event.id}, as told,`)
    const isOwn = url.includes(row?.merchant_id ?? '') || url.startsWith('https://own.')
    must(isOwn, 'I11', () => `${url} was told of another merchant's event ${event.id}`)
  }
  if (accepted) history.accepted.add(`${event.id} ${url}`)
  const payment = paymentOf(event.data.object as { id: string; object: string; paymentId?: string })
  if (payment === null) return
  const pair = `${url} ${payment}`
  const last = history.lastReceived.get(pair) ?? 0
  const inOrder = last === Number.POSITIVE_INFINITY || event.sequence > last
  must(inOrder, 'I8', () => `${url} was told of event ${event.sequence} of ${payment} after ${last}`)
  history.lastReceived.set(pair, accepted ? Math.max(last, event.sequence) : Number.POSITIVE_INFINITY)
}

function paymentOf(about: {
  readonly id: string
  readonly object: string
  readonly paymentId?: string
}): string | null {
  if (about.object === 'payment') return about.id
  return about.object === 'refund' ? (about.paymentId ?? null) : null
}

/** A process that ends leaves attempts under way: their payments' events may come in another order. */
export async function forgetOrder(world: World): Promise<void> {
  const { history, storage } = world
  const rows = await storage.db
    .selectFrom('deliveries')
    .select(['url', 'payment_id'])
    .where('state', '=', 'pending')
    .execute()
  for (const { url, payment_id } of rows) history.lastReceived.set(`${url} ${payment_id}`, Number.POSITIVE_INFINITY)
}
