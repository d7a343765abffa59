import type { Event } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { isWanted, toPaymentFilter } from './filter.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const filterBy = (query: string) => toPaymentFilter(new URLSearchParams(query), 'UTC', now)

function createEvent(type: string, more: object = {}): Event {
  const object = {
    ...{ object: 'payment', id: 'pay_1', status: 'created', network: 'polygon', cryptocurrency: 'USDC' },
    ...{ exceptions: [], createdAt: '2026-11-20T11:00:00.000Z', paymentLink: null, settlement: null, ...more },
  }
  return { id: 'evt_1', object: 'event', type, data: { object } } as unknown as Event
}

test('the address becomes parameters of the API, without those that are empty', () => {
  expect(filterBy('q=+R-17+&status=completed&network=&from=x&unknown=1')).toEqual({ q: 'R-17', status: 'completed' })
  expect(Object.keys(filterBy('range=today'))).toContain('created_gte')
})

test.each([
  ['', 'payment.created', {}, true],
  ['', 'payment.completed', { status: 'completed' }, false],
  ['status=completed', 'payment.completed', { status: 'completed' }, true],
  ['status=completed', 'payment.created', {}, false],
  ['network=stellar', 'payment.created', {}, false],
  ['network=polygon&cryptocurrency=USDC', 'payment.created', {}, true],
  ['exception=overpaid', 'payment.overpaid', { exceptions: ['overpaid'] }, true],
  ['exception=late', 'payment.overpaid', { exceptions: ['overpaid'] }, false],
  ['to=2026-11-01', 'payment.created', {}, false],
  ['from=2026-11-01', 'payment.created', {}, true],
  ['q=R-17', 'payment.created', {}, false],
  ['paymentLink=pl_1', 'payment.created', { paymentLink: 'pl_1' }, true],
  ['paymentLink=pl_2', 'payment.created', { paymentLink: 'pl_1' }, false],
])('with the filter %j an event %s of %j is wanted: %s', (query, type, more, wanted) => {
  expect(isWanted(createEvent(type, more), filterBy(query))).toBe(wanted)
})

test('events about other objects are none', () => {
  expect(isWanted(createEvent('refund.created', { object: 'refund' }), {})).toBe(false)
})
