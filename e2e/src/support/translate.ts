/** Translates pages as browsers do, by the same code as the tests of the element. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const source = readFileSync(join(import.meta.dirname, '../../../packages/widget/src/testing/translators.ts'), 'utf8')
const script = stripTypeScriptTypes(source).replaceAll('export ', '')

export type TranslatorName = 'wrapTexts' | 'rebuildLines'

/** Translates what the page shows, into the same words. */
export async function translatePage(page: Page, name: TranslatorName): Promise<void> {
  await page.evaluate(`(() => { ${script}; ${name}(document.body) })()`)
}
