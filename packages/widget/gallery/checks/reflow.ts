import type { Page } from 'playwright-core'
import { faultsOf } from './faults.ts'

/** WCAG 1.4.12: the spacing that a reader may set on everything. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }'
/** Text at twice its size, through the reader's own setting (WCAG 1.4.4). */
const LARGE_TEXT = ':root { font-size: 200%; }'

/** A desktop of 1280 px has 640 CSS px at 200 %, and 320 at 400 % (WCAG 1.4.10). */
const readers = {
  '390 px': { width: 390, css: '' },
  'wide text on 390 px': { width: 390, css: TEXT_SPACING },
  'wide text on 320 px': { width: 320, css: TEXT_SPACING },
  '320 px': { width: 320, css: '' },
  '200 %': { width: 640, css: '' },
  'text of twice the size': { width: 1280, css: LARGE_TEXT },
}

/** Content that is unreadable on a small screen, when zoomed in, or with increased text spacing. */
export async function reflow(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const [reader, { width, css }] of Object.entries(readers)) {
    await resize(page, width)
    await restyle(page, css)
    found.push(...(await faultsOf(page)).map((fault) => `${reader}: ${fault}`))
  }
  await restyle(page, '')
  if (before !== null) await page.setViewportSize(before)
  return found
}

const PAUSE_MS = 20
const MAX_TRIES = 500

/** Resolves once the page has its new width, which takes a moment on a busy machine. */
async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width === width) return
  await page.setViewportSize({ width, height: 800 })
  for (let tries = 1; (await page.evaluate(() => innerWidth)) !== width; tries++) {
    if (tries === MAX_TRIES) throw new Error(`the page is not ${width} px wide`)
    await page.waitForTimeout(PAUSE_MS)
  }
}

/** Applies the reader's own stylesheet to the page and inside the element. */
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
