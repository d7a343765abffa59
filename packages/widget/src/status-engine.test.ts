import type { PublicPayment } from '@crypto-checkout/api-types'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createServerClock } from './poll-schedule.ts'
import { createStatusEngine, type StatusEngineOptions } from './status-engine.ts'
import { samplePayment } from './testing/sample-payment.ts'

const START = Date.parse('2026-11-21T10:00:00.000Z')

type Answer = () => Response | Promise<Response>

/** A browser tab with its own clock and a server whose answers the test sets. */
function tab(change: Partial<StatusEngineOptions> = {}) {
  let elapsed = 0
  let skew = 0
  const due = new Map<number, { at: number; callback: () => void }>()
  let ids = 0
  let answer: Answer = () => new Response('', { status: 500 })
  const requests: { atMs: number; waits: boolean; etag: string | null; signal: AbortSignal }[] = []
  const seen: PublicPayment[] = []
  const failures: { code: string; streak: number }[] = []
  const settle = async () => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
  }
  const engine = createStatusEngine({
    url: 'https://pay.example.com/pay/1/status',
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      const waits = String(url).endsWith('/status?wait=8')
      if (init?.signal) requests.push({ atMs: elapsed, waits, etag: headers.get('if-none-match'), signal: init.signal })
      return answer()
    },
    clock: createServerClock(
      () => START + elapsed + skew,
      () => elapsed,
    ),
    timers: {
      setTimeout(callback, ms) {
        ids += 1
        due.set(ids, { at: elapsed + ms, callback })
        return ids
      },
      clearTimeout: (handle) => void due.delete(handle as number),
    },
    random: () => 1,
    hidden: () => false,
    offline: () => false,
    onPayment: (payment) => void seen.push(payment),
    onFailure: ({ code }, streak) => void failures.push({ code, streak }),
    ...change,
  })
  onTestFinished(engine.stop)
  return {
    engine,
    requests,
    seen,
    failures,
    settle,
    times: () => requests.map(({ atMs }) => atMs),
    waits: () => requests.map(({ waits }) => waits),
    /** Answers after a time, or fails when the request is aborted. */
    later: (ms: number, next: Answer): Answer => {
      return () =>
        new Promise((resolve, reject) => {
          ids += 1
          due.set(ids, { at: elapsed + ms, callback: () => resolve(next()) })
          const abort = () => reject(new DOMException('', 'AbortError'))
          requests.at(-1)?.signal.addEventListener('abort', abort)
        })
    },
    say: (next: Answer) => {
      answer = next
    },
    sleep: (ms: number) => {
      skew += ms
    },
    async pass(ms: number) {
      const until = elapsed + ms
      for (;;) {
        await settle()
        const [next] = [...due].filter(([, { at }]) => at <= until).sort(([, a], [, b]) => a.at - b.at)
        if (!next) break
        due.delete(next[0])
        elapsed = Math.max(elapsed, next[1].at)
        next[1].callback()
      }
      elapsed = until
      await settle()
    },
  }
}

const payment = (change: Partial<PublicPayment> = {}, etag?: string): Answer => {
  const body = JSON.stringify(samplePayment(change, START))
  return () => new Response(body, etag ? { headers: { etag } } : {})
}

test('asks every two seconds until it is completed, and no more then', async () => {
  const { engine, say, pass, times, seen } = tab()
  say(payment())
  void engine.check()
  await pass(4500)
  expect(times()).toEqual([0, 2000, 4000])
  say(payment({ status: 'processing' }))
  await pass(3000)
  expect(times()).toEqual([0, 2000, 4000, 6000])
  say(payment({ status: 'completed' }))
  await pass(3_600_000)
  expect(times()).toEqual([0, 2000, 4000, 6000, 8000])
  expect(seen.at(-1)?.status).toBe('completed')
})

test('an unchanged payment costs a tag and is told all the same', async () => {
  const { engine, say, pass, requests, seen } = tab()
  say(payment({}, '"one"'))
  void engine.check()
  await pass(1000)
  say(() => new Response(null, { status: 304 }))
  await pass(4000)
  expect(requests.map(({ etag }) => etag)).toEqual([null, '"one"', '"one"'])
  expect(seen).toHaveLength(3)
  expect(seen[2]).toBe(seen[0])
})

test('after the device slept the whole answer is asked for, with the time in it', async () => {
  const { engine, say, pass, requests, sleep } = tab()
  say(payment({}, '"one"'))
  void engine.check()
  await pass(1000)
  sleep(600_000)
  await pass(1000)
  expect(requests.map(({ etag }) => etag)).toEqual([null, null])
})

test('failures are retried ever later, and the first good answer ends that', async () => {
  const { engine, say, pass, times, failures, seen } = tab()
  void engine.check()
  await pass(8000)
  expect(times()).toEqual([0, 1000, 3000, 7000])
  expect(failures.map(({ streak }) => streak)).toEqual([1, 2, 3, 4])
  say(payment())
  await pass(8000)
  expect(seen).toHaveLength(1)
  say(() => new Response('', { status: 500 }))
  await pass(2000)
  expect(failures[4]).toEqual({ code: 'server_error', streak: 1 })
})

test('Retry-After is honoured', async () => {
  const { engine, say, pass, times } = tab()
  say(() => new Response('', { status: 429, headers: { 'retry-after': '20' } }))
  void engine.check()
  await pass(25_000)
  expect(times()).toEqual([0, 20_000])
})

test('coming back asks no sooner than the server wants to be asked', async () => {
  const { engine, say, pass, times } = tab()
  say(() => new Response('', { status: 429, headers: { 'retry-after': '20' } }))
  void engine.check()
  await pass(5_000)
  say(payment())
  engine.wake()
  await pass(14_000)
  expect(times()).toEqual([0])
  await pass(2_000)
  expect(times()).toEqual([0, 20_000])
})

test('a payment that does not exist is not asked for again, until somebody wants to', async () => {
  const { engine, say, pass, times, failures, seen } = tab()
  say(() => new Response('', { status: 404 }))
  void engine.check()
  await pass(600_000)
  expect(times()).toEqual([0])
  expect(failures).toEqual([{ code: 'not_found', streak: 1 }])
  say(payment())
  await engine.check()
  expect(seen).toHaveLength(1)
})

test('coming back asks at once, but not after the payment is completed', async () => {
  const { engine, say, pass, times } = tab({ hidden: () => true })
  say(payment())
  void engine.check()
  await pass(3000)
  engine.wake()
  await pass(0)
  expect(times()).toEqual([0, 3000])
  say(payment({ status: 'completed' }))
  await engine.check()
  engine.wake()
  await pass(60_000)
  expect(times()).toEqual([0, 3000, 3000])
})

test('a tab that is hidden for five minutes asks no more until it is looked at', async () => {
  let hidden = true
  const { engine, say, pass, requests, times } = tab({ hidden: () => hidden })
  say(payment())
  void engine.check()
  await pass(330_000)
  const requestTimes = times()
  expect(requestTimes.at(-1)).toBe(300_000)
  await pass(86_400_000)
  // The network comes back and the deadline passes: the tab is still hidden.
  engine.wake()
  await pass(60_000)
  expect(times()).toEqual(requestTimes)
  hidden = false
  engine.wake()
  await pass(4000)
  expect(requests.length - requestTimes.length).toBe(3)
})

test('a hidden tab whose server fails is as quiet', async () => {
  const { engine, pass, times } = tab({ hidden: () => true })
  void engine.check()
  await pass(400_000)
  const requestTimes = times()
  await pass(86_400_000)
  expect(times()).toEqual(requestTimes)
})

test('offline, nothing is asked after the first failure, until the network is back', async () => {
  let offline = false
  const { engine, say, pass, times, failures, seen } = tab({ offline: () => offline })
  say(payment())
  void engine.check()
  await pass(1000)
  offline = true
  say(() => Promise.reject(new TypeError('Failed to fetch')))
  await pass(3_600_000)
  engine.wake()
  await pass(3_600_000)
  // A wait, and a read in its place.
  expect(times()).toEqual([0, 2000, 2000])
  expect(failures).toEqual([{ code: 'unreachable', streak: 1 }])
  offline = false
  say(payment())
  engine.wake()
  await pass(0)
  expect(seen).toHaveLength(2)
})

test('a browser without a network goes on with a server that it reaches all the same', async () => {
  const { engine, say, pass, times } = tab({ offline: () => true })
  say(payment())
  void engine.check()
  await pass(4000)
  expect(times()).toEqual([0, 2000, 4000])
})

test('somebody who presses the button offline is obeyed', async () => {
  const { engine, say, pass, times } = tab({ offline: () => true })
  say(() => Promise.reject(new TypeError('Failed to fetch')))
  void engine.check()
  await pass(60_000)
  void engine.check()
  await pass(60_000)
  expect(times()).toEqual([0, 60_000])
})

test('a server that fails for a minute is back by itself within half a minute', async () => {
  const { engine, say, pass, times, seen, failures } = tab()
  say(payment())
  void engine.check()
  await pass(1000)
  say(() => new Response('Bad gateway', { status: 502 }))
  await pass(61_000)
  expect(failures.length).toBeLessThan(10)
  say(payment())
  await pass(30_000)
  expect(seen.length).toBeGreaterThan(1)
  const back = times().filter((atMs) => atMs > 62_000)
  expect(back[0]).toBeLessThanOrEqual(92_000)
  // And then at its usual pace.
  expect((back[2] ?? 0) - (back[1] ?? 0)).toBe(2000)
})

test('a tab whose timers fire once a minute only asks less often', async () => {
  const due = new Map<number, () => void>()
  let ids = 0
  const timers = {
    setTimeout: (callback: () => void) => due.set(++ids, callback) && ids,
    clearTimeout: (handle: unknown) => void due.delete(handle as number),
  }
  const { engine, say, pass, times, seen } = tab({ timers })
  const fire = () => {
    for (const [id, callback] of [...due]) if (due.delete(id)) callback()
  }
  say(payment())
  void engine.check()
  for (let minute = 0; minute < 3; minute += 1) {
    await pass(60_000)
    fire()
  }
  await pass(0)
  expect(times()).toEqual([0, 60_000, 120_000, 180_000])
  expect(seen).toHaveLength(4)
})

test('a check during a request waits for an answer that was asked for afterwards; several share it', async () => {
  const { engine, say, times } = tab()
  const { promise, resolve } = Promise.withResolvers<Response>()
  say(() => promise)
  const first = engine.check()
  const later = [engine.check(), engine.check()]
  say(payment({ status: 'processing' }))
  resolve(payment()())
  await Promise.all([first, ...later])
  expect(times()).toEqual([0, 0])
})

test('a request that hangs is given up and tried again', async () => {
  const { engine, say, pass, requests, failures } = tab()
  say(
    () =>
      new Promise((_, reject) => {
        requests.at(-1)?.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  void engine.check()
  await pass(15_000)
  expect(failures).toEqual([{ code: 'unreachable', streak: 1 }])
  await pass(1000)
  expect(requests).toHaveLength(2)
})

test('stopping aborts the request on its way, and nothing is heard after it', async () => {
  const { engine, say, pass, requests, seen, failures } = tab()
  const { promise, resolve } = Promise.withResolvers<Response>()
  say(() => promise)
  void engine.check()
  await pass(0)
  engine.stop()
  expect(requests[0]?.signal.aborted).toBe(true)
  resolve(payment()())
  await pass(600_000)
  await engine.check()
  engine.wake()
  expect([requests.length, seen.length, failures.length]).toEqual([1, 0, 0])
})

const unchanged: Answer = () => new Response(null, { status: 304 })

describe('a server that waits for changes', () => {
  test('is asked to wait from the second request on, and again as soon as it has answered', async () => {
    const { engine, say, later, pass, times, waits, seen } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    say(later(8000, unchanged))
    await pass(20_000)
    expect(times()).toEqual([0, 2000, 10_000, 18_000])
    expect(waits()).toEqual([false, true, true, true])
    say(payment({ status: 'processing' }, '"two"'))
    await pass(9000)
    expect(seen.at(-1)?.status).toBe('processing')
  })

  test('tells of a change within the wait, and is asked again two seconds after that request began', async () => {
    const { engine, say, later, pass, times, seen } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    say(later(500, payment({ status: 'processing' }, '"two"')))
    await pass(2600)
    expect(seen.map(({ status }) => status)).toEqual(['created', 'processing'])
    await pass(1400)
    expect(times()).toEqual([0, 2000, 4000])
  })

  test('is not left waiting when the payer comes back or presses the button', async () => {
    const { engine, say, later, pass, requests, waits, failures, seen } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    say(later(8000, unchanged))
    await pass(5000)
    say(payment({ status: 'processing' }, '"two"'))
    engine.wake()
    await pass(0)
    expect(requests[1]?.signal.aborted).toBe(true)
    expect([waits(), failures, seen.at(-1)?.status]).toEqual([[false, true, false], [], 'processing'])
    await pass(2000)
    expect(waits()).toEqual([false, true, false, true])
  })

  test('whose wait a proxy ends is read at once, and nobody hears of a failure', async () => {
    const { engine, say, later, pass, waits, times, seen, failures } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    say(later(6000, () => new Response('', { status: 504 })))
    await pass(7999)
    say(payment({ status: 'processing' }, '"two"'))
    await pass(1)
    expect([times(), waits(), failures]).toEqual([[0, 2000, 8000], [false, true, false], []])
    expect(seen.at(-1)?.status).toBe('processing')
    await pass(2000)
    expect(waits().at(-1)).toBe(true)
  })

  test.each([429, 503])('that refuses with %s is asked without a wait, and waits once it answers', async (status) => {
    const { engine, say, pass, times, waits, failures } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(1000)
    say(() => new Response('', { status, headers: { 'retry-after': '3' } }))
    await pass(1500)
    expect([waits(), failures.length]).toEqual([[false, true, false], 1])
    say(unchanged)
    await pass(8000)
    expect(times()[3]).toBe(5000)
    expect(waits().slice(3, 5)).toEqual([false, true])
  })

  test('fails in the middle of a wait and again: that is told once, and retried', async () => {
    const { engine, say, later, pass, waits, failures } = tab()
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    say(later(3000, () => Promise.reject(new TypeError('Failed to fetch'))))
    await pass(4999)
    say(() => Promise.reject(new TypeError('Failed to fetch')))
    await pass(501)
    expect(failures).toEqual([{ code: 'unreachable', streak: 1 }])
    await pass(5000)
    expect(waits().filter(Boolean)).toHaveLength(1)
  })

  test('keeps one connection of a page, and none of a hidden one', async () => {
    const [one, other, hidden] = [tab(), tab(), tab({ hidden: () => true })]
    for (const { engine, say, later, pass } of [one, other, hidden]) {
      say(payment({}, '"one"'))
      void engine.check()
      await pass(0)
      say(later(8000, unchanged))
      await pass(3000)
    }
    expect([one.waits(), other.waits()]).toEqual([
      [false, true],
      [false, false],
    ])
    one.engine.stop()
    other.say(unchanged)
    await other.pass(20_000)
    expect(other.waits().at(-1)).toBe(true)
    await hidden.pass(60_000)
    expect(hidden.waits()).not.toContain(true)
  })

  test('gives its own time, however long it waited', async () => {
    const clock = createServerClock(
      () => START,
      () => 0,
    )
    const { engine, say, later, pass, seen } = tab({ clock })
    say(payment({}, '"one"'))
    void engine.check()
    await pass(0)
    const answeredAt = START + 10_000
    say(later(8000, () => Response.json(samplePayment({ status: 'processing' }, answeredAt))))
    await pass(10_000)
    expect(seen).toHaveLength(2)
    expect(clock.nowMs()).toBe(answeredAt)
  })
})
