import { setTimeout as sleep } from 'node:timers/promises'
import type { PublicPayment } from '@crypto-checkout/api-types'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { createAnswer, openBrowserOfFile, openPage, serve } from './testing/site.ts'

const { browser, scripts } = await openBrowserOfFile()

const COUNTDOWN = /You will be taken back to Demo shop in (\d+) seconds?\./

/** A page whose clock the test controls, with a payment that it completes. */
async function openShop(attributes = '', change: Partial<PublicPayment> = {}) {
  let payment = samplePayment()
  let [isComplete, isTold] = [false, false]
  const shop: string = await serve((path) => {
    const script = scripts.get(path.slice(1))
    if (script !== undefined) return createAnswer('text/javascript', script)
    if (path === '/framed')
      return createAnswer('text/html', '<!doctype html><title>Framed</title><iframe src=/></iframe>')
    if (path === '/thanks') return createAnswer('text/html', '<!doctype html><title>Thanks</title>')
    const answer = { ...payment, serverTime: new Date().toISOString() }
    if (path === '/pay/1/status') isTold = isComplete
    if (path === '/pay/1/status') return createAnswer('application/json', JSON.stringify(answer))
    const element = `<crypto-checkout src="/pay/1" ${attributes}></crypto-checkout>`
    return createAnswer(
      'text/html',
      `<!doctype html><title>Shop</title><script type=module src=/crypto-checkout.js></script>${element}`,
    )
  })
  const { page, consoleErrors } = await openPage(browser)
  await page.clock.install()
  const complete = (changed = change) => {
    isComplete = true
    payment = samplePayment({ ...sampleChanges.completed, redirectUrl: `${shop}/thanks`, ...changed })
  }
  return {
    page,
    consoleErrors,
    complete,
    visit: (path = '/') => page.goto(shop + path),
    /** The payer sees the payment pending, then complete. */
    async see(): Promise<void> {
      await page.goto(shop)
      await page.getByText('Waiting for payment', { exact: true }).waitFor({ state: 'attached' })
      // From here on no second passes by itself, however slow the machine is.
      await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 10_000)
      complete()
      // Half a second at a time: the countdown begins within the last one, and shows its first number.
      for (; !isTold; await sleep(20)) await page.clock.runFor(500)
      await page.getByText(/^(Payment complete|You paid too much)$/).waitFor({ state: 'attached' })
    },
  }
}

const timer = (page: Page) => page.getByRole('timer')
const readStatus = (page: Page) => page.getByRole('status').textContent()

test('who sees the payment complete is taken back to the shop after ten seconds, and is told once', async () => {
  const { page, see, consoleErrors } = await openShop()
  await see()
  await timer(page).waitFor()
  expect(await timer(page).textContent()).toBe('You will be taken back to Demo shop in 10 seconds.')
  const status = await readStatus(page)
  expect(status).toMatch(/^Payment complete\. .+ You will be taken back to Demo shop in 10 seconds\.$/)
  await page.clock.runFor(9000)
  expect(await timer(page).textContent()).toBe('You will be taken back to Demo shop in 1 second.')
  expect(await readStatus(page)).toBe(status)
  expect(await page.title()).toBe('Shop')
  await page.clock.runFor(1000)
  await page.waitForURL('**/thanks')
  expect(consoleErrors).toEqual([])
})

const STAYS: Record<string, (page: Page) => Promise<void>> = {
  'the button': (page) => page.getByRole('button', { name: 'Stay on this page' }).click(),
  Escape: (page) => page.keyboard.press('Escape'),
}
test.each(Object.keys(STAYS))(
  '%s ends it, and leaves a link',
  async (name) => {
    const { page, see } = await openShop()
    await see()
    await timer(page).waitFor()
    await page.clock.runFor(3000)
    await STAYS[name]?.(page)
    await timer(page).waitFor({ state: 'detached' })
    await page.clock.runFor(60_000)
    expect(await page.title()).toBe('Shop')
    // The focus must not jump back to the top of the page if the pressed button disappears.
    if (name === 'the button') expect(await page.evaluate('document.activeElement.localName')).toBe('crypto-checkout')
    await page.getByRole('link', { name: 'Return to Demo shop' }).click()
    await page.waitForURL('**/thanks')
  },
  30_000,
)

test('in a hidden tab no second passes', async () => {
  const { page, see } = await openShop()
  await see()
  await timer(page).waitFor()
  const hide = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true })`)
  await hide(true)
  await page.clock.runFor(60_000)
  expect(await timer(page).textContent()).toMatch(COUNTDOWN)
  expect(await page.title()).toBe('Shop')
  await hide(false)
  await page.clock.runFor(10_000)
  await page.waitForURL('**/thanks')
})

test('who opens a payment that is completed already stays', async () => {
  const { page, complete, visit } = await openShop()
  complete()
  await visit()
  await page.getByRole('link', { name: 'Return to Demo shop' }).waitFor()
  await page.clock.runFor(60_000)
  expect([await page.title(), await timer(page).count()]).toEqual(['Shop', 0])
})

test('in a frame nobody is taken anywhere, and the link leads out of it', async () => {
  const { page, complete, visit } = await openShop()
  await visit('/framed')
  const frame = page.frameLocator('iframe')
  await frame.getByText('Waiting for payment', { exact: true }).waitFor()
  complete()
  await page.clock.runFor(2500)
  const link = frame.getByRole('link', { name: 'Return to Demo shop' })
  await link.waitFor()
  await page.clock.runFor(60_000)
  expect(await frame.getByRole('timer').count()).toBe(0)
  await link.click()
  await page.waitForURL('**/thanks')
})

test.each([
  ['redirect="manual"', {}, []],
  ['redirect="never"', {}, ['crypto-checkout: redirect cannot be "never", so payers stay: use one of auto, manual.']],
  ['', { redirectUrl: 'javascript:document.title="Stolen"' }, []],
  ['', { redirectUrl: null }, []],
] as const)(
  '%s with %j takes nobody anywhere',
  async (attributes, change, message) => {
    const { page, see, consoleErrors } = await openShop(attributes, change)
    await see()
    await page.clock.runFor(60_000)
    expect([await page.title(), await timer(page).count()]).toEqual(['Shop', 0])
    expect(consoleErrors).toEqual(message)
  },
  30_000,
)

const NOTICES: Record<string, Partial<PublicPayment>> = {
  overpaid: { exceptions: ['overpaid'], amountReceived: '101.004321' },
  multiple: { exceptions: ['multiple'] },
  misdirected: { misdirected: sampleChanges.misdirected.misdirected },
  claimable: { claimable: sampleChanges.claimable.claimable },
}
test.each(Object.keys(NOTICES))(
  'a payer who is told something is left to read it, with a link: %s',
  async (kind) => {
    const { page, see } = await openShop('', NOTICES[kind])
    await see()
    await page.locator(`[data-kind=${kind}]`).waitFor()
    await page.clock.runFor(60_000)
    expect([await page.title(), await timer(page).count()]).toEqual(['Shop', 0])
    await page.getByRole('link', { name: 'Return to Demo shop' }).click()
    await page.waitForURL('**/thanks')
  },
  30_000,
)

test('a second transfer that comes during the countdown ends it', async () => {
  const { page, see, complete } = await openShop()
  await see()
  await timer(page).waitFor()
  complete(NOTICES.overpaid)
  await page.clock.runFor(10_000)
  await page.locator('[data-kind=overpaid]').waitFor()
  await page.clock.runFor(60_000)
  expect([await page.title(), await timer(page).count()]).toEqual(['Shop', 0])
})

test('a server that does not answer holds nobody back', async () => {
  const { page, see } = await openShop()
  await see()
  await timer(page).waitFor()
  await page.route('**/status', (route) => route.abort())
  await page.clock.runFor(10_000)
  await page.waitForURL('**/thanks')
})

test('a payer who has closed the dialog is left where they are, and counted for when they open it again', async () => {
  const { page, see } = await openShop('modal')
  await see()
  await page.clock.runFor(60_000)
  expect(await page.title()).toBe('Shop')
  await page.evaluate('document.querySelector("crypto-checkout").open()')
  await timer(page).waitFor()
  await page.clock.runFor(10_000)
  await page.waitForURL('**/thanks')
})

test('where its script cannot be loaded there is the link', async () => {
  const { page, see } = await openShop()
  await page.route(/checkout-redirect/, (route) => route.abort())
  await see()
  await page.clock.runFor(60_000)
  expect([await page.title(), await timer(page).count()]).toEqual(['Shop', 0])
  expect(await page.getByRole('link', { name: 'Return to Demo shop' }).isVisible()).toBe(true)
})
