import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildScripts } from '../src/testing/built-scripts.ts'
import { launchBrowser } from './browser.ts'
import { axe } from './checks/axe.ts'
import { startGallery } from './server.ts'
import { showState } from './show-state.ts'
import type { View } from './view.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
let browser: Browser

beforeAll(async () => {
  gallery = await startGallery(await buildScripts())
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  await gallery.stop()
})

/** Renames CSS functions to names that no browser knows, in styles and in the scripts that test for them. */
async function openOlder(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ bypassCSP: true, ...options })
  onTestFinished(() => context.close())
  await context.route(/\.(css|js)$|pay\.css/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/light-dark|color-mix/g, 'unknown-$&')
    await route.fulfill({ response, body })
  })
  return context.newPage()
}

const show = (page: Page, as: View['as'], theme: View['theme'] = 'auto') =>
  showState(page, gallery.url, { state: 'created', as, lang: 'en', theme })

const backgrounds = (page: Page) =>
  page.evaluate(() => {
    const card = [...document.querySelectorAll('crypto-checkout')].map((one) => one.shadowRoot?.querySelector('.card'))
    return [card[0] ?? document.querySelector('.card')].map((one) => one && getComputedStyle(one).backgroundColor)[0]
  })

const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(22, 25, 31)'

test.each(['element', 'page', 'page-without-script'] as const)(
  'without light-dark() the %s has its colours, light and dark',
  async (as) => {
    const page = await openOlder({ colorScheme: 'light' })
    // A browser that ignores a policy runs the scripts that it forbids.
    if (as === 'page-without-script') await page.route('**/*.js', (route) => route.abort())
    await show(page, as)
    expect(await backgrounds(page)).toBe(LIGHT)
    expect(await axe(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await backgrounds(page)).toBe(DARK)
  },
  60_000,
)

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('without light-dark() a page that fixes %s keeps it', async (theme, background) => {
  const page = await openOlder({ colorScheme: theme === 'light' ? 'dark' : 'light' })
  await show(page, 'element', theme)
  expect(await backgrounds(page)).toBe(background)
})

test('without color-mix() a button under the pointer keeps its background', async () => {
  const page = await openOlder({ colorScheme: 'light' })
  await showState(page, gallery.url, { state: 'unreachable', as: 'element', lang: 'en', theme: 'auto' })
  const button = page.locator('crypto-checkout .primary')
  await button.hover()
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 79, 216)')
})
