import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderSteps, type Step } from './order-steps.ts'

const who = { by: 'chain' } as const
const at = (ms: number) => new Date(Date.UTC(2026, 10, 20) + ms).toISOString()
const step = (what: Step['what'], ms: number, detail: Step['detail'] = null): Step => ({
  at: at(ms),
  what,
  detail,
  who,
})
const transfer = () => ({ amount: '5.000000', cryptocurrency: 'USDC', network: 'polygon' })

test('what is written in the same millisecond is told with the cause first', () => {
  const money = transfer()
  const steps = [
    step('payment.completed', 5),
    step('final', 5, money),
    step('payment.processing', 5),
    step('seen', 5, money),
    step('payment.created', 5),
  ]
  const told = orderSteps(steps).map(({ what }) => what)
  expect(told).toEqual(['payment.created', 'seen', 'payment.processing', 'final', 'payment.completed'])
})

test('money that is written a moment after what it did is told before it', () => {
  const money = transfer()
  const steps = [step('payment.created', 0), step('payment.processing', 9_000), step('seen', 9_040, money)]
  expect(orderSteps(steps).map(({ what }) => what)).toEqual(['payment.created', 'seen', 'payment.processing'])
})

test('other money, which came later, stays where it was', () => {
  const steps = [step('payment.partially_paid', 9_000), step('seen', 30_000, transfer())]
  expect(orderSteps(steps)).toEqual(steps)
})

const times = fc.integer({ min: 0, max: 6_000 })
const others = fc.record({
  what: fc.constantFrom<Step['what']>(
    ...(['payment.created', 'payment.processing', 'payment.partially_paid', 'payment.completed'] as const),
    ...(['payment.expired', 'payment.late', 'payment.overpaid', 'refund.created', 'transfer.assigned'] as const),
  ),
  ms: times,
})
const transfers = fc.record({ seen: times, later: fc.option(times) })
const stories = fc.record({
  others: fc.array(others, { maxLength: 6 }),
  transfers: fc.array(transfers, { maxLength: 4 }),
})

const money: readonly Step['what'][] = ['seen', 'final']
const changes: readonly Step['what'][] = ['payment.partially_paid', 'payment.processing', 'payment.completed']

test('whatever happened, nothing is lost, time goes on, and no money does anything before it is there', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const steps = [
        ...story.others.map(({ what, ms }) => step(what, ms)),
        ...story.transfers.flatMap(({ seen, later }) => {
          const detail = transfer()
          return [step('seen', seen, detail), ...(later === null ? [] : [step('final', seen + later, detail)])]
        }),
      ]
      const told = orderSteps(steps)
      expect(new Set(told)).toEqual(new Set(steps))
      expect(told).toHaveLength(steps.length)
      const events = told.filter(({ what }) => !money.includes(what)).map((one) => one.at)
      expect(events).toEqual(events.toSorted())
      for (const [index, { what, detail }] of told.entries()) {
        const before = told.slice(0, index)
        if (what === 'final') expect(before.some((one) => one.what === 'seen' && one.detail === detail)).toBe(true)
        if (!changes.includes(what) || before.some((one) => one.what === 'seen')) continue
        const next = told.slice(index).find((one) => one.what === 'seen')
        const isSameChange = next && Date.parse(next.at) - Date.parse(told[index]?.at ?? '') <= 2_000
        expect(isSameChange ?? false).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a step is told at most two seconds from its time', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const told = orderSteps([
        ...story.others.map(({ what, ms }) => step(what, ms)),
        ...story.transfers.map(({ seen }) => step('seen', seen, transfer())),
      ])
      for (const [index, one] of told.entries()) {
        for (const later of told.slice(index + 1))
          expect(Date.parse(one.at) - Date.parse(later.at)).toBeLessThanOrEqual(2_000)
      }
    }),
    { numRuns: 1_000 },
  )
})
