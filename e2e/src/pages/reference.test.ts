import { pickCases } from '@crypto-checkout/core/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBarriers } from '../support/dashboard-harness.ts'
import { cleanUp } from '../support/harness.ts'
import { collectConsoleErrors, openPageSite, type PageSite, startBrowser } from '../support/page-harness.ts'

let site: PageSite
let browser: Browser

beforeAll(async () => {
  const coins = { USDC: { address: '0x5FbDB2315678afecb367f032d93F642f64180aa3', decimals: 6 } }
  const ethereum = { rpcUrls: ['http://127.0.0.1:2'], chainId: 31_337, coins }
  site = await openPageSite({ sandbox: { networks: { ethereum } }, docs: true, log: () => {} })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await site?.close()
  expect(await cleanUp()).toEqual([])
})

/** The markup is the same in all of them. */
const looks = [
  [390, 'light'],
  [1280, 'dark'],
] as const

test.each(pickCases(looks))(
  'the reference can be read and used by everyone, %i pixels wide and %s',
  async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
    const errors = collectConsoleErrors(page)
    await page.goto(`${site.origin}/docs`)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    expect(errors).toEqual([])
    await page.close()
  },
)

test('its contents lead to each operation, without scripts', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${site.origin}/docs`)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByText('Refunds', { exact: true }).click()
  await contents.getByRole('link', { name: 'Refund a payment' }).click()
  expect(new URL(page.url()).hash).toBe('#createRefund')
  const heading = page.getByRole('heading', { name: 'Refund a payment, in full or in part' })
  expect((await heading.boundingBox())?.y).toBeLessThan(100)
  await page.close()
})
