import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PublicPayment } from '@crypto-checkout/api-types'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { buildScripts } from './testing/built-scripts.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { launchBrowser, openPage } from './testing/site.ts'

// Loaded by path: the element's own code imports only types from the service.
const core = (path: string) => import(join(import.meta.dirname, '../../core/src/pages', path))
const { renderPayPage } = (await core('pay-page.ts')) as { renderPayPage(input: object): string }
const { createPageHeaders, detectReader } = (await core('visit.ts')) as {
  createPageHeaders(): Record<string, string>
  detectReader(query: string): object
}
const { pageCss } = (await core('page.css.ts')) as { pageCss: string }
const { isQuickRun } = (await core('../testing/runs.ts')) as { isQuickRun(): boolean }

let browser: Awaited<ReturnType<typeof launchBrowser>>
let scripts: Map<string, string>
beforeAll(async () => {
  scripts = await buildScripts()
  browser = await launchBrowser()
})
afterAll(() => browser.close())

type Name = keyof typeof sampleChanges

/** Places at which a page may end for a moment while the rest of it is on its way. */
const PIECES = [
  '<header',
  '<p class="label">',
  '<div class="aside">',
  '<figcaption',
  '<details',
  '<div class="foot">',
  '<nav',
]

/** A service with one payment, whose state the test changes. `pauseMs`: between the pieces of the page. */
async function startSite({ state = 'created', pauseMs = 0 }: { state?: Name; pauseMs?: number } = {}) {
  let shown = state
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname
    const payment: PublicPayment = { ...samplePayment(sampleChanges[shown]), serverTime: new Date().toISOString() }
    const script = scripts.get(path.slice(1))
    const answer = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
    if (script !== undefined) answer('text/javascript', script)
    else if (path === '/pay.css') answer('text/css', pageCss)
    else if (path.endsWith('/status')) answer('application/json', JSON.stringify(payment))
    else {
      const input = { payment, base: '', testScenarios: null, now: Date.now(), ...detectReader('') }
      response.writeHead(200, createPageHeaders())
      void sendPieces(response, renderPayPage(input), pauseMs)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pay/01k9zq3v8m4x7c2n5b6t1r0wgh`
  return {
    url,
    become: (next: Name) => {
      shown = next
    },
  }
}

async function sendPieces(response: ServerResponse, page: string, pauseMs: number): Promise<void> {
  const ends = pauseMs === 0 ? [] : PIECES.map((piece) => page.indexOf(piece)).filter((at) => at > 0)
  let sent = 0
  for (const end of ends.sort((one, other) => one - other)) {
    response.write(page.slice(sent, end))
    sent = end
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  response.end(page.slice(sent))
}

/** Runs in the page: what has moved since a time of the page's own clock (Layout Instability API), and from where to where. */
async function listShifts(sinceMs: number): Promise<{ value: number; moved: string[] }[]> {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Shift = PerformanceEntry & { value: number; sources: Source[] }
  const corner = ({ x, y, width }: DOMRect) => [x, y, width].map(Math.round).join()
  // A text that is centred begins elsewhere once it says something else. Nodes of the element's shadow tree have no names.
  const describe = ({ node, previousRect, currentRect }: Source) => {
    const [from, to] = [corner(previousRect), corner(currentRect)]
    return from === to ? [] : [`${node?.nodeName} ${from} to ${to}`]
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  const shifts = (observer.takeRecords() as Shift[]).filter(({ startTime }) => startTime >= sinceMs)
  observer.disconnect()
  const moves = shifts.map(({ value, sources }) => ({ value, moved: sources.flatMap(describe) }))
  return moves.filter(({ moved }) => moved.length > 0)
}

test('what moves is listed', async () => {
  const { page } = await openPage(browser, { viewport: { width: 320, height: 844 } })
  await page.setContent('<div id="above"></div><p>100.004321 USDC</p>')
  const sinceMs = await page.evaluate(() => performance.now())
  await page.locator('#above').evaluate((element) => element.setAttribute('style', 'height: 300px'))
  const [shift] = await page.evaluate(listShifts, sinceMs)
  expect(shift).toMatchObject({ moved: [expect.stringMatching(/^P .* to .*/)] })
})

/** The full run tries each state at each width. */
const widths = isQuickRun() ? [390] : [320, 390, 1280]

const WAYS: readonly (readonly Name[])[] = [
  ['seen', 'confirming', 'completed'],
  ['reported', 'seen', 'paid-twice'],
  ['claimed', 'misdirected', 'partially-paid', 'seen'],
  ['checking', 'expired', 'late'],
  ['cancelled'],
  ['network-unread', 'created'],
  ['claimed', 'claim-not-found', 'seen'],
]

test.each(widths.flatMap((width) => WAYS.map((way) => [width, way] as const)))(
  'nothing moves when the state changes, %i px wide: %j',
  async (width, way) => {
    const { url, become } = await startSite()
    const { page } = await openPage(browser, { locale: 'en', viewport: { width, height: 844 } })
    await page.goto(url)
    await page.getByRole('timer').waitFor()
    const sinceMs = await page.evaluate(() => performance.now())
    for (const name of way) {
      become(name)
      await page.locator('crypto-checkout').evaluate((element) => (element as unknown as CryptoCheckout).refresh())
      expect([name, await page.evaluate(listShifts, sinceMs)]).toEqual([name, []])
    }
  },
  30_000,
)

const LOADED: readonly Name[] = ['created', 'partially-paid', 'order', 'reported', 'seen', 'completed', 'paid-twice']

test.each(widths.filter((width) => width > 320).flatMap((width) => LOADED.map((state) => [width, state] as const)))(
  'nothing moves while the page arrives piece by piece, %i px wide: %s',
  async (width, state) => {
    const { url } = await startSite({ state, pauseMs: 100 })
    const { page } = await openPage(browser, { locale: 'en', viewport: { width, height: 844 } })
    await page.goto(url)
    await page.locator('crypto-checkout [part~=status]').waitFor()
    expect(await page.evaluate(listShifts, 0)).toEqual([])
  },
  30_000,
)

// That of an amount of hundreds of millions stands below: it would be smaller than the text around.
test.each(['created', 'partially-paid'] as const)(
  '320 px wide: the coin stands beside its amount: %s',
  async (name) => {
    const { url } = await startSite({ state: name })
    const { page } = await openPage(browser, { locale: 'en', viewport: { width: 320, height: 844 } })
    await page.goto(url)
    await page.getByRole('timer').waitFor()
    const [digits, coin] = await Promise.all(
      ['.digits', '.coin'].map((part) => page.locator(`.amount ${part}`).filter({ visible: true }).boundingBox()),
    )
    expect(coin?.x).toBeGreaterThan((digits?.x ?? 999) + (digits?.width ?? 999))
  },
)
