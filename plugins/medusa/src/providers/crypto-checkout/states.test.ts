import { type PaymentStatus, paymentExceptions, paymentStatuses } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { mapPayment, type OrderWhen } from './states.ts'

const plain = (status: PaymentStatus) => ({ status, exceptions: [], supersededBy: null })
const show = (status: PaymentStatus, when: OrderWhen) => {
  const { status: session, action } = mapPayment(plain(status), when)
  return `${session}, ${action}`
}

test('every status of a payment has its state in Medusa, and its action', () => {
  expect(Object.fromEntries(paymentStatuses.map((status) => [status, show(status, 'placed')]))).toEqual({
    created: 'pending_authorization, pending',
    partially_paid: 'requires_more, requires_more',
    processing: 'pending_authorization, pending',
    completed: 'captured, captured',
    expired: 'canceled, canceled',
    cancelled: 'canceled, canceled',
  })
})

test('if orders wait until money is seen, only a payment without money is another state', () => {
  for (const status of paymentStatuses) {
    expect(show(status, 'seen')).toBe(status === 'created' ? 'requires_more, pending' : show(status, 'placed'))
  }
})

test('overpaid, accepted by hand or in several transfers, a completed payment is captured', () => {
  for (const exception of paymentExceptions) {
    const mapped = mapPayment({ ...plain('completed'), exceptions: [exception] }, 'placed')
    expect(mapped).toEqual({ status: 'captured', action: 'captured' })
  }
})

test('late money and a replaced payment ask for nothing, also if the money is accepted', () => {
  for (const status of ['expired', 'cancelled'] as const) {
    const late = mapPayment({ ...plain(status), exceptions: ['late'] }, 'placed')
    expect(late).toEqual({ status: 'canceled', action: 'not_supported' })
  }
  for (const status of ['cancelled', 'completed'] as const) {
    const replaced = mapPayment({ ...plain(status), supersededBy: 'pay_2' }, 'placed')
    expect(replaced).toEqual({ status: 'canceled', action: 'not_supported' })
  }
})

test('no payment asks for "authorized", with which Medusa completes the wrong cart if the session is gone', () => {
  for (const status of paymentStatuses) {
    for (const when of ['placed', 'seen'] as const)
      expect(mapPayment(plain(status), when).action).not.toBe('authorized')
  }
})
