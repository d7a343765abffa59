import type { PaymentException, PaymentStatus } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derive, deriveEvents, type PaymentMarks, type PaymentTerms } from './payment.ts'
import type { CountedTransfer } from './sums.ts'

const statuses: PaymentStatus[] = ['created', 'partially_paid', 'processing', 'completed', 'expired', 'cancelled']
const exceptions: PaymentException[] = ['underpaid', 'overpaid', 'late', 'multiple', 'manual']
const visible = fc.record({
  status: fc.constantFrom(...statuses),
  exceptions: fc.subarray(exceptions),
  received: fc.bigInt({ min: 0n, max: 3n }),
})
const plain = (status: PaymentStatus, received = 0n) => ({ status, exceptions: [], received })

test('nothing that changed is nothing that happened', () => {
  fc.assert(
    fc.property(visible, fc.boolean(), (state, lost) => {
      expect(deriveEvents(state, state, lost)).toEqual([])
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
  for (const [from, to] of steps) expect(deriveEvents(plain(from), plain(to), false)).toEqual([`payment.${to}`])
})

test('the deadline and the merchant take nothing back', () => {
  expect(deriveEvents(plain('created'), plain('expired'), false)).toEqual(['payment.expired'])
  expect(deriveEvents(plain('partially_paid'), plain('expired'), false)).toEqual(['payment.expired'])
  expect(deriveEvents(plain('created'), plain('cancelled'), false)).toEqual(['payment.cancelled'])
})

test('a reorganisation that takes money away is told as such, and where it leads when that is the end', () => {
  expect(deriveEvents(plain('processing'), plain('created'), true)).toEqual(['payment.reverted'])
  expect(deriveEvents(plain('processing'), plain('partially_paid'), true)).toEqual(['payment.reverted'])
  expect(deriveEvents(plain('partially_paid'), plain('created'), true)).toEqual(['payment.reverted'])
  expect(deriveEvents(plain('processing'), plain('expired'), true)).toEqual(['payment.reverted', 'payment.expired'])
})

test('a transfer that is lost while another completes the payment reverts nothing', () => {
  expect(deriveEvents(plain('processing'), plain('completed'), true)).toEqual(['payment.completed'])
})

test('money that is lost is told of though the status stays', () => {
  for (const status of statuses) {
    expect(deriveEvents(plain(status, 2n), plain(status, 1n), true)).toEqual(['payment.reverted'])
    expect(deriveEvents(plain(status, 1n), plain(status, 2n), true)).toEqual([])
  }
})

test('late and overpaid are told once, when they begin', () => {
  fc.assert(
    fc.property(visible, visible, fc.boolean(), (before, after, lost) => {
      const events = deriveEvents(before, after, lost)
      for (const exception of ['late', 'overpaid'] as const) {
        const began = after.exceptions.includes(exception) && !before.exceptions.includes(exception)
        expect(events.includes(`payment.${exception}`)).toBe(began)
      }
      expect(new Set(events).size).toBe(events.length)
      expect(events.includes('payment.reverted') && !lost).toBe(false)
    }),
  )
})

const EXPIRES_AT = 1_000
const transfer = fc.record({
  amount: fc.constantFrom(40n, 60n, 100n, 101n),
  blockTime: fc.constantFrom(EXPIRES_AT, EXPIRES_AT + 1),
  state: fc.constantFrom('seen' as const, 'final' as const, 'orphaned' as const),
})
const life = fc.record({
  latePayments: fc.constantFrom('review' as const, 'accept' as const),
  transfers: fc.array(transfer, { maxLength: 4 }),
  marks: fc.record({ cancelled: fc.boolean(), accepted: fc.boolean(), pastDeadline: fc.boolean() }),
})

type Life = { readonly transfers: readonly CountedTransfer[]; readonly marks: PaymentMarks }

/** Everything that can happen to a payment in one step. */
const steps = [
  (life: Life, one: CountedTransfer): Life => ({ ...life, transfers: [...life.transfers, one] }),
  (life: Life): Life => ({ ...life, transfers: moved(life.transfers, 'seen', 'final') }),
  (life: Life): Life => ({ ...life, transfers: moved(life.transfers, 'seen', 'orphaned') }),
  (life: Life): Life => ({ ...life, transfers: moved(life.transfers, 'orphaned', 'seen') }),
  (life: Life): Life => ({ ...life, marks: { ...life.marks, pastDeadline: true } }),
  (life: Life): Life => ({ ...life, marks: { ...life.marks, accepted: true } }),
]

function moved(transfers: readonly CountedTransfer[], from: CountedTransfer['state'], to: CountedTransfer['state']) {
  return transfers.map((one) => (one.state === from ? { ...one, state: to } : one))
}

test('whatever happens, there are events exactly when the status changed, late or overpaid began, or money was lost', () => {
  fc.assert(
    fc.property(life, fc.constantFrom(...steps), transfer, ({ latePayments, ...start }, step, one) => {
      const terms: PaymentTerms = {
        due: 100n,
        tolerance: 0n,
        tailAllowance: 0n,
        expiresAt: EXPIRES_AT,
        latePayments,
        minTransfer: 0n,
        takesParts: false,
      }
      const end = step(start, one)
      const before = derive(terms, start.transfers, start.marks)
      const after = derive(terms, end.transfers, end.marks)
      const lost = step === steps[2] && start.transfers.some((known) => known.state === 'seen')
      const events = deriveEvents(before, after, lost)

      const changed = before.status !== after.status
      const gained = (from: typeof before, to: typeof before) =>
        (['late', 'overpaid'] as const).filter(
          (exception) => to.exceptions.includes(exception) && !from.exceptions.includes(exception),
        )
      const began = gained(before, after)
      const takenBack = lost && !changed
      expect(events.length > 0).toBe(changed || began.length > 0 || takenBack)
      expect(events.slice(events.length - began.length)).toEqual(began.map((exception) => `payment.${exception}`))
      const onTheChain = ['partially_paid', 'processing', 'completed']
      expect(events.includes('payment.reverted')).toBe(
        takenBack || (changed && lost && onTheChain.includes(before.status)),
      )
    }),
    { numRuns: 5_000 },
  )
})
