import type { Page, Request } from 'playwright-core'
import { detectReader } from '../../core/src/pages/visit.ts'
import { states } from './states.ts'
import { addressOf, type View } from './view.ts'

const PATIENCE_MS = 30_000

/** Opens a state and waits until all of it is visible. */
export async function showState(page: Page, url: string, view: Omit<View, 'width'>): Promise<void> {
  await page.goto(new URL(addressOf(view), url).href)
  const state = states.get(view.state)
  const rendered = view.as === 'page-without-script' || (view.as === 'page' && state?.payment(0) === null)
  const pageSign = (view.as === 'page' && state?.page?.sign) || '.card'
  const sign = rendered ? pageSign : `crypto-checkout :is(${state?.sign})`
  await page.locator(sign).filter({ visible: true }).first().waitFor({ timeout: PATIENCE_MS })
  if (!rendered && state?.settled) await page.locator(state.settled).waitFor({ timeout: PATIENCE_MS })
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Shows an element's state in another language. The element follows its page, so this takes a tenth of the time of a
 * visit.
 */
export async function changeLanguage(page: Page, lang: View['lang']): Promise<void> {
  const { direction } = detectReader(`lang=${lang}`, undefined).texts
  const loading: Promise<unknown>[] = []
  const note = (request: Request) => {
    if (request.resourceType() === 'script') loading.push(request.response().then((response) => response?.finished()))
  }
  page.on('request', note)
  await page.evaluate((changes) => Object.assign(document.documentElement, changes), { lang, dir: direction })
  const status = page.locator(`crypto-checkout [role=status][lang="${lang}"]`)
  await status.first().waitFor({ state: 'attached', timeout: PATIENCE_MS })
  // Parts of the card load texts of their own.
  for (let waited = -1; waited < loading.length; ) {
    waited = loading.length
    await Promise.all(loading)
    await page.evaluate(waitForFrames)
  }
  page.off('request', note)
  await page.evaluate(() => document.fonts.ready)
}

/** Runs in the page. */
function waitForFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}
