import { testCheckout } from '@crypto-checkout/core/testing'
import type { Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildParts, buildScripts } from './testing/built-scripts.ts'
import { launchBrowser, openPage } from './testing/site.ts'

/** For all that a browser loads before the payer acts, in bytes on the wire. */
const LIMIT = 30_000
const WEIGHED = ['document', 'stylesheet', 'script']

let browser: Awaited<ReturnType<typeof launchBrowser>>
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('what a page loads first is one script, of Lit, the QR encoder and the element itself', async () => {
  for (const [config, name] of [
    ['vite.config.ts', 'crypto-checkout.js'],
    ['vite.page.config.ts', 'crypto-checkout-page.js'],
  ] as const) {
    const element = (await buildParts(config)).find(({ fileName }) => fileName === name)
    if (element?.type !== 'chunk') throw new Error(`there is no ${name}`)
    expect(element.imports).toEqual([])
    const packages = element.moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
    expect(new Set(packages)).toEqual(new Set(['@lit/reactive-element', 'lit', 'lit-element', 'lit-html']))
  }
})

test('the hosted page and all that it loads before the payer acts weighs 30 kB with gzip at most', async () => {
  const scripts = [...(await buildScripts())]
  const assets = scripts.map(([name, code]) => ({ name, contentType: 'text/javascript', body: Buffer.from(code) }))
  const { checkout, stop } = await testCheckout({ assets })
  const get = async (address: string, encoding: string) => {
    const { pathname: path, search } = new URL(address)
    const request = { method: 'GET', path, query: search.slice(1), address: '192.0.2.1' }
    const body = { kind: 'bytes', bytes: new Uint8Array() } as const
    const answer = await checkout.handle({ ...request, body, headers: { 'accept-encoding': encoding } })
    if (answer?.status !== 200) throw new Error(`${address} answers ${answer?.status}`)
    return answer
  }
  const weights = new Map<string, number>()
  const serve = async (route: Route) => {
    const url = route.request().url()
    if (WEIGHED.includes(route.request().resourceType())) {
      weights.set(new URL(url).pathname, Buffer.byteLength((await get(url, 'gzip')).body))
    }
    const { headers, body } = await get(url, 'identity')
    await route.fulfill({ headers, body: Buffer.from(body) })
  }

  const { url } = await checkout.payments.create({
    ...{ amount: 49.9, currency: 'USD', cryptocurrency: 'USDC', network: 'ethereum' },
    merchantWallet: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  })
  const { page, consoleErrors } = await openPage(browser, { locale: 'en' })
  await page.route('**/*', serve)
  await page.goto(url, { waitUntil: 'networkidle' })
  expect(await page.getByRole('button', { name: 'Pay with a wallet' }).isVisible()).toBe(true)
  expect(consoleErrors).toEqual([])
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  expect({ sum, weights }).toEqual({ sum: expect.toSatisfy((bytes) => bytes <= LIMIT), weights })
  await stop()
})
