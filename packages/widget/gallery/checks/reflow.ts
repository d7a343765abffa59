import type { Page } from 'playwright-core'
import { faultsOf } from './faults.ts'

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

/** What cannot be read by somebody who has a small screen, has zoomed in or has spread the text. */
export async function reflow(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const [reader, { width, css }] of Object.entries(readers)) {
    await page.setViewportSize({ width, height: 800 })
    await restyle(page, css)
    found.push(...(await faultsOf(page)).map((fault) => `${reader}: ${fault}`))
  }
  await restyle(page, '')
  if (before !== null) await page.setViewportSize(before)
  return found
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
