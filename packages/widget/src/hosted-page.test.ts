import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { PublicPayment } from '@crypto-checkout/api-types'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildScripts } from './testing/built-scripts.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'

type Reader = { texts: unknown; query: string }
type PageInput = Reader & { payment: PublicPayment; base: string; testScenarios: string[] | null; now: number }

// Loaded by path: the element's own code imports only types from the service.
const core = (path: string) => import(join(import.meta.dirname, '../../core/src/pages', path))
const { renderPayPage } = (await core('pay-page.ts')) as { renderPayPage(input: PageInput): string }
const { detectReader } = (await core('visit.ts')) as { detectReader(query: string, acceptLanguage?: string): Reader }
const { createPageHeaders } = (await core('visit.ts')) as { createPageHeaders(): Record<string, string> }
const { pageCss } = (await core('page.css.ts')) as { pageCss: string }
const { formsCss } = (await core('page.css.ts')) as { formsCss: string }
const { isQuickRun } = (await core('../testing/runs.ts')) as { isQuickRun(): boolean }

const PATH = '/checkout/pay/01k9zq3v8m4x7c2n5b6t1r0wgh'

let browser: Browser
let scripts: Map<string, string>

beforeAll(async () => {
  scripts = await buildScripts()
  const executablePath = process.env.CHROME_PATH ?? (await chromium.executablePath())
  browser = await driver.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--headless=shell'] })
})

afterAll(() => browser.close())

/** A service with one payment, which the first posted scenario pays. */
async function startSite() {
  let payment = samplePayment({ livemode: false })
  const requests: string[] = []
  const server = createServer((request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?')
    requests.push(`${request.method} ${path}`)
    const answer = (headers: Record<string, string>, body: string, status = 200) =>
      response.writeHead(status, headers).end(body)
    const current = { ...payment, serverTime: new Date().toISOString() }
    const script = scripts.get(path.replace('/checkout/', ''))
    if (script !== undefined) answer({ 'content-type': 'text/javascript' }, script)
    else if (path === '/checkout/pay-forms.css') answer({ 'content-type': 'text/css' }, formsCss)
    else if (path === '/checkout/pay.css') answer({ 'content-type': 'text/css' }, pageCss)
    else if (path === `${PATH}/status`) answer({ 'content-type': 'application/json' }, JSON.stringify(current))
    else if (request.method === 'POST') {
      payment = samplePayment({ ...sampleChanges.completed, livemode: false })
      answer({ location: PATH }, '', 303)
    } else {
      const reader = detectReader(query, request.headers['accept-language'])
      const input = { payment: current, base: '/checkout', testScenarios: ['exact', 'expire'], now: Date.now() }
      answer(createPageHeaders(), renderPayPage({ ...input, ...reader }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`, requests }
}

async function open(
  url: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; consoleErrors: string[] }> {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors: string[] = []
  page.on('console', (message) => void consoleErrors.push(message.text()))
  page.on('pageerror', (error) => void consoleErrors.push(error.message))
  await page.goto(url)
  return { page, consoleErrors }
}

test('under the strict policy the element takes over, and a test payment completes without a reload', async () => {
  const { url, requests } = await startSite()
  const { page, consoleErrors } = await open(url)
  await page.getByRole('timer').waitFor()
  expect(await page.getByRole('img', { name: /^QR code to send 100\.004321 USDC on Polygon/ }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
  expect(await page.title()).toBe('Payment complete · Demo shop')
  expect(await page.getByRole('link', { name: 'Return to Demo shop' }).isVisible()).toBe(true)
  expect(requests.filter((request) => request === `GET ${PATH}`)).toHaveLength(1)
  expect(consoleErrors).toEqual([])
})

/** Runs in the page: puts each text of the page and its element into two elements, as browsers do that translate. */
function wrapAllTexts(): void {
  const roots: Node[] = [document]
  for (const element of document.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('title, style, script, option')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(text.data)
      outer.append(inner)
      text.replaceWith(outer)
    }
  }
}

test('a page that a browser has translated goes on: the element, the title and the report of a test', async () => {
  const { url } = await startSite()
  const { page, consoleErrors } = await open(url)
  await page.getByRole('timer').waitFor()
  await page.evaluate(wrapAllTexts)
  const left = await page.getByRole('timer').textContent()
  await expect.poll(() => page.getByRole('timer').textContent()).not.toBe(left)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
  await page.evaluate(wrapAllTexts)
  expect(await page.title()).toBe('Payment complete · Demo shop')
  expect(await page.locator('h1').textContent()).toBe('Payment complete · Demo shop')
  expect(await page.locator('#test-report').textContent()).toBe('Pay now (test): done.')
  expect(await page.getByText('Waiting for payment').filter({ visible: true }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
})

test('test mode is said once, with the element and without it', async () => {
  const { url } = await startSite()
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await open(url, { javaScriptEnabled })
    if (javaScriptEnabled) await page.getByRole('timer').waitFor()
    const marks = page.getByText('Test mode.').filter({ visible: true })
    expect([javaScriptEnabled, await marks.count()]).toEqual([javaScriptEnabled, 1])
  }
})

test('a payer whose browser blocks the script checks for the payment by a link, which no other payer sees', async () => {
  const { url } = await startSite()
  const { page } = await open(`${url}?lang=de`)
  await page.getByRole('timer').waitFor()
  const link = page.getByRole('link', { name: 'Nach meiner Zahlung sehen' })
  expect(await page.locator('.check').evaluate((one) => getComputedStyle(one).display)).toBe('none')
  await page.route('**/*.js', (route) => route.abort())
  await page.reload()
  // It comes after some seconds, so that nobody sees it while the script loads.
  expect(await link.isVisible()).toBe(false)
  await page.evaluate(() => document.getAnimations().map((one) => one.finish()))
  await fetch(`${url}/test/exact`, { method: 'POST', redirect: 'manual' })
  await link.click()
  await page.getByRole('heading', { name: 'Zahlung abgeschlossen', exact: true }).waitFor()
  expect(page.url()).toBe(`${url}?lang=de`)
  expect(await link.count()).toBe(0)
})

test('without JavaScript the page can be read and its buttons work', async () => {
  const { url } = await startSite()
  const { page } = await open(url, { javaScriptEnabled: false })
  expect(await page.locator('.digits').textContent()).toBe('100.004321')
  expect(await page.getByRole('img', { name: /^QR code/ }).isVisible()).toBe(true)
  // No space is reserved for parts that will never appear.
  expect(
    await page.locator('.later').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)),
  ).toEqual([0, 0, 0])
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
})

/** Runs in the page: every declaration in its stylesheet, and in one made of what the rules there are read back as. */
function listDeclarations(): { loaded: string[]; read: string[] } {
  const list = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      const { style, cssRules } = rule as Partial<CSSStyleRule>
      const own = [...(style ?? [])].map((name) => `${name}: ${style?.getPropertyValue(name)}`)
      return [...own.sort(), ...(cssRules ? list(cssRules) : [])]
    })
  const loaded = document.styleSheets[0]?.cssRules as CSSRuleList
  const copy = new CSSStyleSheet()
  copy.replaceSync([...loaded].map(({ cssText }) => cssText).join(''))
  return { loaded: list(loaded), read: list(copy.cssRules) }
}

test('the styles of the page are whole when the element reads them back', async () => {
  const { url } = await startSite()
  const { page } = await open(url)
  const { loaded, read } = await page.evaluate(listDeclarations)
  expect(loaded.length).toBeGreaterThan(500)
  expect(read).toEqual(loaded)
  await page.getByRole('timer').waitFor()
  const { page: plain } = await open(url, { javaScriptEnabled: false })
  expect(await lookOf(page)).toEqual(await lookOf(plain))
})

const lookOf = (page: Page) =>
  page
    .locator('.card')
    .last()
    .evaluate((card) => {
      const { backgroundColor, borderRadius, boxShadow, font, padding } = getComputedStyle(card)
      return { backgroundColor, borderRadius, boxShadow, font, padding }
    })

const heightOf = (page: Page) =>
  page.locator('crypto-checkout').evaluate((element) => element.getBoundingClientRect().height)

/** Height of the page while the element is loading. */
async function fallbackHeight(url: string, width: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.route('**/checkout-page.js', (route) => route.abort())
  await page.goto(url)
  return heightOf(page)
}

test('the element takes the place of its fallback without a jump', async () => {
  const { url } = await startSite()
  const { page } = await open(url, { viewport: { width: 480, height: 844 } })
  await page.getByRole('timer').waitFor()
  expect(Math.abs((await heightOf(page)) - (await fallbackHeight(url, 480)))).toBeLessThanOrEqual(4)
})

/** A page whose language script the test may block. */
async function openGuarded(url: string, locale: string) {
  const context = await browser.newContext({ locale })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const warnings: string[] = []
  page.on('console', (message) => void warnings.push(`${message.type()} ${message.text()}`))
  const gate = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(/checkout-ar-/, async (route) => route[await gate.promise]())
  await page.goto(url)
  await page.waitForFunction('customElements.get("crypto-checkout") !== undefined')
  return { page, warnings, open: () => gate.resolve('continue'), refuse: () => gate.resolve('abort') }
}

test('the page is in the language of the browser, and nothing else is seen until the element speaks it', async () => {
  const { url } = await startSite()
  const { page, open } = await openGuarded(url, 'ar-EG')
  const fallback = page.locator('crypto-checkout > .card:not([part])')
  expect(await fallback.getByText('في انتظار الدفع').isVisible()).toBe(true)
  expect(await page.getByRole('timer').count()).toBe(0)
  expect(await page.locator('h1').textContent()).toContain('إلى')
  open()
  await page.getByRole('timer').waitFor()
  expect(await fallback.isVisible()).toBe(false)
  const heading = page.getByRole('heading', { name: 'في انتظار الدفع', exact: true })
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByRole('heading', { name: 'اكتمل الدفع', exact: true }).waitFor()
  expect(await page.title()).toBe('اكتمل الدفع · Demo shop')
})

test('a language that cannot be loaded leaves English, with one warning', async () => {
  const { url } = await startSite()
  const { page, warnings, refuse } = await openGuarded(url, 'ar-EG')
  refuse()
  const heading = page.getByRole('heading', { name: 'Waiting for payment', exact: true })
  await heading.waitFor()
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
  expect(warnings.filter((text) => text.startsWith('warning'))).toEqual([
    expect.stringContaining('crypto-checkout: the texts in "ar" cannot be loaded.'),
  ])
})

test('a language that does not come is not waited for', async () => {
  const { url } = await startSite()
  const { page, open } = await openGuarded(url, 'ar-EG')
  await page.getByRole('heading', { name: 'Waiting for payment', exact: true }).waitFor()
  open()
  await page.getByRole('heading', { name: 'في انتظار الدفع', exact: true }).and(page.locator('[tabindex]')).waitFor()
})

test('every language takes over from its own page without a complaint or a jump', async () => {
  const { url } = await startSite()
  const options = { viewport: { width: 480, height: 844 } }
  const languages = ['de', 'ja', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr', 'zh']
  for (const language of isQuickRun() ? languages.slice(0, 2) : languages) {
    const { page: plain } = await open(`${url}?lang=${language}`, { ...options, javaScriptEnabled: false })
    const { page, consoleErrors } = await open(`${url}?lang=${language}`, options)
    await page.getByRole('timer').waitFor()
    const title = await page.locator('#checkout-state').last().textContent()
    expect([language, title]).toEqual([language, await plain.locator('#checkout-state').textContent()])
    const jump = (await heightOf(page)) - (await fallbackHeight(`${url}?lang=${language}`, 480))
    expect([language, jump]).toEqual([language, expect.closeTo(0, -1)])
    expect(consoleErrors).toEqual([])
    await plain.setViewportSize({ width: 320, height: 700 })
    const edges = await plain.locator('.timer').evaluate((timer) => {
      const right = (element: Element | null) => element?.getBoundingClientRect().right
      return { timer: right(timer), bar: right(timer.parentElement) }
    })
    expect([language, edges.timer]).toEqual([language, expect.toSatisfy((edge) => edge < (edges.bar ?? 0))])
  }
})

test('the steps for an exchange are loaded when a payer points at them, and again if that failed', async () => {
  const { url } = await startSite()
  const { page } = await open(url)
  await page.getByRole('timer').waitFor()
  let isBlocked = true
  await page.route(/page-exchange-path-/, (route) => route[isBlocked ? 'abort' : 'continue']())
  const summary = page.getByText('Pay from an exchange').filter({ visible: true })
  await Promise.all([page.waitForEvent('requestfailed'), summary.hover()])
  await Promise.all([page.waitForEvent('requestfailed'), summary.click()])
  await page.getByText('Not available now').waitFor()
  isBlocked = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Choose Polygon (POL, MATIC)').filter({ visible: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Copy the amount' }).count()).toBe(2)
})

test('a payer whose form for a transaction does not load is led to the page of the server', async () => {
  const { url } = await startSite()
  const { page } = await open(`${url}?lang=de`)
  await page.getByRole('timer').waitFor()
  await page.route(/claim-form/, (route) => route.abort())
  await page.locator('summary', { hasText: 'Ich habe schon bezahlt' }).click()
  const link = page.getByRole('link', { name: 'Zahlung suchen' })
  expect(await link.getAttribute('href')).toBe(`${url}/claim?lang=de`)
  expect(await page.getByText('konnte nicht gesendet').count()).toBe(0)
})

test('the element shows the code that the page has drawn, and loads the encoder for another one', async () => {
  const { url, requests } = await startSite()
  const { page } = await open(url)
  await page.getByRole('timer').waitFor()
  const readCode = (index: number) => page.locator('.qr-code path').nth(index).getAttribute('d')
  const drawn = await readCode(0)
  expect(await readCode(1)).toBe(drawn)
  expect(requests.filter((request) => request.includes('qr-path'))).toEqual([])

  await page.getByRole('button', { name: 'Address and amount' }).click()
  await page.getByRole('button', { name: 'Address only' }).waitFor()
  await expect.poll(() => readCode(1)).not.toBe('')
  expect(await readCode(1)).not.toBe(drawn)
  await page.getByRole('button', { name: 'Address only' }).click()
  await expect.poll(() => readCode(1)).toBe(drawn)
})

test('a payer whose encoder does not load keeps the code of the address', async () => {
  const { url } = await startSite()
  const { page } = await open(url)
  await page.getByRole('timer').waitFor()
  await page.route(/-qr-path-/, (route) => route.abort())
  const other = page.getByRole('button', { name: 'Address and amount' })
  await Promise.all([page.waitForEvent('requestfailed'), other.click()])
  await expect.poll(() => page.locator('.qr-code path').last().getAttribute('d')).toMatch(/^M/)
  await other.waitFor()
})

test('printed, a receipt has whole transaction hashes, and neither buttons nor test mode', async () => {
  const { url } = await startSite()
  const { page } = await open(url)
  await page.getByRole('button', { name: 'Pay now (test)' }).click()
  await page.getByRole('heading', { name: 'Payment complete', exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Pay now (test)' }).isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: 'Return to Demo shop' }).isVisible()).toBe(false)
  const amount = page.locator('.figure').filter({ visible: true })
  expect((await amount.allTextContents()).map((words) => words.trim())).toEqual(['100.004321 USDC'])
  expect(await page.locator('.receipt').isVisible()).toBe(true)
  const printed = await page.locator('.transactions li').evaluate((item) => getComputedStyle(item, '::after').content)
  expect(printed).toContain('0x8c1f5b0e6a2d4937b1c8e0f2a3d4b5c6d7e8f90123456789abcdef0123456789')
})
