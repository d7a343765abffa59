import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Without scripts a page has no other way to update the payment's status. */
const rules = { 'meta-refresh': { enabled: false } }
/** Themes differ only in colours. */
const themes = [
  ['light', { runOnly: TAGS, rules }],
  ['dark', { runOnly: { type: 'rule', values: ['color-contrast'] } }],
] as const

/** The findings of axe in both themes, one line for each place. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  const found: string[] = []
  for (const [colorScheme, options] of themes) {
    await page.emulateMedia({ colorScheme })
    const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults
    found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${colorScheme}, ${id}: ${target}`)))
  }
  return found
}
