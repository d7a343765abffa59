import type { Payment, PaymentQuery } from '@crypto-checkout/api-types'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openShop } from '../testing/shop.ts'

const MINUTE_MS = 60_000
const DAYS = 4
const EACH_MINUTES = 97

const time = fc.integer({ min: -60, max: DAYS * 24 * 60 + 60 })
const asked = fc.record({
  from: fc.option(time, { nil: undefined }),
  to: fc.option(time, { nil: undefined }),
  /** Whole hours and days are the edges of tallies. */
  unit: fc.constantFrom(1, 60, 24 * 60),
  status: fc.constantFrom('created' as const, 'cancelled' as const, undefined),
})

test('payments of any span of time are counted as they are listed, to the edges of hours and days', async () => {
  const shop = await openShop({ plans: { starter: { openPayments: 1_000, requestsPerMinute: 1_000_000 } } })
  const { payments } = shop.checkout.sandbox
  const start = Math.floor(shop.clock.now() / (24 * 60 * MINUTE_MS)) * 24 * 60 * MINUTE_MS
  const all: Payment[] = []
  for (let minute = 0; minute < DAYS * 24 * 60; minute += EACH_MINUTES) {
    const payment = await shop.create({ expiresIn: 2_000_000 })
    all.push(all.length % 3 === 0 ? await payments.cancel(payment.id) : payment)
    shop.clock.advance(EACH_MINUTES * MINUTE_MS)
  }
  const toTime = (minutes: number | undefined, unit: number) =>
    minutes === undefined ? undefined : new Date(start + Math.round(minutes / unit) * unit * MINUTE_MS).toISOString()
  await fc.assert(
    fc.asyncProperty(asked, async ({ from, to, unit, status }) => {
      const query: PaymentQuery = { status, created_gte: toTime(from, unit), created_lt: toTime(to, unit) }
      const wanted = all.filter(
        ({ createdAt, ...payment }) =>
          (!status || payment.status === status) &&
          createdAt >= (query.created_gte ?? '') &&
          createdAt < (query.created_lt ?? '9'),
      )
      const { data, totalCount } = await payments.list({ ...query, limit: 100 })
      expect([totalCount, data.length]).toEqual([wanted.length, wanted.length])
    }),
    { numRuns: 100, seed: 24 },
  )
})
