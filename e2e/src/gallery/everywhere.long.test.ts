/** Rules for every page of the dashboard, seen with a shop that has something of everything. */
import { TEST_PAYER } from '@crypto-checkout/core/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crawl } from '../support/dashboard-crawl.ts'
import { findBarriersInThemes, looks } from '../support/dashboard-harness.ts'
import { collectConsoleErrors, startBrowser } from '../support/page-harness.ts'
import { doBusiness } from './business.ts'
import { type DemoShop, openDemoShop } from './shop.ts'
import { signIn } from './shots.ts'

/** Runs if any page takes a text for markup. */
const HOSTILE = '"><img src=x onerror="window.wasHacked=1"><script>window.wasHacked=1</script>'

/** The same as a memo of Stellar, which has at most 28 bytes and comes from any stranger. */
const HOSTILE_MEMO = '<svg onload=wasHacked=1>'

let shop: DemoShop
let browser: Browser

beforeAll(async () => {
  shop = await openDemoShop(0)
  await doBusiness(shop)
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await shop?.close()
})

/** A phone, a tablet, and what is between. */
const WIDTHS = [320, 800, 900, 1000, 1100]

/** Tells how far a page reaches beyond the screen, in words. */
async function findSurplus(page: Page): Promise<string[]> {
  const surplus = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  return surplus > 0 ? [`${surplus} pixels too wide at ${page.viewportSize()?.width}`] : []
}

/** Finds the faults of each page. */
async function findFaults(page: Page, environment: string, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  const viewport = page.viewportSize() ?? { width: 0, height: 0 }
  const home = `${shop.origin}/dashboard/${environment}/`
  const names = await crawl(page, home, async (name) => {
    const found = [...(await findBarriersInThemes(page)), ...(await findSurplus(page))]
    for (const width of widths) {
      await page.setViewportSize({ ...viewport, width })
      found.push(...(await findSurplus(page)))
    }
    await page.setViewportSize(viewport)
    faults.push(...found.map((fault) => `${name}: ${fault}`))
  })
  expect(names.length).toBeGreaterThan(10)
  return faults
}

test.each(looks.map((look, index) => ({ ...look, locale: index % 2 ? 'de-DE' : 'en-GB' })))(
  'no page has a barrier, and none is wider than a screen: %o',
  async (look) => {
    const page = await signIn(browser, shop, look)
    const errors = collectConsoleErrors(page)
    expect(await findFaults(page, 'sandbox', WIDTHS)).toEqual([])
    expect(await findFaults(page, 'production', [])).toEqual([])
    expect(errors).toEqual([])
    await page.context().close()
  },
)

test('no text of a merchant, a payer, a colleague or a chain becomes markup on any page', async () => {
  const { sandbox, merchant, context } = shop.checkout
  await merchant.update({ name: HOSTILE.slice(0, 100) })
  const line = { name: HOSTILE, quantity: 1, unitAmount: 9 }
  const payment = await shop.create({
    ...{
      amount: 9,
      reference: HOSTILE,
      description: HOSTILE,
      metadata: { [HOSTILE.slice(0, 40)]: HOSTILE },
      lineItems: [line],
    },
    merchantWallet: shop.wallet,
  })
  await sandbox.payments.cancel(payment.id)
  await sandbox.paymentLinks.create({
    ...{
      title: HOSTILE,
      description: HOSTILE,
      amount: 3,
      currency: 'USD',
      cryptocurrency: 'USDC',
      network: 'ethereum',
    },
    merchantWallet: shop.wallet,
  })
  await sandbox.webhooks.create({ url: 'https://shop.example.com/?%22%3E%3Cimg', description: HOSTILE })
  await sandbox.keys.create({ name: HOSTILE.slice(0, 100) })
  const [refund] = (await sandbox.refunds.list({ limit: 1 })).data
  await sandbox.refunds.create({
    paymentId: refund?.paymentId ?? '',
    amount: 1,
    destination: TEST_PAYER,
    reason: HOSTILE,
  })
  const page = await signIn(browser, shop, { userAgent: HOSTILE })
  await context.db.updateTable('passkeys').set({ name: HOSTILE }).execute()
  // The chains of this shop have no memos.
  await context.db.updateTable('transfers').set({ memo: HOSTILE_MEMO }).execute()
  await context.db.updateTable('refunds').set({ memo: HOSTILE_MEMO }).execute()
  const errors = collectConsoleErrors(page)
  const texts: string[] = []
  await crawl(page, `${shop.origin}/dashboard/sandbox/`, async () => {
    texts.push((await page.textContent('body')) ?? '')
    expect(await page.evaluate('window.wasHacked')).toBeUndefined()
  })
  // The pages show it as it is.
  expect(texts.filter((text) => text.includes(HOSTILE.slice(0, 40))).length).toBeGreaterThan(5)
  expect(texts.some((text) => text.includes(HOSTILE_MEMO))).toBe(true)
  expect(errors).toEqual([])
})
