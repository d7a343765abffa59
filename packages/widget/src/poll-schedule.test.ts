import { expect, test } from 'vitest'
import { computeNextPace, computePollDelayMs, computeRetryDelayMs } from './poll-schedule.ts'

const expiresAt = '2026-11-21T10:00:00.000Z'
const deadline = Date.parse(expiresAt)

test.each([
  ['created', deadline - 1, 2000],
  ['created', deadline + 1, 2000],
  ['partially_paid', deadline - 1, 2000],
  ['processing', deadline - 1, 2000],
  ['expired', deadline + 1, 30_000],
  ['expired', deadline + 3_600_000, null],
  ['cancelled', deadline - 1, 30_000],
  ['completed', deadline - 1, null],
] as const)('%s at %i is asked for again after %s ms', (status, now, delay) => {
  expect(computePollDelayMs({ status, expiresAt }, now, false)).toBe(delay)
})

test('a tab that nobody looks at asks less often', () => {
  expect(computePollDelayMs({ status: 'created', expiresAt }, deadline, true)).toBe(10_000)
  expect(computePollDelayMs({ status: 'processing', expiresAt }, deadline, true)).toBe(10_000)
})

test('retries come ever later, with jitter, and at least every 30 seconds', () => {
  const least = [1, 2, 3, 4, 5, 6, 50].map((streak) => computeRetryDelayMs(streak, null, () => 0))
  expect(least).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
  expect(computeRetryDelayMs(50, null, () => 1)).toBe(30_000)
})

test('what the server asks to wait is waited, within reason', () => {
  expect(computeRetryDelayMs(1, 7000, () => 0)).toBe(7000)
  expect(computeRetryDelayMs(1, 86_400_000, () => 0)).toBe(300_000)
})

test('a refusal doubles the pace up to eight times, and good answers take it back', () => {
  let pace = 1
  for (const expected of [2, 4, 8, 8]) {
    pace = computeNextPace(pace, true)
    expect(pace).toBe(expected)
  }
  for (let answers = 0; answers < 139; answers += 1) pace = computeNextPace(pace, false)
  expect(pace).toBeGreaterThan(1)
  for (let answers = 0; answers < 2; answers += 1) pace = computeNextPace(pace, false)
  expect(pace).toBe(1)
})
