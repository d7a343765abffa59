import { afterEach, expect, test, vi } from 'vitest'
import { startJobs } from './runner.ts'

afterEach(() => {
  vi.useRealTimers()
})

const HOUR_MS = 3_600_000
const fails = { failed: () => {} }

/** A job that runs every hour, and how often it has run. */
function hourly(run: () => void = () => {}) {
  const job = {
    name: 'hourly',
    everyMs: HOUR_MS,
    runs: 0,
    async run() {
      job.runs += 1
      run()
      return { more: false }
    },
  }
  return job
}

test('a job that is woken runs without waiting for its time, and then rests as ever', async () => {
  vi.useFakeTimers()
  const job = hourly()
  const jobs = startJobs([job], fails)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(job.runs).toBe(1)
  jobs.wake(job)
  await vi.advanceTimersByTimeAsync(0)
  expect(job.runs).toBe(2)
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
  expect(job.runs).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(job.runs).toBe(3)
  await jobs.stop()
})

test('a job keeps its time however long its passes take, and rests for half of it', async () => {
  vi.useFakeTimers()
  const startTimes: number[] = []
  const take = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const job = {
    name: 'hourly',
    everyMs: HOUR_MS,
    async run() {
      startTimes.push(performance.now() / HOUR_MS)
      await take(startTimes.length === 1 ? HOUR_MS / 4 : 2 * HOUR_MS)
      return { more: false }
    },
  }
  const jobs = startJobs([job], fails)
  await vi.advanceTimersByTimeAsync(4 * HOUR_MS)
  const [first = 0, ...later] = startTimes
  expect(later.map((time) => time - first)).toEqual([1, 3.5])
  const ended = jobs.stop()
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  await ended
})

test('however often a job is woken, it runs once a second', async () => {
  vi.useFakeTimers()
  const job = hourly()
  const jobs = startJobs([job], fails)
  for (let tenth = 0; tenth < 100; tenth++) {
    jobs.wake(job)
    jobs.wake(job)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(job.runs).toBe(11)
  await jobs.stop()
  jobs.wake(job)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(job.runs).toBe(11)
})

test('a job that fails keeps its pauses, whoever wakes it', async () => {
  vi.useFakeTimers()
  const job = hourly(() => {
    throw new Error('no answer')
  })
  const jobs = startJobs([job], fails)
  for (let second = 0; second < 29; second++) {
    jobs.wake(job)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(job.runs).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(job.runs).toBe(2)
  await jobs.stop()
})
