import type { Page } from 'playwright-core'

/** WCAG 2.5.8, without its exceptions. */
const LEAST_PX = 24

/** Targets that are too small to press. */
export async function targets(page: Page): Promise<string[]> {
  const all = await page.locator('a[href], button, summary, input, textarea').filter({ visible: true }).all()
  const sizes = await Promise.all(
    all.map(async (one) => ({ text: await one.textContent(), box: await one.boundingBox() })),
  )
  return sizes.flatMap(({ text, box }) =>
    box && (box.width < LEAST_PX || box.height < LEAST_PX) ? `${text?.trim()}: ${box.width} by ${box.height}` : [],
  )
}
