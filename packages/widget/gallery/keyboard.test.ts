import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { statesToTest, withGallery } from './testing.ts'

const { newPage, show } = withGallery()

type Stop = {
  name: string
  left: number
  right: number
  top: number
  bottom: number
  direction: string
  outlined: boolean
}

/** What the keyboard reaches, in its order, until it leaves the page. */
async function stopsOf(page: Page): Promise<Stop[]> {
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

/** How many things there are that a mouse could use. */
const operable = (page: Page) =>
  page.locator('a[href], button, summary, input, select, [tabindex="0"]').filter({ visible: true }).count()

/** Whether it is read after the other: beside it in the direction of the writing, or below. */
function follows(next: Stop, last: Stop): boolean {
  const sameRow = next.top < last.bottom && last.top < next.bottom
  if (!sameRow) return next.top >= last.bottom
  return next.direction === 'rtl' ? next.right <= last.left : next.left >= last.right
}

for (const as of ['element', 'page'] as const) {
  for (const lang of ['en', 'ar'] as const) {
    test(`${as}, ${lang}: the keyboard reaches all that can be used, in the order of reading, and shows where it is`, async () => {
      const page = await newPage({ viewport: { width: 390, height: 844 } })
      const faults: string[] = []
      for (const state of statesToTest(as)) {
        await show(page, state, { as, lang })
        const stops = await stopsOf(page)
        const count = await operable(page)
        if (stops.length !== count) faults.push(`${state}: ${stops.length} of ${count} are reached`)
        for (const [index, stop] of stops.entries()) {
          const last = stops[index - 1]
          if (!stop.outlined) faults.push(`${state}: the focus on ${stop.name} can not be seen`)
          if (last && !follows(stop, last)) faults.push(`${state}: ${last.name} comes before ${stop.name}`)
        }
      }
      expect(faults).toEqual([])
    }, 120_000)
  }
}
