import type { Page } from 'playwright-core'

/** How Chromium says that there is no frame to take. */
const NOT_DRAWN = 'Unable to capture screenshot'
const PAUSE_MS = 100
const MAX_TRIES = 50

/**
 * A picture of a whole page, as PNG. Chromium can only take what it has drawn, and refuses where a busy machine has not
 * drawn the page in its new size yet. So the page gets its full height first, and is asked for its picture until it was
 * drawn. The page itself cannot tell when: it may be one on which no scripts run.
 */
export async function photograph(page: Page, path?: string): Promise<Buffer> {
  const usual = page.viewportSize()
  if (usual === null) throw new Error('the page has no size of its own')
  await page.setViewportSize({ ...usual, height: Math.max(usual.height, await page.evaluate(fullHeight)) })
  const picture = await takeOnceDrawn(page, path)
  await page.setViewportSize(usual)
  return picture
}

async function takeOnceDrawn(page: Page, path: string | undefined): Promise<Buffer> {
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
