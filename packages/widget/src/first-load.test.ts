import { createScriptedAccount, FakeClock, ScriptedLedger, testCheckout } from '@crypto-checkout/core/testing'
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
    ['vite.page.config.ts', 'checkout-page.js'],
  ] as const) {
    const element = (await buildParts()).find((part) => part.config === config && part.name === name)
    if (!element) throw new Error(`there is no ${name}`)
    expect(element.imports).toEqual([])
    const packages = element.modules.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
    expect(new Set(packages)).toEqual(new Set(['@lit/reactive-element', 'lit', 'lit-element', 'lit-html']))
  }
})

const STELLAR_USDC = { code: 'USDC', issuer: createScriptedAccount(1) }
const PASSPHRASE = 'Scripted Stellar Network'

/** A checkout that serves the pages of payments on one network. A private Stellar has the longest code: it names itself. */
async function openShop(network: 'ethereum' | 'stellar', assets: Assets) {
  if (network === 'ethereum') {
    return { ...(await testCheckout({ assets })), merchantWallet: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }
  }
  const clock = new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [STELLAR_USDC] })
  const stellar = {
    ...{ rpcUrls: ['http://127.0.0.1:9/rpc'], horizonUrls: ['http://127.0.0.1:9'] },
    ...{ networkPassphrase: PASSPHRASE, coins: { USDC: STELLAR_USDC } },
  }
  const options = { production: { networks: { stellar } }, assets }
  return { ...(await testCheckout(options, { clock, ledger })), merchantWallet: createScriptedAccount(2) }
}

type Assets = { name: string; contentType: string; body: Buffer }[]

test.each(['ethereum', 'stellar'] as const)(
  'the hosted page on %s and all that it loads before the payer acts weighs 30 kB with gzip at most',
  async (network) => {
    const scripts = [...(await buildScripts())]
    const assets = scripts.map(([name, code]) => ({ name, contentType: 'text/javascript', body: Buffer.from(code) }))
    const { checkout, stop, merchantWallet } = await openShop(network, assets)
    const get = async (address: string, encoding: string) => {
      const { pathname: path, search } = new URL(address)
      const request = { method: 'GET', path, query: search.slice(1), address: '192.0.2.1' }
      const body = { kind: 'bytes', bytes: new Uint8Array() } as const
      const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html', 'accept-encoding': encoding }
      const answer = await checkout.handle({ ...request, body, headers })
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

    const price = { amount: 49.9, currency: 'USD', cryptocurrency: 'USDC' } as const
    const { url } = await checkout.payments.create({ ...price, network, merchantWallet })
    const { page, consoleErrors } = await openPage(browser, { locale: 'en' })
    await page.route('**/*', serve)
    await page.goto(url, { waitUntil: 'networkidle' })
    expect(await page.getByRole('button', { name: 'Pay with a wallet' }).isVisible()).toBe(true)
    expect(consoleErrors).toEqual([])
    const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
    // Filter lists block such names.
    expect([...weights.keys()].filter((path) => path.includes('crypto'))).toEqual([])
    // No wallet that would be looked for pays on Stellar.
    expect([...weights.keys()].some((path) => path.includes('discover'))).toBe(network === 'ethereum')
    expect({ sum, weights }).toEqual({ sum: expect.toSatisfy((bytes) => bytes <= LIMIT), weights })
    await stop()
  },
)
