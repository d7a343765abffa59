import type { Page } from 'playwright-core'

/**
 * A picture of a whole page, as PNG. Chromium can only take what it has drawn, and refuses ("Unable to capture
 * screenshot") where a busy machine has not drawn the page in its new size yet. So the page gets its full height first,
 * and is taken once it was drawn with that.
 */
export async function photograph(page: Page, path?: string): Promise<Buffer> {
  const usual = page.viewportSize()
  if (usual === null) throw new Error('the page has no size of its own')
  await page.setViewportSize({ ...usual, height: Math.max(usual.height, await page.evaluate(fullHeight)) })
  await page.evaluate(nextFrames)
  const picture = await page.screenshot({ ...(path && { path }) })
  await page.setViewportSize(usual)
  return picture
}

// What follows runs in the page.

function fullHeight(): number {
  return document.documentElement.scrollHeight
}

/** Resolves when a frame was drawn that began after now. */
function nextFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })
}
