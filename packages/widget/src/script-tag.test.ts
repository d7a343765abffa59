import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { samplePayment } from './testing/sample-payment.ts'
import { openBrowserOfFile, openPage, serve } from './testing/site.ts'

const { browser, scripts } = await openBrowserOfFile()

/**
 * A shop's page with a pinned script from a checkout server of another origin. `change` modifies the script that is
 * sent.
 */
async function openShop(change: (script: string) => string): Promise<{ page: Page; consoleErrors: string[] }> {
  const element = scripts.get('crypto-checkout.js') ?? ''
  const hash = createHash('sha384').update(element).digest('base64')
  const checkout = await serve((path) => {
    const script = scripts.get(path.slice(1))
    const type = script === undefined ? 'application/json' : 'text/javascript'
    const body = path === '/crypto-checkout.js' ? change(element) : (script ?? JSON.stringify(samplePayment()))
    return { headers: { 'content-type': type, 'access-control-allow-origin': '*' }, body }
  })
  const policy = `default-src 'none'; script-src ${checkout}; connect-src ${checkout}; require-trusted-types-for 'script'; trusted-types lit-html`
  const shop = await serve(() => ({
    headers: { 'content-type': 'text/html', 'content-security-policy': policy },
    body: `<!doctype html><html lang="de"><title>Shop</title>
      <script type="module" src="${checkout}/crypto-checkout.js" integrity="sha384-${hash}" crossorigin="anonymous"></script>
      <crypto-checkout src="${checkout}/pay/1"><a href="${checkout}/pay/1">Bezahlen</a></crypto-checkout>`,
  }))
  const { page, consoleErrors } = await openPage(browser)
  await page.goto(shop)
  return { page, consoleErrors }
}

test('the pinned script is all that has to be there before another language is', async () => {
  const { page, consoleErrors } = await openShop((script) => script)
  await page.getByRole('heading', { name: 'Warten auf Zahlung', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Bezahlen' }).isVisible()).toBe(false)
  expect(consoleErrors).toEqual([])
  // The hash covers the first of them alone.
  const readLoaded = async (): Promise<string[]> => {
    const names = await page.evaluate('performance.getEntriesByType("resource").map(({ name }) => name)')
    return (names as string[]).filter((name) => name.endsWith('.js')).map((name) => new URL(name).pathname)
  }
  expect((await readLoaded())[0]).toBe('/crypto-checkout.js')
  // The last two come once the payment is shown.
  await expect
    .poll(async () => (await readLoaded()).slice(1).toSorted())
    .toEqual([
      expect.stringMatching(/^\/checkout-after-paint-/),
      expect.stringMatching(/^\/checkout-de-/),
      expect.stringMatching(/^\/checkout-discover-/),
    ])
})

test('a script that is not the pinned one does not run: the link between the tags is left', async () => {
  const { page, consoleErrors } = await openShop((script) => `${script} `)
  await expect.poll(() => consoleErrors.join(' ')).toContain('integrity')
  expect(await page.evaluate('customElements.get("crypto-checkout") === undefined')).toBe(true)
  expect(await page.getByRole('link', { name: 'Bezahlen' }).isVisible()).toBe(true)
})
