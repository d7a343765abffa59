/** Shows the pages of README.md in a browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sampleLink } from '@crypto-checkout/payer-ui/testing'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { createAnswer, openBrowserOfFile, openPage, serve } from './testing/site.ts'

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
// The last one has the hash of a release: another test pins a script.
const [script = '', ...blocks] = [...README.matchAll(/^```html\n(.*?)^```$/gms)]
  .map(([, code = '']) => code)
  .slice(0, -1)

const { browser, scripts } = await openBrowserOfFile()

const hasHeading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first().waitFor()

/** The view that a reader of each block expects, in the order of the document. */
const seen: readonly ((page: Page) => Promise<unknown>)[] = [
  hasHeading('Waiting for payment'),
  async (page) => {
    await hasHeading(sampleLink().title)(page)
    expect(await page.getByRole('link', { name: 'Pay', exact: true }).isVisible()).toBe(false)
  },
  async (page) => {
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'Waiting for payment' }).waitFor()
  },
  async (page) => {
    await hasHeading('Payment complete')(page)
    expect(await page.getByRole('link', { name: 'Download' }).isVisible()).toBe(true)
  },
]

test.each(seen.map((look, index) => [[script, ...blocks][index] ?? '', look] as const))(
  'a page with %s',
  async (block, look) => {
    const isCompleted = block.includes('slot="completed"')
    const site = await serve((path) => {
      const built = scripts.get(path.slice(1))
      if (built !== undefined) return createAnswer('text/javascript', built)
      const payment = samplePayment(isCompleted ? sampleChanges.completed : {})
      if (path.startsWith('/pay/')) return createAnswer('application/json', JSON.stringify(payment))
      if (path.startsWith('/l/')) return createAnswer('application/json', JSON.stringify(sampleLink()))
      const tag = block === script ? '' : script.split('\n')[0]
      const body = `${tag}${block}`.replaceAll('src="…"', 'src="/pay/1"').replaceAll('https://pay.example.com', '')
      return createAnswer(
        'text/html',
        `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${body}`,
      )
    })
    const { page, consoleErrors } = await openPage(browser)
    await page.goto(site)
    await look(page)
    expect(consoleErrors).toEqual([])
  },
)

test('each page of the document is here', () => {
  expect(blocks).toHaveLength(seen.length - 1)
})
