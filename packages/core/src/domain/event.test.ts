import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PaymentException, PaymentStatus } from '../wire.ts'
import { eventsOfChange } from './event.ts'

const statuses: PaymentStatus[] = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled']
const exceptions: PaymentException[] = ['underpaid', 'overpaid', 'late', 'multiple', 'manual']
const visible = fc.record({ status: fc.constantFrom(...statuses), exceptions: fc.subarray(exceptions) })
const plain = (status: PaymentStatus) => ({ status, exceptions: [] })

test('nothing that changed is nothing that happened', () => {
  fc.assert(
    fc.property(visible, fc.boolean(), (state, lost) => {
      expect(eventsOfChange(state, state, lost)).toEqual([])
    }),
  )
})

test('money that arrives tells the status it brings', () => {
  const steps = [
    ['created', 'partially_paid'],
    ['created', 'processing'],
    ['created', 'completed'],
    ['partially_paid', 'processing'],
    ['processing', 'completed'],
    ['expired', 'processing'],
    ['cancelled', 'completed'],
  ] as const
  for (const [from, to] of steps) expect(eventsOfChange(plain(from), plain(to), false)).toEqual([`payment.${to}`])
})

test('the deadline and the merchant take nothing back', () => {
  expect(eventsOfChange(plain('created'), plain('expired'), false)).toEqual(['payment.expired'])
  expect(eventsOfChange(plain('partially_paid'), plain('expired'), false)).toEqual(['payment.expired'])
  expect(eventsOfChange(plain('created'), plain('cancelled'), false)).toEqual(['payment.cancelled'])
})

test('a reorganisation that takes money away is told as such, and where it leads when that is the end', () => {
  expect(eventsOfChange(plain('processing'), plain('created'), true)).toEqual(['payment.reverted'])
  expect(eventsOfChange(plain('processing'), plain('partially_paid'), true)).toEqual(['payment.reverted'])
  expect(eventsOfChange(plain('partially_paid'), plain('created'), true)).toEqual(['payment.reverted'])
  expect(eventsOfChange(plain('processing'), plain('expired'), true)).toEqual(['payment.reverted', 'payment.expired'])
})

test('a transfer that is lost while another completes the payment reverts nothing', () => {
  expect(eventsOfChange(plain('processing'), plain('completed'), true)).toEqual(['payment.completed'])
})

test('late and overpaid are told once, when they begin', () => {
  fc.assert(
    fc.property(visible, visible, fc.boolean(), (before, after, lost) => {
      const events = eventsOfChange(before, after, lost)
      for (const exception of ['late', 'overpaid'] as const) {
        const began = after.exceptions.includes(exception) && !before.exceptions.includes(exception)
        expect(events.includes(`payment.${exception}`)).toBe(began)
      }
      expect(new Set(events).size).toBe(events.length)
      expect(events.includes('payment.reverted') && !lost).toBe(false)
    }),
  )
})
