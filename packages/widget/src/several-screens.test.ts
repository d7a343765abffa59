import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { asBrowser, FakeClock, testCheckout } from '@crypto-checkout/core/testing'
import { expect, onTestFinished, test } from 'vitest'
import { createServerClock } from './poll-schedule.ts'
import { createStatusEngine } from './status-engine.ts'

const STEP_MS = 250
const MINUTE_MS = 60_000

/** Screens behind one router that follow payments over real HTTP, on a clock that the test controls. */
async function openRouter() {
  const clock = new FakeClock()
  const shop = await testCheckout({}, { clock })
  const server = createServer(async (request, response) => {
    // The server does not wait for changes: its waits are by another clock.
    const [path = ''] = (request.url ?? '').split('?')
    const { method = 'GET', headers } = request
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const
    const answer = await shop.checkout.handle({ method, path, query: '', headers, body, address: '192.0.2.1' })
    response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await shop.stop()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const due = new Map<number, { at: number; callback: () => void }>()
  let handles = 0
  let underWay = 0

  const timers = {
    setTimeout(callback: () => void, ms: number) {
      handles += 1
      due.set(handles, { at: clock.elapsed() + ms, callback })
      return handles
    },
    clearTimeout: (handle: unknown) => void due.delete(handle as number),
  }

  /** Starts to follow a payment. Returns the times of its good answers, and how often it was refused. */
  function openScreen(id: string) {
    const screen = { answeredAtMs: [] as number[], refused: 0 }
    const engine = createStatusEngine({
      url: `${origin}/pay/${id}/status`,
      async fetch(input, init) {
        underWay += 1
        const response = await fetch(input, init)
        const text = await response.text()
        // The screen has taken the answer by then, and may have asked again.
        setImmediate(() => {
          underWay -= 1
        })
        return new Response(text || null, response)
      },
      clock: createServerClock(clock.now, clock.elapsed),
      timers,
      random: () => 0.5,
      hidden: () => false,
      offline: () => false,
      onPayment: () => void screen.answeredAtMs.push(clock.elapsed()),
      onFailure() {
        screen.refused += 1
      },
    })
    onTestFinished(engine.stop)
    void engine.check()
    return screen
  }

  /** Advances the clock. Every screen gets its answer before the clock advances further. */
  async function pass(ms: number): Promise<void> {
    for (const until = clock.elapsed() + ms; clock.elapsed() < until; clock.advance(STEP_MS)) {
      for (const [handle, { at, callback }] of due) {
        if (at > clock.elapsed()) continue
        due.delete(handle)
        callback()
      }
      while (underWay > 0) await turn()
    }
  }

  const load = async (path: string) => (await fetch(origin + path, { headers: asBrowser })).status
  return { shop, openScreen, pass, load }
}

/** The longest time between two good answers. */
function longestGapMs({ answeredAtMs }: { answeredAtMs: readonly number[] }): number {
  return Math.max(...answeredAtMs.slice(1).map((at, index) => at - (answeredAtMs[index] ?? 0)))
}

test('a laptop, a phone and a till behind one router follow a payment for five minutes and are never refused', async () => {
  const { shop, openScreen, pass, load } = await openRouter()
  const { id } = await shop.create()
  const screens = [openScreen(id), openScreen(id), openScreen(id)]
  for (let minute = 0; minute < 5; minute++) {
    await pass(MINUTE_MS)
    expect(await load(`/pay/${id}`)).toBe(200)
  }
  for (const screen of screens) {
    expect(screen.refused).toBe(0)
    expect(screen.answeredAtMs).toHaveLength(150)
    expect(longestGapMs(screen)).toBe(2000)
  }
})

test('more screens than the limit has room for slow down, each still hears of its payment, and a page loads', async () => {
  const { shop, openScreen, pass, load } = await openRouter()
  const payments = await Promise.all(Array.from({ length: 4 }, () => shop.create()))
  const screens = payments.flatMap(({ id }) => Array.from({ length: 10 }, () => openScreen(id)))
  await pass(3 * MINUTE_MS)
  expect(await load(`/pay/${payments[0]?.id}`)).toBe(200)
  for (const screen of screens) Object.assign(screen, { answeredAtMs: [], refused: 0 })
  await pass(3 * MINUTE_MS)
  const sum = (count: (screen: (typeof screens)[number]) => number) =>
    screens.reduce((total, screen) => total + count(screen), 0)
  expect(sum(({ refused }) => refused)).toBeLessThan(sum(({ answeredAtMs }) => answeredAtMs.length) / 4)
  expect(Math.max(...screens.map(longestGapMs))).toBeLessThanOrEqual(20_000)
})
