import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { statesToTest, withGallery } from './testing.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** A theme changes nothing but colours. */
const themes = [
  ['light', TAGS],
  ['dark', { type: 'rule', values: ['color-contrast'] }],
] as const

const { newPage, show } = withGallery()

/** What is wrong on the page, a line for each place. */
async function violationsOf(page: Page, runOnly: unknown): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(runOnly)} })`)) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

for (const as of ['element', 'dialog', 'page-without-script'] as const) {
  for (const lang of ['en', 'ar'] as const) {
    test(`${as}, ${lang}: axe finds nothing in any state, light or dark`, async () => {
      const page = await newPage({ bypassCSP: true })
      const found: string[] = []
      for (const state of statesToTest(as)) {
        await show(page, state, { as, lang })
        await page.evaluate(AXE)
        for (const [colorScheme, rules] of themes) {
          await page.emulateMedia({ colorScheme })
          found.push(...(await violationsOf(page, rules)).map((one) => `${state}, ${colorScheme}: ${one}`))
        }
      }
      expect(found).toEqual([])
    }, 120_000)
  }
}
