import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { faultsOf } from './faults.ts'
import { statesToTest, withGallery } from './testing.ts'

const { newPage, show } = withGallery()

/** WCAG 1.4.12: what a reader may set, on everything. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }'
/** Text at twice its size, by the reader's own setting (WCAG 1.4.4). */
const LARGE_TEXT = ':root { font-size: 200%; }'

/** A desktop of 1280 px at 200 % has 640 of them, at 400 % 320 (WCAG 1.4.10). */
const readers = {
  '390 px': { width: 390, css: '' },
  '320 px': { width: 320, css: '' },
  '200 %': { width: 640, css: '' },
  'wide text on 320 px': { width: 320, css: TEXT_SPACING },
  'wide text on 390 px': { width: 390, css: TEXT_SPACING },
  'text of twice the size': { width: 1280, css: LARGE_TEXT },
}

for (const as of ['element', 'dialog', 'page-without-script'] as const) {
  for (const lang of ['de', 'ar'] as const) {
    const title = 'nothing is cut off, covered or beside the page in any state: narrow, zoomed or with wide text'
    test(`${as}, ${lang}: ${title}`, async () => {
      const page = await newPage({ deviceScaleFactor: 2, bypassCSP: true })
      const found: string[] = []
      for (const state of statesToTest(as)) {
        await show(page, state, { as, lang })
        for (const [reader, { width, css }] of Object.entries(readers)) {
          await page.setViewportSize({ width, height: 800 })
          await restyle(page, css)
          found.push(...(await faultsOf(page)).map((fault) => `${state}, ${reader}: ${fault}`))
        }
      }
      expect(found).toEqual([])
    }, 120_000)
  }
}

/** Puts the reader's own stylesheet over the page and into the element. */
function restyle(page: Page, css: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
    for (const { shadowRoot } of document.querySelectorAll('*')) {
      if (shadowRoot === null) continue
      const own = shadowRoot.adoptedStyleSheets.filter((one) => !('reader' in one))
      shadowRoot.adoptedStyleSheets = [...own, Object.assign(sheet, { reader: true })]
    }
  }, css)
}

test('what can be pressed is at least 24 px wide and high', async () => {
  const page = await newPage({ viewport: { width: 320, height: 640 } })
  const found: string[] = []
  for (const as of ['element', 'page'] as const) {
    for (const state of statesToTest(as)) {
      await show(page, state, { as })
      for (const target of await page.locator('a[href], button, summary, input').filter({ visible: true }).all()) {
        const { width = 0, height = 0 } = (await target.boundingBox()) ?? {}
        if (width < 24 || height < 24)
          found.push(`${as}, ${state}: ${await target.textContent()} (${width}, ${height})`)
      }
    }
  }
  expect(found).toEqual([])
}, 120_000)
