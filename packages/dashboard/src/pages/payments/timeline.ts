/** The history of a payment, with who did each step: made of its events, its transfers and the audit log. */
import type { AuditEntry, Event, Payment, PaymentTransaction, Refund, Transfer } from '@crypto-checkout/api-types'
import { orderSteps, type Step, type Told, type Who } from './order-steps.ts'

/** The parts of it that a role may read; the rest is left out. */
export type Story = {
  readonly payment: Payment
  readonly events: readonly Event[]
  readonly entries: readonly AuditEntry[]
}

/** An event and the entry of the same change are written in one transaction. */
const SAME_CHANGE_MS = 2_000

const chain: Who = { by: 'chain' }

export function tellStory({ payment, events, entries }: Story): Step[] {
  const told = events.toSorted((a, b) => a.sequence - b.sequence).flatMap((event) => tellEvent(event, entries))
  const isWhole = told.some(({ what }) => what === 'payment.created')
  const moved = payment.transactions.flatMap(tellTransfer)
  return orderSteps([...(isWhole ? told : [...tellFacts(payment, entries), ...told]), ...moved])
}

function tellEvent(event: Event, entries: readonly AuditEntry[]): Step[] {
  const { type: what, createdAt: at, data } = event
  const find = (...operations: string[]) => findActor(entries, operations, at)
  const { object } = data
  if (object.object === 'payment') return [{ at, ...tellChange(what as Told, object, find) }]
  if (object.object === 'refund') return [{ at, what: what as Told, ...tellRefund(what, object, find) }]
  if (object.object === 'transfer' && what === 'transfer.assigned') {
    return [{ at, what, detail: object, who: tellAssigner(object, find) }]
  }
  return []
}

type Find = (...operations: string[]) => Who | null

function tellChange(what: Told, payment: Payment, find: Find): Omit<Step, 'at'> {
  const method = { amount: payment.cryptoAmount, ...pickMethod(payment) }
  if (what === 'payment.created')
    return { what, detail: null, who: find('createPayment') ?? (payment.paymentLink ? { by: 'payer' } : program) }
  if (what === 'payment.method_changed')
    return { what, detail: method, who: find('choosePaymentMethod') ?? { by: 'payer' } }
  if (what === 'payment.expired') return { what, detail: null, who: { by: 'checkout' } }
  if (what === 'payment.cancelled') {
    const replaced = payment.supersededBy !== null
    const who = find('cancelPayment', 'createPayment') ?? program
    return { what: replaced ? 'replaced' : what, detail: null, who }
  }
  const accepted = what === 'payment.completed' ? find('acceptPayment') : null
  return accepted ? { what: 'accepted', detail: null, who: accepted } : { what, detail: null, who: chain }
}

const program: Who = { by: 'program' }

function tellRefund(what: string, refund: Refund, find: Find): Omit<Step, 'at' | 'what'> {
  const detail = { amount: refund.cryptoAmount, ...pickMethod(refund) }
  if (what === 'refund.created') return { detail, who: find('createRefund') ?? program }
  if (what === 'refund.destination_received') return { detail, who: { by: 'payer' } }
  if (what === 'refund.cancelled') return { detail, who: find('cancelRefund') ?? program }
  return { detail, who: chain }
}

function tellAssigner({ assignedBy }: Transfer, find: Find): Who {
  if (assignedBy === 'operator') return { by: 'operator' }
  return assignedBy === 'merchant' ? (find('assignTransfer') ?? program) : { by: 'payer' }
}

function pickMethod({ cryptocurrency, network }: { readonly cryptocurrency: string; readonly network: string }) {
  return { cryptocurrency, network }
}

function findActor(entries: readonly AuditEntry[], operations: readonly string[], at: string): Who | null {
  const time = Date.parse(at)
  const entry = entries.find(
    (one) => operations.includes(one.operation) && Math.abs(Date.parse(one.createdAt) - time) <= SAME_CHANGE_MS,
  )
  if (!entry) return null
  if (entry.actor === 'command_line') return { by: 'operator' }
  return entry.actor === 'in_process' ? program : { actor: entry.actor }
}

function tellTransfer(transfer: PaymentTransaction): Step[] {
  const { seenAt, finalAt } = transfer
  const seen: Step = { at: seenAt, what: 'seen', detail: transfer, who: { by: 'payer' } }
  return finalAt === null ? [seen] : [seen, { at: finalAt, what: 'final', detail: transfer, who: chain }]
}

/** Events are kept for a month, and not everybody may read them. The payment itself knows this much. */
function tellFacts(payment: Payment, entries: readonly AuditEntry[]): Step[] {
  const { createdAt, completedAt, cancelledAt, expiresAt, status } = payment
  const facts: [Told, string | null][] = [
    ['payment.created', createdAt],
    ['payment.completed', completedAt],
    ['payment.cancelled', cancelledAt],
    ['payment.expired', status === 'expired' ? expiresAt : null],
  ]
  return facts.flatMap(([what, at]) => {
    if (at === null) return []
    return [{ at, ...tellChange(what, payment, (...operations) => findActor(entries, operations, at)) }]
  })
}
