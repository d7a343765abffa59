import { cardCss, computeContrast, surfaces } from '@crypto-checkout/payer-ui'
import { describe, expect, test } from 'vitest'
import { asBrowser, paymentInput, testCheckout } from '../testing/index.ts'
import { addMerchant } from '../testing/shop.ts'
import { pageCss } from './page.css.ts'

const css = async (query: string) =>
  (await testCheckout()).request('GET', query ? `/pay.css?${query}` : '/pay.css', { key: null })

/** The shades of a property in a stylesheet: for light pages and for dark ones. */
function shadesOf(name: string, sheet: string): readonly string[] {
  return (
    new RegExp(`--crypto-checkout-${name}: var\\(--light, #(\\w{6})\\) var\\(--dark, #(\\w{6})\\);`)
      .exec(sheet)
      ?.slice(1) ?? []
  )
}

/** A colour that is the same on light pages and on dark ones. */
function findValue(name: string, sheet: string): string {
  return new RegExp(`--crypto-checkout-${name}: #(\\w{6});`).exec(sheet)?.[1] ?? ''
}

describe('the page of a merchant with a colour', () => {
  test('has it in its stylesheet, and that of another merchant has not', async () => {
    const shop = await testCheckout()
    const payment = await shop.create()
    const other = await addMerchant(shop)
    const foreign = await shop.request('POST', '/sandbox/v1/payments', {
      key: other.sandbox,
      body: { ...paymentInput, merchantWallet: `0x${'5'.repeat(40)}` },
    })
    const page = async (id: string) => (await shop.request('GET', `/pay/${id}`, { key: null, headers: asBrowser })).body
    await shop.checkout.merchant.update({ accent: '#0a7d4f', name: 'Beans & Co' })
    expect(await page(payment.id)).toContain('<link rel="stylesheet" href="/pay.css?accent=0a7d4f">')
    expect(await page(payment.id)).toContain('Beans &amp; Co')
    expect(await page(foreign.body.id)).toContain('<link rel="stylesheet" href="/pay.css">')
    await shop.checkout.merchant.update({ accent: null })
    expect(await page(payment.id)).toContain('<link rel="stylesheet" href="/pay.css">')
    expect(await page(payment.id)).toContain('Beans &amp; Co')
    const view = await shop.request('GET', `/pay/${payment.id}/status`, { key: null })
    expect(view.body).not.toHaveProperty('accent')
  })

  test('keeps it on buttons, whose text can be read, and has readable shades of it for links, in light and dark', async () => {
    for (const accent of ['ffd400', '000000', 'ffffff', '0a7d4f', '808080', '767676', 'ff0000']) {
      const { status, headers, body } = await css(`accent=${accent}`)
      expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
      expect(headers['cache-control']).toBe('public, max-age=300')
      const links = shadesOf('accent', body)
      for (const [index, backgrounds] of [surfaces.light, surfaces.dark].entries()) {
        for (const background of backgrounds)
          expect(computeContrast(links[index] ?? '', background)).toBeGreaterThanOrEqual(4.5)
      }
      expect(findValue('button', body)).toBe(accent)
      expect(computeContrast(findValue('on-accent', body), accent)).toBeGreaterThanOrEqual(4.5)
    }
  })

  test.each([
    'accent=',
    'accent=red',
    'accent=0A7D4F',
    'accent=%230a7d4f',
    'accent=0a7d4f;}body{display:none',
    'accent=0a7d4f&accent=ffffff',
    'colour=0a7d4f',
    '',
  ])('has the usual stylesheet for %j, which is no colour', async (query) => {
    expect((await css(query)).body).toBe(pageCss)
  })
})

test('the surfaces that shades are made for are those of the card', () => {
  for (const [index, light] of surfaces.light.entries())
    expect(cardCss).toContain(`light-dark(#${light}, #${surfaces.dark[index]})`)
})
