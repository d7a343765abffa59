/**
 * Readers who have set a larger text in their browser. This is not zoom: the window keeps its width, and pixels keep
 * their size.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isQuickRun } from '../../core/src/testing/runs.ts'
import { buildScripts } from '../src/testing/built-scripts.ts'
import { launchBrowser } from './browser.ts'
import { faultsOf } from './checks/faults.ts'
import { startGallery } from './server.ts'
import { showState } from './show-state.ts'

const STATES = ['created', 'stellar', 'large', 'completed', 'overpaid']
const WIDTHS = [280, 375, 1280]
/** Text that must never be broken. A price of hundreds of millions may be, and so may an amount in large text. */
const WHOLE = '.digits, .coin, .price, .merchant bdi, .network, .title, .finality, dt, code'
const LONGEST_PRICE = 12
const LONGEST_AMOUNT = 14
const SHOWN_AS = ['element', 'page', 'page-without-script'] as const

let gallery: Awaited<ReturnType<typeof startGallery>>
beforeAll(async () => {
  gallery = await startGallery(await buildScripts())
})
afterAll(() => gallery.stop())

describe.each(isQuickRun() ? [32] : [16, 24, 32])('text of %i px', (size) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser([`--blink-settings=defaultFontSize=${size}`])
  })
  afterAll(() => browser.close())

  test.each(SHOWN_AS)(
    '%s: amounts, names and the code stay whole, and no amount is smaller than the text around',
    async (as) => {
      const faults: string[] = []
      const page = await (await browser.newContext({ javaScriptEnabled: as !== 'page-without-script' })).newPage()
      for (const state of STATES) {
        await showState(page, gallery.url, { state, as, lang: 'en', theme: 'light' })
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const found = [...(await brokenTexts(page)), ...(await faultsOf(page))]
          faults.push(...found.map((fault) => `${state}, ${width} px: ${fault}`))
        }
      }
      expect(faults).toEqual([])
    },
    120_000,
  )
})

/** Amounts and names that are broken inside a word, and codes that have become too small. */
function brokenTexts(page: Page): Promise<string[]> {
  return page.evaluate(
    ([whole, longestPrice, longestAmount]) => {
      const roots = [...document.querySelectorAll('crypto-checkout')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
      const all = [document, ...roots].flatMap((root) => [...root.querySelectorAll('.card *')])
      const shown = all.filter((one) => one.checkVisibility())
      const faults: string[] = []
      for (const element of shown.filter((one) => one.matches(whole))) {
        const { length } = element.textContent ?? ''
        if (element.matches('.price') && length > longestPrice) continue
        const sizeOf = (one: Element | null) => (one ? Number.parseFloat(getComputedStyle(one).fontSize) : 0)
        if (element.matches('.digits') && sizeOf(element) < sizeOf(element.closest('.card'))) {
          faults.push(`"${element.textContent}" is ${sizeOf(element)} px large`)
        }
        if (element.matches('.digits') && length > longestAmount && innerWidth < 400) continue
        // Of its text alone: a mark beside it ends at another height.
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        const lines = new Set<number>()
        while (walker.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          for (const { bottom } of range.getClientRects()) lines.add(Math.round(bottom))
        }
        const words = (element.textContent ?? '').trim().split(/[\s-]+/)
        // An id or a hash may be broken, but not into single letters.
        const most = element.matches('code') ? 2 : words.length
        if (lines.size > most) faults.push(`"${element.textContent}" has ${lines.size} lines`)
      }
      const card = shown[0]?.closest('.card')?.getBoundingClientRect()
      const room = card && Math.min(card.width, innerWidth) * 0.7
      for (const code of shown.filter((one) => one.matches('.qr-code'))) {
        const { width } = code.getBoundingClientRect()
        if (room && width < Math.min(240, room)) faults.push(`the code is ${Math.round(width)} px wide`)
      }
      return faults
    },
    [WHOLE, LONGEST_PRICE, LONGEST_AMOUNT] as const,
  )
}
