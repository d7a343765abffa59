import type { Page } from 'playwright-core'

/** WCAG 2.5.8, without its exceptions. */
const LEAST_PX = 24

/** Targets that are too small to press. */
export function targets(page: Page): Promise<string[]> {
  return page.evaluate(findSmall, LEAST_PX)
}

/** Runs in the page. */
function findSmall(leastPx: number): string[] {
  const shadows = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const all = [document, ...shadows].flatMap((root) => [
    ...root.querySelectorAll('a[href], button, summary, input, textarea'),
  ])
  return all.flatMap((one) => {
    const { width, height } = one.getBoundingClientRect()
    const isVisible = one.checkVisibility({ visibilityProperty: true }) && width > 0 && height > 0
    return isVisible && (width < leastPx || height < leastPx)
      ? [`${one.textContent?.trim()}: ${width} by ${height}`]
      : []
  })
}
