import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { buildScripts } from '../src/testing/built-scripts.ts'
import { launchBrowser } from './browser.ts'
import { startGallery } from './server.ts'
import { changeLanguage, showState } from './show-state.ts'
import type { View } from './view.ts'

/** A gallery with the element built from the current sources, and a browser, for the tests of one file. */
export function withGallery() {
  let gallery: Awaited<ReturnType<typeof startGallery>>
  let browser: Browser

  beforeAll(async () => {
    gallery = await startGallery(await buildScripts())
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser.close()
    await gallery.stop()
  })

  /** A tab for several tests, closed together with its context. */
  async function keptPage(options: BrowserContextOptions = {}): Promise<Page> {
    return (await browser.newContext(options)).newPage()
  }

  /** A tab for one test. */
  async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await keptPage(options)
    onTestFinished(() => page.context().close())
    return page
  }

  return {
    newPage,
    keptPage,
    changeLanguage,
    address: (path: string) => new URL(path, gallery.url).href,
    show: (page: Page, state: string, { as = 'element', lang = 'en', theme = 'auto' }: Partial<View> = {}) =>
      showState(page, gallery.url, { state, as, lang, theme }),
  }
}
