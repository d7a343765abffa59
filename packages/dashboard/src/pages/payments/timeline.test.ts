import type { AuditEntry, Event, Payment } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { tellStory } from './timeline.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString()

const payment = {
  ...{ object: 'payment', id: 'pay_1', status: 'completed', network: 'polygon', cryptocurrency: 'USDC' },
  ...{ cryptoAmount: '10.000001', createdAt: at(0), completedAt: at(30), cancelledAt: null, expiresAt: at(50) },
  ...{ paymentLink: null, supersededBy: null, transactions: [] },
} as unknown as Payment

function createEvent(type: string, second: number, object: object = payment, sequence = second): Event {
  return { object: 'event', type, createdAt: at(second), sequence, data: { object } } as unknown as Event
}

function createEntry(operation: string, second: number, actor = 'usr_1'): AuditEntry {
  return { operation, createdAt: at(second), actor } as AuditEntry
}

const tell = (events: Event[], entries: AuditEntry[] = [], more: Partial<Payment> = {}) =>
  tellStory({ payment: { ...payment, ...more }, events, entries }).map(({ what, who }) => [what, who])

test('a program creates a payment, unless the audit log knows the user or a payer did by a link', () => {
  const created = [createEvent('payment.created', 0)]
  expect(tell(created)).toEqual([['payment.created', { by: 'program' }]])
  expect(tell(created, [createEntry('createPayment', 1)])).toEqual([['payment.created', { actor: 'usr_1' }]])
  expect(tell(created, [createEntry('createPayment', 9)])).toEqual([['payment.created', { by: 'program' }]])
  expect(tell([createEvent('payment.created', 0, { ...payment, paymentLink: 'pl_1' })])).toEqual([
    ['payment.created', { by: 'payer' }],
  ])
})

test('the network completes a payment, and a user accepts one', () => {
  const events = [createEvent('payment.created', 0), createEvent('payment.completed', 30)]
  expect(tell(events)[1]).toEqual(['payment.completed', { by: 'chain' }])
  expect(tell(events, [createEntry('acceptPayment', 30)])[1]).toEqual(['accepted', { actor: 'usr_1' }])
  expect(tell(events, [createEntry('acceptPayment', 30, 'command_line')])[1]).toEqual(['accepted', { by: 'operator' }])
})

test('transfers stand between the events, in the order of time', () => {
  const transfer = { amount: '5.000000', network: 'polygon', cryptocurrency: 'USDC', seenAt: at(10), finalAt: at(29) }
  const events = [createEvent('payment.completed', 30), createEvent('payment.created', 0)]
  expect(tell(events, [], { transactions: [transfer] as Payment['transactions'] }).map(([what]) => what)).toEqual([
    'payment.created',
    'seen',
    'final',
    'payment.completed',
  ])
})

test('events of the same time keep the order of their numbers, though the API lists the newest first', () => {
  const transfer = { amount: '10.000001', network: 'polygon', cryptocurrency: 'USDC', seenAt: at(9), finalAt: at(9) }
  const events = [
    createEvent('payment.overpaid', 9, payment, 4),
    createEvent('payment.completed', 9, payment, 3),
    createEvent('payment.processing', 9, payment, 2),
    createEvent('payment.created', 0, payment, 1),
  ]
  expect(tell(events, [], { transactions: [transfer] as Payment['transactions'] }).map(([what]) => what)).toEqual([
    ...['payment.created', 'seen', 'payment.processing', 'final', 'payment.completed', 'payment.overpaid'],
  ])
})

test('without its first event the story is told from the payment', () => {
  expect(tell([])).toEqual([
    ['payment.created', { by: 'program' }],
    ['payment.completed', { by: 'chain' }],
  ])
  const expired = tell([], [], { status: 'expired', completedAt: null })
  expect(expired.map(([what]) => what)).toEqual(['payment.created', 'payment.expired'])
})

test('refunds and assigned money name who did it', () => {
  const refund = { object: 'refund', cryptoAmount: '1.000000', network: 'polygon', cryptocurrency: 'USDC' }
  const transfer = { object: 'transfer', amount: '3.000000', network: 'polygon', cryptocurrency: 'USDC' }
  const events = [
    createEvent('payment.created', 0),
    createEvent('transfer.assigned', 2, { ...transfer, assignedBy: 'merchant' }),
    createEvent('transfer.assigned', 5, { ...transfer, assignedBy: 'sender' }),
    createEvent('refund.created', 10, refund),
    createEvent('refund.completed', 20, refund),
  ]
  expect(tell(events, [createEntry('createRefund', 10), createEntry('assignTransfer', 2, 'key_1')]).slice(1)).toEqual([
    ['transfer.assigned', { actor: 'key_1' }],
    ['transfer.assigned', { by: 'payer' }],
    ['refund.created', { actor: 'usr_1' }],
    ['refund.completed', { by: 'chain' }],
  ])
})

test('a payment that another one replaced says so', () => {
  const replaced = { ...payment, supersededBy: 'pay_2' }
  const events = [createEvent('payment.created', 0), createEvent('payment.cancelled', 5, replaced)]
  expect(tell(events)[1]).toEqual(['replaced', { by: 'program' }])
})
