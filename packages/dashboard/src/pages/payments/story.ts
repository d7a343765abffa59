/** Data of a payment's page beside the payment, as far as the user's role may read it. */
import type {
  AuditEntry,
  CustomerReceipts,
  Delivery,
  Event,
  LedgerEntry,
  List,
  Payment,
  Refund,
  Scope,
  Transfer,
  User,
} from '@crypto-checkout/api-types'
import { callApi, type Query } from '../../api/request.ts'
import type { Shop } from '../../router.ts'
import { mayUse } from '../../session.ts'

export type Whole = {
  readonly payment: Payment
  readonly events: readonly Event[]
  readonly entries: readonly AuditEntry[]
  readonly transfers: readonly Transfer[]
  readonly refunds: readonly Refund[]
  readonly deliveries: readonly Delivery[]
  readonly sent: CustomerReceipts
  readonly booked: readonly LedgerEntry[]
  readonly people: ReadonlyMap<string, string>
}

const MOST = 100
/** The refunds and transfers whose makers are looked up. */
const FEW = 5

export async function loadWhole(shop: Shop, id: string, signal: AbortSignal): Promise<Whole> {
  const list = async <Item>(scope: Scope, path: string, query: Query): Promise<Item[]> => {
    if (!mayUse(scope)) return []
    const page = await callApi<List<Item>>(shop, 'GET', path, { query: { limit: MOST, ...query }, signal })
    return page.data
  }
  const [payment, events, transfers, refunds, deliveries, users, sent, booked] = await Promise.all([
    callApi<Payment>(shop, 'GET', `/payments/${encodeURIComponent(id)}`, { signal }),
    list<Event>('events:read', '/events', { payment: id, qrCode: false }),
    list<Transfer>('transfers:read', '/transfers', { payment: id }),
    list<Refund>('refunds:read', '/refunds', { paymentId: id }),
    list<Delivery>('webhooks:read', `/payments/${encodeURIComponent(id)}/deliveries`, {}),
    list<User>('users:read', '/users', {}),
    callApi<CustomerReceipts>(shop, 'GET', `/payments/${encodeURIComponent(id)}/customer_receipts`, { signal }),
    list<LedgerEntry>('settlements:read', '/ledger', { payment: id }),
  ])
  const assigned = transfers.filter(({ assignedBy }) => assignedBy === 'merchant')
  const objects = [payment, ...refunds.slice(0, FEW), ...assigned.slice(0, FEW)].map((one) => one.id)
  const entries = await Promise.all(objects.map((object) => list<AuditEntry>('audit:read', '/audit', { object })))
  const people = new Map(users.map((user) => [user.id, user.email]))
  return { payment, events, entries: entries.flat(), transfers, refunds, deliveries, sent, booked, people }
}

/** Tells whether an event is about a payment, or about its refunds and transfers. */
export function isAbout({ data: { object } }: Event, id: string): boolean {
  if (object.object === 'payment') return object.id === id
  if (object.object === 'refund') return object.paymentId === id
  return object.object === 'transfer' && object.payment === id
}
