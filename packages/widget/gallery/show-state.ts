import type { Page } from 'playwright-core'
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
