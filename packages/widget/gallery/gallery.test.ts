import { derivePhase, english, getHeadline } from '@crypto-checkout/payer-ui'
import { texts as arabic } from '@crypto-checkout/payer-ui/languages/ar/payment'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isQuickRun } from '../../core/src/testing/runs.ts'
import { states } from './states.ts'
import { withGallery } from './testing.ts'

const { newPage, address } = withGallery()

async function open(path: string): Promise<Page> {
  const page = await newPage()
  await page.goto(address(path))
  return page
}

const headingOf = (page: Page) => page.locator('.card .title').filter({ visible: true }).first().textContent()

const withPayment = [...states].flatMap(([name, state]) => {
  const payment = state.payment(Date.now())
  const stays = payment !== null && state.sign === '#checkout-state'
  return stays
    ? [[name, english.titles[getHeadline(payment, derivePhase(payment, Date.now()), Date.now())]] as const]
    : []
})
// The words of each state are also in quick tests without a browser.
test.each(isQuickRun() ? withPayment.filter((_, index) => index % 3 === 0) : withPayment)(
  '%s is shown by the element and by the page, with script and without: %s',
  async (name, title) => {
    const page = await open(`/state/${name}`)
    expect(await headingOf(page)).toBe(title)
    for (const path of [`/page/${name}`, `/page/${name}?script=off`]) {
      await page.goto(address(path))
      expect(await headingOf(page)).toBe(title)
    }
  },
)

test.each([
  ['not-found', 'Payment not found'],
  ['server-error', 'The payment server has a problem.'],
  ['not-a-payment', 'The payment server sent an unexpected answer.'],
  ['too-many-requests', 'Too many requests came from your network'],
  ['unreachable', 'We cannot reach the payment server.'],
  ['out-of-date', 'We cannot reach the payment server, so this may be out of date.'],
  ['redirect', 'You will be taken back to Demo shop'],
  ['offline', 'You are offline, so this may be out of date.'],
])('%s says %j', async (name, words) => {
  const page = await open(`/state/${name}`)
  await page.locator('.card').getByText(words).waitFor()
})

test('every state can be reached from every other, in every theme, language and width', async () => {
  const page = await open('/')
  await page.getByRole('link', { name: 'Partially paid' }).click()
  await page.getByRole('link', { name: 'ar', exact: true }).click()
  await page.getByRole('link', { name: 'Dark' }).click()
  await page.getByRole('link', { name: '320' }).click()
  const frame = page.frameLocator('iframe')
  const card = frame.locator('.card')
  await frame.getByText(arabic.titles.remainder).waitFor()
  expect(await card.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  expect(await card.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(22, 25, 31)')
  expect(await frame.locator('html').evaluate((html) => html.clientWidth)).toBe(320)
  await page.getByRole('link', { name: 'Page without script' }).click()
  await frame.locator('crypto-checkout:not(:defined)').waitFor()
  await page.getByRole('link', { name: 'Completed', exact: true }).click()
  await frame.getByText(arabic.titles.completed, { exact: true }).waitFor()
})

test('its time left runs from each load', async () => {
  const page = await newPage()
  await page.clock.install()
  await page.goto(address('/state/last-minute'))
  const timer = page.getByRole('timer')
  await timer.waitFor()
  // An answer would tell the time again.
  await page.route('**/status*', (route) => route.abort())
  await page.clock.fastForward(30_000)
  await page.getByText(/00:\d\d left/).waitFor()
  await page.unroute('**/status*')
  await page.reload()
  // A slow machine takes some of these seconds to load it.
  expect(await timer.textContent()).toMatch(/01:\d\d left/)
})
