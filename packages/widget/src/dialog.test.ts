import { expect, test } from 'vitest'
import { samplePayment } from './testing/sample-payment.ts'
import { createAnswer, openBrowserOfFile, openPage, serve } from './testing/site.ts'

const { browser, scripts } = await openBrowserOfFile()

const POLICY = `default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html`

/** A shop with a strict policy and a button that opens the payment. */
function serveShop(): Promise<string> {
  return serve((path) => {
    const script = scripts.get(path.slice(1))
    if (script !== undefined) return createAnswer('text/javascript', script)
    if (path === '/pay/1/status') return createAnswer('application/json', JSON.stringify(samplePayment()))
    if (path === '/shop.js') {
      return createAnswer('text/javascript', 'button.onclick = () => document.querySelector("crypto-checkout").open()')
    }
    const { headers, body } = createAnswer(
      'text/html',
      `<!doctype html><title>Shop</title><button id="button">Pay</button>
      <crypto-checkout src="/pay/1" modal></crypto-checkout>
      <script type="module" src="/crypto-checkout.js"></script><script src="/shop.js"></script>`,
    )
    return { headers: { ...headers, 'content-security-policy': POLICY }, body }
  })
}

test('under a strict policy the dialog opens over the page and is closed again', async () => {
  const { page, consoleErrors } = await openPage(browser)
  await page.goto(await serveShop())
  await page.getByRole('button', { name: 'Pay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Waiting for payment' })
  await dialog.waitFor()
  expect(await dialog.evaluate((element) => getComputedStyle(element).display)).toBe('flex')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(consoleErrors).toEqual([])
})

test('where its script cannot be loaded the payment is shown in its place', async () => {
  const { page } = await openPage(browser)
  await page.route(/checkout-dialog/, (route) => route.abort())
  await page.goto(await serveShop())
  await page.getByRole('heading', { name: 'Waiting for payment', exact: true }).waitFor()
  expect(await page.locator('dialog').count()).toBe(0)
})
