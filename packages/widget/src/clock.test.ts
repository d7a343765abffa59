import { expect, test } from 'vitest'
import { createServerClock } from './poll-schedule.ts'

const SERVER = Date.parse('2026-11-21T10:00:00.000Z')
const HOUR_MS = 3_600_000

function device(wallMs: number) {
  let wall = wallMs
  let monotonic = 5000
  const clock = createServerClock(
    () => wall,
    () => monotonic,
  )
  return {
    clock,
    pass(ms: number) {
      wall += ms
      monotonic += ms
    },
    setWall(ms: number) {
      wall += ms
    },
  }
}

test.each([0, HOUR_MS, -HOUR_MS])('a device whose clock is off by %i ms knows the server time', (offMs) => {
  const { clock, pass } = device(SERVER + offMs)
  clock.sync('2026-11-21T10:00:00.000Z', 0)
  pass(60_000)
  expect(clock.nowMs()).toBe(SERVER + 60_000)
  expect(clock.jumped()).toBe(false)
})

test('half of the time that the answer took has passed since the server wrote it', () => {
  const { clock } = device(SERVER)
  clock.sync('2026-11-21T10:00:00.000Z', 400)
  expect(clock.nowMs()).toBe(SERVER + 200)
})

test('setting the clock of the device moves nothing, but is noticed until the next answer', () => {
  const { clock, setWall } = device(SERVER)
  clock.sync('2026-11-21T10:00:00.000Z', 0)
  setWall(HOUR_MS)
  expect(clock.nowMs()).toBe(SERVER)
  expect(clock.jumped()).toBe(true)
  clock.sync('2026-11-21T10:00:01.000Z', 0)
  expect(clock.jumped()).toBe(false)
})
