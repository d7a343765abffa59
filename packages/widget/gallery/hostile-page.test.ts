import { SAMPLE_NOW } from '@crypto-checkout/payer-ui/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isQuickRun } from '../../core/src/testing/runs.ts'
import { withGallery } from './testing.ts'
import { statesShownAs } from './view.ts'

const { newPage, show } = withGallery()

// The same minute in every picture.
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: SAMPLE_NOW }))
afterAll(() => void vi.useRealTimers())

/** A page that is as high as any state, so that no scroll bar changes its width. */
const viewport = { width: 390, height: 3000 }

async function take(page: Page, state: string, as: 'element' | 'hostile-page', lang: 'en' | 'ar'): Promise<Buffer> {
  await show(page, state, { as, lang })
  // Seconds pass between the pictures.
  return page.locator('crypto-checkout').screenshot({ mask: [page.locator('.timer')] })
}

const languages: readonly ('en' | 'ar')[] = isQuickRun() ? ['en'] : ['en', 'ar']
const tried = statesShownAs('hostile-page').filter((_, index) => !isQuickRun() || index % 3 === 0)

test.each(languages)('%s: the styles of a page change no pixel of the element', async (lang) => {
  const changed: string[] = []
  for (const state of tried) {
    const page = await newPage({ viewport, reducedMotion: 'reduce' })
    const usual = await take(page, state, 'element', lang)
    if (!usual.equals(await take(page, state, 'hostile-page', lang))) changed.push(state)
    await page.close()
  }
  expect(changed).toEqual([])
})
