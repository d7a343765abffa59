import { expect, test } from 'vitest'
import { z } from 'zod'
import { coinAmount, count, flag, kind, momentOrNull, text } from './shapes/fields.ts'
import { createView } from './view.ts'

const toView = createView(
  z.strictObject({
    id: text('Its id'),
    object: kind('parcel'),
    amount: coinAmount('Its price'),
    rawAmount: text("Its price in the token's own units"),
    paymentCount: count('Its payments'),
    isLarge: flag('True if it is large'),
    labels: z.array(z.string()),
    sentAt: momentOrNull('The time when it was sent'),
  }),
)

const row = {
  seq: 7,
  id: 'par_1',
  raw_amount: 12_500_000_000_000n,
  amount: 12_500_000n,
  sent_at: 1_000,
  is_large: 1 as 0 | 1,
  labels: '["red"]',
  payment_count: 2,
}

test('a view reads each column as its shape says, in the order of the shape', () => {
  const view = toView(row, { rawAmount: String(row.raw_amount) })
  expect(JSON.stringify(view)).toBe(
    '{"id":"par_1","object":"parcel","amount":"12.500000","rawAmount":"12500000000000","paymentCount":2,"isLarge":true,' +
      '"labels":["red"],"sentAt":"1970-01-01T00:00:01.000Z"}',
  )
})

test('a value that is given comes before the column', () => {
  const view = toView({ ...row, is_large: 0 as const, sent_at: null }, { rawAmount: '1', labels: [] })
  expect(view).toMatchObject({ labels: [], rawAmount: '1', isLarge: false, sentAt: null })
})

test('a field whose column has another form must be given', () => {
  // @ts-expect-error the shape does not say that the integer is an amount of coins
  expect(typeof toView(row, {}).rawAmount).toBe('bigint')
  const { amount, ...rest } = row
  const given = { rawAmount: '1' }
  // @ts-expect-error there is no such column
  expect(() => toView(rest, given)).toThrow()
  // @ts-expect-error a text is no amount
  expect(() => toView({ ...row, amount: '1' }, given)).not.toThrow()
  // @ts-expect-error an amount is no time
  expect(() => toView({ ...row, sent_at: amount }, given)).toThrow()
})
