import type { PaymentLink } from '@crypto-checkout/api-types'
import { LANGUAGES } from '@crypto-checkout/payer-ui'
import { tillTexts } from '@crypto-checkout/payer-ui/translations/hosted-pages'
import { describe, expect, test } from 'vitest'
import { createTransferFor, paymentInput } from '../testing/index.ts'
import { addPerson, openBrowser } from '../testing/people.ts'
import { addMerchant, countRows, openShop } from '../testing/shop.ts'

const { amount: _, ...withoutAmount } = { ...paymentInput, title: 'Kiosk' }
const open = () => openShop({ dashboard: true })
type Shop = Awaited<ReturnType<typeof open>>
type Browser = ReturnType<typeof openBrowser>

const makeLink = (shop: Shop, change: object = {}) =>
  shop.checkout.sandbox.paymentLinks.create({ ...withoutAmount, minimum: 1, maximum: 500, ...change } as never)

const tillOf = ({ id }: Pick<PaymentLink, 'id'>, query = 'keypad') => `/l/${id.slice(3)}?${query}`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const charge = (browser: Browser, link: PaymentLink, amount: string, headers: Record<string, string> = {}) =>
  browser.send('POST', tillOf(link), new URLSearchParams({ amount }).toString(), { headers: { ...FORM, ...headers } })

describe('the till of a payment link', () => {
  test('takes an amount, shows a code, and says in large letters that it is paid', async () => {
    const shop = await open()
    const { browser } = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop)
    const till = await browser.send('GET', tillOf(link))
    expect(till).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store', 'x-frame-options': 'DENY' } })
    expect(till.body).toMatch(
      /<button type="button" data-key="7">7<\/button>.*data-key="back" aria-label="Delete the last/s,
    )
    expect(till.body).toContain('Amount in USD')
    const { status, headers } = await charge(browser, link, '12,50')
    expect(status).toBe(303)
    const [payment] = (await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).data
    expect(payment).toMatchObject({ amount: 12.5, status: 'created' })
    expect(headers.location).toBe(tillOf(link, `keypad=${payment?.id.slice(4)}`))
    const page = async () => (await browser.send('GET', headers.location ?? '')).body as string
    expect(await page()).toMatch(/\$12\.50.*Waiting for payment.*data-content="https:\/\/pay\.example\.com\/pay\//s)
    expect(await page()).toMatch(/<noscript><meta http-equiv="refresh" content="3">/)
    shop.mine([createTransferFor(payment as never)])
    await shop.settle()
    const seen = await page()
    expect(seen).toMatch(
      /data-phase="seen".*<h1 class="title paid" id="link-title">Paid<\/h1>\n<p class="detail">1 of /s,
    )
    expect(seen).not.toContain('<figure')
    for (let block = 0; block < 20; block++) shop.mine()
    await shop.settle()
    expect(await page()).toMatch(/data-phase="completed".*>Paid<\/h1>\n<p class="detail">Confirmed/s)
  })

  test('is in the audit log with whoever made the payment, and a payer on the page of the link is not', async () => {
    const shop = await open()
    const cashier = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop)
    expect((await charge(cashier.browser, link, '5')).status).toBe(303)
    const origin = { origin: new URL(shop.checkout.context.settings.publicUrl).origin }
    const pay = (browser: Browser) =>
      browser.send('POST', `/l/${link.id.slice(3)}/payments`, { amount: 6 }, { headers: origin })
    expect((await pay(cashier.browser)).status).toBe(201)
    const stranger = openBrowser(shop, '192.0.2.77')
    expect((await pay(stranger)).status).toBe(201)
    const made = (await shop.checkout.sandbox.audit.list({ operation: 'createPayment' })).data
    expect(made.map(({ actor, address, after }) => [actor, address, after?.amount, after?.paymentLink])).toEqual([
      [cashier.id, '192.0.2.10', 6, link.id],
      [cashier.id, '192.0.2.10', 5, link.id],
    ])
  })

  test('of a link with an amount needs no digits', async () => {
    const shop = await open()
    const { browser } = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop, { amount: 4.5, minimum: undefined, maximum: undefined })
    const { body } = await browser.send('GET', tillOf(link))
    expect(body).toContain('$4.50')
    expect(body).not.toContain('data-key')
    expect((await charge(browser, link, '0.01')).status).toBe(303)
    expect((await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).data).toMatchObject([{ amount: 4.5 }])
  })

  test('takes the decimals of its currency, and no more', async () => {
    const shop = await openShop({ dashboard: true, rates: { JPY: 0.0067, KWD: 3.25 } })
    const { browser } = await addPerson(shop, { role: 'cashier' })
    for (const [currency, decimals, bounds, taken, refused] of [
      ['JPY', 0, { minimum: 5, maximum: 900, preset: 20 }, '450', '4.50'],
      ['KWD', 3, { minimum: 0.005, maximum: 9, preset: 2.5 }, '1,250', '1.2505'],
    ] as const) {
      const link = await makeLink(shop, { currency, ...bounds })
      const { body } = await browser.send('GET', tillOf(link))
      expect(body).toContain(`data-decimals="${decimals}"`)
      expect(body).toContain(`value="${bounds.preset.toFixed(decimals)}"`)
      expect((await charge(browser, link, refused)).status).toBe(400)
      expect((await charge(browser, link, taken)).status).toBe(303)
      const { data } = await shop.checkout.sandbox.payments.list({ paymentLink: link.id })
      expect(data.map(({ amount }) => amount)).toEqual([Number(taken.replace(',', '.'))])
    }
  })

  test.each(['', '0.99', '500.01', '1,250', 'x', '-5', '9'.repeat(60)])('refuses %j, and keeps it', async (amount) => {
    const shop = await open()
    const { browser } = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop)
    const { status, body } = await charge(browser, link, amount)
    expect(status).toBe(400)
    expect(body).toContain(`value="${amount.slice(0, 32)}" aria-invalid="true"`)
    expect((await shop.checkout.sandbox.payments.list({ paymentLink: link.id })).totalCount).toBe(0)
  })

  test('says in every language what it is for', async () => {
    const shop = await open()
    const { browser } = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop)
    for (const language of LANGUAGES) {
      const { body } = await browser.send('GET', tillOf(link, `lang=${language}&keypad`))
      expect(body).toContain(`>${tillTexts[language].show}</button>`)
      expect(body).toContain(`action="/l/${link.id.slice(3)}?lang=${language}&amp;keypad"`)
    }
  })
})

describe('is closed', () => {
  test('without a session, to roles that take no payments, to others, and after the session ends', async () => {
    const shop = await open()
    const link = await makeLink(shop)
    const other = await addMerchant(shop)
    const people = {
      stranger: openBrowser(shop, '192.0.2.20'),
      accountant: (await addPerson(shop, { role: 'accountant', email: 'b@example.com', address: '192.0.2.21' }))
        .browser,
      'of another merchant': (
        await addPerson(shop, { role: 'owner', email: 'c@example.com', address: '192.0.2.22', merchantId: other.id })
      ).browser,
    }
    const before = await countRows(shop)
    for (const [who, browser] of Object.entries(people)) {
      const refused = who === 'stranger' ? 401 : 403
      const page = await browser.send('GET', tillOf(link))
      expect([who, page.status]).toEqual([who, refused])
      expect(page.body).toContain('Only people who may take payments for My shop can open this till.')
      expect(page.body).toContain('href="/dashboard/"')
      expect(page.body).not.toContain('<form')
      expect([who, (await charge(browser, link, '5')).status]).toEqual([who, refused])
    }
    expect((await countRows(shop)).payments).toBe(before.payments)
    const ann = await addPerson(shop, { role: 'cashier' })
    expect((await ann.browser.send('GET', tillOf(link))).status).toBe(200)
    await ann.browser.ask('POST', '/sign_out')
    expect((await ann.browser.send('GET', tillOf(link))).status).toBe(401)
  })

  test('to keys of the API: it is for people', async () => {
    const shop = await open()
    const link = await makeLink(shop)
    expect((await shop.request('GET', tillOf(link))).status).toBe(401)
  })

  test('to pages of other sites, whatever cookie comes with them', async () => {
    const shop = await open()
    const { browser } = await addPerson(shop, { role: 'cashier' })
    const link = await makeLink(shop)
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }])
      expect((await charge(browser, link, '5', headers)).status).toBe(403)
    expect((await countRows(shop)).payments).toBe(0)
  })

  test('where nobody can sign in, for links that are none, and shows no payment of another link', async () => {
    const off = await openShop()
    expect((await off.request('GET', tillOf(await makeLink(off as Shop)), { key: null })).status).toBe(404)
    const shop = await open()
    const { browser } = await addPerson(shop)
    const link = await makeLink(shop)
    const foreign = await shop.create()
    const refused = [
      tillOf({ id: `pl_${'0'.repeat(26)}` }),
      tillOf(link, `keypad=${foreign.id.slice(4)}`),
      tillOf(link, 'keypad=x'),
    ]
    for (const target of refused) expect([target, (await browser.send('GET', target)).status]).toEqual([target, 404])
    expect((await browser.send('PUT', tillOf(link))).status).toBe(404)
    await shop.checkout.sandbox.paymentLinks.update(link.id, { active: false })
    expect((await browser.send('GET', tillOf(link))).status).toBe(410)
    expect((await charge(browser, link, '5')).status).toBe(410)
  })
})
