import type { Page } from 'playwright-core'

type Stop = {
  name: string
  left: number
  right: number
  top: number
  bottom: number
  direction: string
  outlined: boolean
}

/** Elements that the keyboard does not reach, reaches out of reading order, or reaches unseen. */
export async function keyboard(page: Page): Promise<string[]> {
  const stops = await stopsOf(page)
  const count = await page
    .locator('a[href], button:enabled, summary, input:not([type=hidden]), textarea')
    .filter({ visible: true })
    .count()
  const found = stops.length === count ? [] : [`${stops.length} of ${count} are reached`]
  for (const [index, stop] of stops.entries()) {
    const last = stops[index - 1]
    if (!stop.outlined) found.push(`the focus on ${stop.name} cannot be seen`)
    if (last && !follows(stop, last)) found.push(`${last.name} comes before ${stop.name}`)
  }
  return found
}

/** The elements that the keyboard reaches from the top of the page, in order, until focus leaves the page. */
async function stopsOf(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      let focused = document.activeElement
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
      if (focused === null || focused === document.body) return null
      const { left, right, top, bottom } = focused.getBoundingClientRect()
      const { outlineStyle, direction } = getComputedStyle(focused)
      const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? ''
      const place = { left, right, top: top + scrollY, bottom: bottom + scrollY }
      return { name, ...place, direction, outlined: outlineStyle !== 'none' }
    })
    if (stop === null || (stops.length > 0 && stop.top === stops[0]?.top && stop.left === stops[0].left)) return stops
    stops.push(stop)
  }
}

/** Tells whether it follows the other in reading order: next to it in the writing direction, or below. */
function follows(next: Stop, last: Stop): boolean {
  const sameRow = next.top < last.bottom && last.top < next.bottom
  if (!sameRow) return next.top >= last.bottom
  return next.direction === 'rtl' ? next.right <= last.left : next.left >= last.right
}
