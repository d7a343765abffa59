import { expect, test } from 'vitest'
import { findOutcome } from './open-case.ts'

const sums = (status: 'completed' | 'expired', amountReceived: string, amountRefunded = '0.000000') => ({
  ...{ status, amountReceived, amountRefunded, cryptoAmount: '10.000000' },
})

test.each([
  ['late', sums('expired', '10.000000'), 'open'],
  ['late', sums('completed', '10.000000'), 'accepted'],
  ['late', sums('expired', '10.000000', '4.000000'), 'open'],
  ['late', sums('expired', '10.000000', '10.000000'), 'refunded'],
  ['underpaid', sums('completed', '9.000000'), 'accepted'],
  ['underpaid', sums('expired', '9.000000'), 'open'],
  ['overpaid', sums('completed', '12.000000'), 'open'],
  ['overpaid', sums('completed', '12.000000', '2.000000'), 'refunded'],
  ['manual', sums('completed', '9.000000'), null],
] as const)('%s with %j is %s', (exception, payment, outcome) => {
  expect(findOutcome(exception, payment)).toBe(outcome)
})
