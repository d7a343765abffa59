import type { Page } from 'playwright-core'

/** Chromium's message when there is no frame to capture. */
const NOT_DRAWN = 'Unable to capture screenshot'
const PAUSE_MS = 100
const MAX_TRIES = 50

/**
 * A picture of a whole page, as PNG. Chromium can only capture what it has drawn, and fails if a busy machine has not
 * yet drawn the page in its new size. So the page first gets its full height, and the capture is repeated until it
 * succeeds. The page itself cannot signal this, because it may run no scripts.
 */
export function photograph(page: Page, path?: string): Promise<Buffer> {
  return inFullHeight(page, () => takeOnceDrawn(page, path))
}

/** Runs `work` on a page that is as high as its content. If the page had a scroll bar, its content has moved. */
export async function inFullHeight<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const usual = page.viewportSize()
  if (usual === null) throw new Error('the page has no size of its own')
  await page.setViewportSize({ ...usual, height: Math.max(usual.height, await page.evaluate(fullHeight)) })
  const result = await work()
  await page.setViewportSize(usual)
  return result
}

/** The page's current view as PNG, as soon as Chromium has drawn it. */
export async function takeOnceDrawn(page: Page, path?: string): Promise<Buffer> {
  for (let tries = 1; ; tries++) {
    try {
      return await page.screenshot({ ...(path && { path }) })
    } catch (error) {
      if (tries === MAX_TRIES || !String(error).includes(NOT_DRAWN)) throw error
      await page.waitForTimeout(PAUSE_MS)
    }
  }
}

// Runs in the page.
function fullHeight(): number {
  return document.documentElement.scrollHeight
}
