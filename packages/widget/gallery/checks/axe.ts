import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const CONTRAST = 'color-contrast'

/** The findings of axe in both themes, which differ only in colours. One line for each place. */
export async function axe(page: Page): Promise<string[]> {
  return [
    ...(await find(page, 'light', { runOnly: TAGS })),
    ...(await find(page, 'dark', { runOnly: { type: 'rule', values: [CONTRAST] } })),
  ]
}

/** Without the contrast of texts, which takes most of the time. */
export function axeBesidesContrast(page: Page): Promise<string[]> {
  return find(page, 'light', { runOnly: TAGS, rules: { [CONTRAST]: { enabled: false } } })
}

async function find(page: Page, colorScheme: 'light' | 'dark', options: object): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${colorScheme}, ${id}: ${target}`))
}
