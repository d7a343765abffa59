import { expect, test } from 'vitest'
import { computePauseMs, hasFailedTooLong } from './delivery-schedule.ts'

const least = () => 0
const most = (below: number) => below - 1
const pauses = (random: (below: number) => number) =>
  Array.from({ length: 10 }, (_, index) => computePauseMs(index + 1, null, random))

test('the pauses are those that receivers are told, and the tenth failure is the last', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440]
  expect(pauses(least)).toEqual([...minutes.map((each) => each * 60_000), null])
})

test('jitter makes a pause longer by a tenth at most, and never shorter', () => {
  for (const [index, pause] of pauses(most).entries()) {
    const base = pauses(least)[index]
    expect(pause).toBe(base ? base + base / 10 : null)
  }
})

test('Retry-After is honoured between the usual pause and twice that', () => {
  expect(computePauseMs(2, 1, least)).toBe(300_000)
  expect(computePauseMs(2, 400, least)).toBe(400_000)
  expect(computePauseMs(2, 999_999_999, least)).toBe(600_000)
  expect(computePauseMs(10, 60, least)).toBe(null)
})

test('five days of failures are too long', () => {
  expect(hasFailedTooLong(1_000, 1_000 + 5 * 86_400_000 - 1)).toBe(false)
  expect(hasFailedTooLong(1_000, 1_000 + 5 * 86_400_000)).toBe(true)
})
