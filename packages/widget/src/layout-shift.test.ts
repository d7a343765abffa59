import { createServer } from 'node:http'
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

let browser: Awaited<ReturnType<typeof launchBrowser>>
let scripts: Map<string, string>
beforeAll(async () => {
  scripts = await buildScripts()
  browser = await launchBrowser()
}, 60_000)
afterAll(() => browser.close())

type Name = keyof typeof sampleChanges

/** A service with one payment, whose state the test changes. */
async function startSite() {
  let state: Name = 'created'
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname
    const payment: PublicPayment = { ...samplePayment(sampleChanges[state]), serverTime: new Date().toISOString() }
    const script = scripts.get(path.slice(1))
    const answer = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
    if (script !== undefined) answer('text/javascript', script)
    else if (path === '/pay.css') answer('text/css', pageCss)
    else if (path.endsWith('/status')) answer('application/json', JSON.stringify(payment))
    else {
      const input = { payment, base: '', testScenarios: null, now: Date.now(), ...detectReader('') }
      response.writeHead(200, createPageHeaders()).end(renderPayPage(input))
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
      state = next
    },
  }
}

/** Runs in the page: what has moved since the page was loaded (Layout Instability API), and how far down it was. */
async function listShifts(): Promise<{ value: number; moved: string[] }[]> {
  type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
  type Shift = PerformanceEntry & { value: number; sources: Source[] }
  const corner = ({ x, y, width }: DOMRect) => [x, y, width].map(Math.round).join()
  // A text that is centred begins elsewhere once it says something else. Nodes of the element's shadow tree have no names.
  const describe = ({ node, previousRect, currentRect }: Source) => {
    const [from, to] = [corner(previousRect), corner(currentRect)]
    return from === to ? [] : [`${node?.nodeName} ${from} to ${to}`]
  }
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as Shift[]
      const moves = shifts.map(({ value, sources }) => ({ value, moved: sources.flatMap(describe) }))
      resolve(moves.filter(({ moved }) => moved.length > 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve([]), 300)
  })
}

const WAYS: readonly (readonly Name[])[] = [
  ['seen', 'confirming', 'completed'],
  ['reported', 'seen', 'paid-twice'],
  ['claimed', 'misdirected', 'partially-paid', 'seen'],
  ['checking', 'expired', 'late'],
  ['cancelled'],
  ['network-unread', 'created'],
  ['claimed', 'claim-not-found', 'seen'],
]

test.each([320, 390, 1280].flatMap((width) => WAYS.map((way) => [width, way] as const)))(
  'nothing moves when the state changes, %i px wide: %j',
  async (width, way) => {
    const { url, become } = await startSite()
    const { page } = await openPage(browser, { locale: 'en', viewport: { width, height: 844 } })
    await page.goto(url)
    await page.getByRole('timer').waitFor()
    for (const name of way) {
      become(name)
      await page.locator('crypto-checkout').evaluate((element) => (element as unknown as CryptoCheckout).refresh())
      expect([name, await page.evaluate(listShifts)]).toEqual([name, []])
    }
  },
  30_000,
)

test.each(['created', 'partially-paid', 'large'] as const)(
  '320 px wide: the coin stands beside its amount: %s',
  async (name) => {
    const { url, become } = await startSite()
    become(name)
    const { page } = await openPage(browser, { locale: 'en', viewport: { width: 320, height: 844 } })
    await page.goto(url)
    await page.getByRole('timer').waitFor()
    const [digits, coin] = await Promise.all(
      ['.digits', '.coin'].map((part) => page.locator(`.amount ${part}`).filter({ visible: true }).boundingBox()),
    )
    expect(coin?.x).toBeGreaterThan((digits?.x ?? 999) + (digits?.width ?? 999))
  },
)
