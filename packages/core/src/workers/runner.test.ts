import { afterEach, expect, test, vi } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { FakeClock, TEST_CHAIN_ID, TEST_TOKEN } from '../testing/index.ts'
import { openShop } from '../testing/shop.ts'
import { createJobLog, startJobs } from './runner.ts'

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

test('a job whose nodes are busy does not pause for longer and longer: they rest by themselves', async () => {
  vi.useFakeTimers()
  const runsWith = async (kind: 'busy' | 'unreachable') => {
    const job = hourly(() => {
      throw new NodeError(kind, 'all nodes ask to wait')
    })
    const jobs = startJobs([{ ...job, everyMs: 2_000, run: job.run.bind(job) }], fails)
    await vi.advanceTimersByTimeAsync(59_000)
    await jobs.stop()
    return job.runs
  }
  expect(await runsWith('busy')).toBe(30)
  expect(await runsWith('unreachable')).toBe(5)
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

const MINUTE_MS = 60_000

/** A job whose passes end as the test says. */
function openReport() {
  const clock = new FakeClock()
  const lines: string[] = []
  const { failed, succeeded } = createJobLog(clock.elapsed, (line) => lines.push(line))
  const job = (name: string) => ({
    name,
    everyMs: 1,
    run: async () => ({ more: false }),
    describeError: (error: unknown) => (error instanceof Error ? error.message : ''),
  })
  return {
    clock,
    /** The lines since the last call. */
    said: () => lines.splice(0),
    fail: (text: string, name = 'watch') => failed(job(name), new Error(text)),
    succeed: (name = 'watch') => succeeded?.(job(name)),
  }
}

test('a trouble that lasts is said once, and its end too', () => {
  const { clock, said, fail, succeed } = openReport()
  succeed()
  expect(said()).toEqual([])
  for (let tries = 0; tries < 5; tries++) {
    fail('no answer')
    clock.advance(MINUTE_MS)
  }
  expect(said()).toEqual(['watch: no answer'])
  succeed()
  succeed()
  expect(said()).toEqual(['watch: recovered'])
})

test('a second outage is said like the first, though not within the same minute', () => {
  const { clock, said, fail, succeed } = openReport()
  fail('no answer')
  succeed()
  expect(said()).toEqual(['watch: no answer', 'watch: recovered'])
  clock.advance(MINUTE_MS - 1)
  fail('no answer')
  succeed()
  expect(said()).toEqual([])
  fail('no answer')
  clock.advance(1)
  fail('no answer')
  succeed()
  expect(said()).toEqual(['watch: no answer', 'watch: recovered'])
})

test('a trouble whose words change is said once a minute, each job’s by itself', () => {
  const { clock, said, fail } = openReport()
  for (let second = 0; second < 150; second++) {
    fail(`waiting for block ${second}`)
    clock.advance(1_000)
  }
  expect(said()).toEqual([0, 60, 120].map((block) => `watch: waiting for block ${block}`))
  fail('no answer', 'reread')
  expect(said()).toEqual(['reread: no answer'])
})

/** The log of a running checkout about its watching. */
async function openWatched() {
  const network = {
    rpcUrls: ['http://127.0.0.1:1'],
    chainId: TEST_CHAIN_ID,
    pollMs: 50,
    coins: { USDC: { address: TEST_TOKEN, decimals: 6 } },
  }
  const shop = await openShop({ production: { networks: {} }, sandbox: { networks: { ethereum: network } } })
  const logged = () => shop.lines.filter((line) => line.startsWith('watch '))
  return Object.assign(shop, {
    logged,
    saysNext: (text: RegExp, index: number) =>
      vi.waitFor(() => expect(logged()[index]).toMatch(text), { timeout: 10_000 }),
  })
}

test('a checkout says of each outage of its node when it begins and when it is over', async () => {
  const shop = await openWatched()
  await shop.checkout.start()
  for (const outage of [0, 1]) {
    shop.node.distortion = () => {
      throw new NodeError('unreachable', 'connection refused')
    }
    await shop.saysNext(/^watch sandbox ethereum: connection refused$/, 2 * outage)
    shop.node.distortion = null
    await shop.saysNext(/^watch sandbox ethereum: recovered$/, 2 * outage + 1)
    shop.clock.advance(MINUTE_MS)
  }
  expect(shop.logged()).toHaveLength(4)
  await shop.checkout.stop()
})

test('a network that is halted is not said to be well before it is', async () => {
  const shop = await openWatched()
  for (let block = 0; block < 6; block++) shop.mine()
  await shop.checkout.start()
  await vi.waitFor(async () => expect(await shop.checkout.networks()).toMatchObject([{ final: 4 }]), {
    timeout: 10_000,
  })
  let reads = 0
  shop.node.distortion = (method, [tag], answer) => {
    const block = answer() as { number: string; hash: string } | null
    if (method !== 'eth_getBlockByNumber' || block === null) return block
    if (tag === 'latest') reads += 1
    return { ...block, hash: `0xbad${block.hash.slice(5)}`, parentHash: `0xbad${block.hash.slice(5)}` }
  }
  shop.mine()
  await shop.saysNext(/halted/, 0)
  const before = reads
  await vi.waitFor(() => expect(reads).toBeGreaterThan(before + 1), { timeout: 10_000 })
  expect(shop.logged()).toHaveLength(1)
  shop.node.distortion = null
  await shop.saysNext(/recovered/, 1)
  await shop.checkout.stop()
})
