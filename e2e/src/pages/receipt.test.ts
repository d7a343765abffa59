import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Payment } from '@crypto-checkout/core'
import { pickCases } from '@crypto-checkout/core/testing'
import { startDevnet } from '@crypto-checkout/devnet'
import { mine } from '@crypto-checkout/devnet/testing'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { listAccessibilityProblems } from '../support/freighter-shop.ts'
import {
  cleanUp,
  createSandboxConfig,
  createTemporaryFolder,
  type Ethereum,
  pay,
  pollUntil,
} from '../support/harness.ts'
import { collectConsoleErrors, openPageSite, type PageSite, startBrowser } from '../support/page-harness.ts'

let devnet: Ethereum
let site: PageSite
let browser: Browser
let real: Payment & { receipt: string }
let trial: Payment & { receipt: string }

beforeAll(async () => {
  devnet = await startDevnet({ networks: ['ethereum'], blockTimeMs: 0 })
  const { sandbox } = createSandboxConfig(devnet)
  site = await openPageSite({ sandbox, production: sandbox })
  browser = await startBrowser()
  real = await createCompleted(site.checkout)
  trial = await createCompleted(site.checkout.sandbox)
})

afterAll(async () => {
  await browser?.close()
  await site.close()
  await devnet.stop()
  expect(await cleanUp()).toEqual([])
})

async function createCompleted({ payments }: Pick<PageSite['checkout'], 'payments'>) {
  const order = {
    amount: 12.5,
    currency: 'USD',
    cryptocurrency: 'USDC',
    network: 'ethereum',
    reference: 'A-17',
  } as const
  const created = await payments.create({ ...order, merchantWallet: devnet.accounts.merchant })
  await pay(devnet, created)
  await mine(devnet.networks.ethereum, 5)
  const completed = await pollUntil(
    () => payments.retrieve(created.id),
    ({ receipt }) => receipt !== null,
  )
  return { ...completed, receipt: completed.receipt ?? '' }
}

async function open(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const consoleErrors = collectConsoleErrors(page)
  await page.goto(url)
  return { page, consoleErrors }
}

const verifier = () => `${site.origin}/receipts/verify`

async function readVerdict(page: Page, receipt: string) {
  const result = page.locator('#result')
  const field = page.getByLabel('Receipt', { exact: true })
  // The page waits for the end of what is entered, so the verdict of an empty field comes first.
  await field.fill('')
  await result.waitFor({ state: 'hidden' })
  await field.fill(receipt)
  await result.waitFor()
  return [await result.getAttribute('data-verdict'), await page.locator('#verdict').textContent()]
}

test('a payer finds the receipt on the page of the payment, prints it, and it verifies from its code', async () => {
  const { page, consoleErrors } = await open(real.url)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('Scan the code to check this receipt.').waitFor()
  expect(page.url()).toBe(real.receiptUrl)
  expect(await page.getByText('Test mode.').count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.proof .qr-code').isVisible()).toBe(true)
  expect(await page.getByRole('link', { name: 'Check this receipt' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  const content = (await page.locator('.proof .qr-code').getAttribute('data-content')) ?? ''
  await page.goto(content)
  await page.getByText('Genuine').waitFor()
  expect(await page.locator('#result').getAttribute('data-verdict')).toBe('right')
  const said = await page.locator('#claims').textContent()
  for (const text of [real.id, '12.50 USD', 'A-17', real.transactions[0]?.hash ?? '', site.origin])
    expect(said).toContain(text)
  expect(consoleErrors).toEqual([])
})

test('without scripts the receipt can be read, and the page that verifies says that it needs them', async () => {
  const { page } = await open(real.receiptUrl ?? '', { javaScriptEnabled: false })
  expect(await page.locator('.proof .qr-code').isVisible()).toBe(true)
  await page.goto(verifier())
  expect(await page.locator('noscript p').isVisible()).toBe(true)
})

test('the page that verifies tells genuine, test and forged receipts apart, and sends nothing', async () => {
  const { page, consoleErrors } = await open(verifier())
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  expect(await readVerdict(page, real.receipt)).toEqual(['right', expect.stringContaining('Genuine')])
  expect(await readVerdict(page, JSON.stringify({ receipt: real.receipt }))).toEqual(['right', expect.anything()])
  expect(await readVerdict(page, trial.receipt)).toEqual(['test', expect.stringContaining('No real money')])
  const [header = '', payload = '', signature = ''] = real.receipt.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const forged = [
    [header, encode({ ...claims, amount: '99.00' }), signature],
    [encode({ ...JSON.parse(Buffer.from(header, 'base64url').toString()), alg: 'none' }), payload, signature],
    // A receipt of the sandbox, as if production had signed it.
    [header, ...trial.receipt.split('.').slice(1)],
    ['<img src=x onerror=alert(1)>'],
  ]
  for (const parts of forged)
    expect(await readVerdict(page, parts.join('.'))).toEqual(['wrong', expect.stringContaining('Do not trust it.')])
  await page.getByLabel('Receipt', { exact: true }).fill('')
  await page.locator('#result').waitFor({ state: 'hidden' })
  expect([requests, consoleErrors]).toEqual([[], []])
})

test('an address that was damaged on its way is refused in words', async () => {
  const { page, consoleErrors } = await open(`${verifier()}#${real.receipt}%`)
  await expect.poll(() => page.locator('#result').getAttribute('data-verdict')).toBe('wrong')
  expect(await page.locator('#verdict').textContent()).toContain('Do not trust it.')
  expect(consoleErrors).toEqual([])
})

test('a saved copy of the page verifies without a network, from pasted text and from a file, by its own keys or others', async () => {
  const folder = createTemporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [copy, file] = [join(folder, 'verify.html'), join(folder, 'receipt.jwt')]
  writeFileSync(copy, await (await fetch(verifier())).text())
  writeFileSync(file, `${real.receipt}\n`)
  const { page, consoleErrors } = await open(String(pathToFileURL(copy)), { offline: true })
  await page.getByLabel('Or a file').setInputFiles(file)
  await page.getByText('Genuine').waitFor()
  expect((await readVerdict(page, trial.receipt))[0]).toBe('test')
  // Keys of the sandbox in place of those of the page.
  const keys = await (await fetch(`${site.origin}/sandbox/.well-known/jwks.json`)).text()
  await page.getByText('Use other keys').click()
  await page.getByLabel(/^Keys/).fill(keys)
  expect((await readVerdict(page, real.receipt))[0]).toBe('wrong')
  expect((await readVerdict(page, trial.receipt))[0]).toBe('test')
  await page.getByLabel(/^Keys/).fill('{')
  expect(await readVerdict(page, `${real.receipt} `)).toEqual(['unable', 'Your keys are not a JWK set.'])
  expect(consoleErrors).toEqual([])
})

test('WebCrypto itself verifies a receipt with the published key, without any of our code', async () => {
  const { page } = await open(`${site.origin}/.well-known/jwks.json`)
  const isRight = await page.evaluate(async (jws) => {
    const { keys } = (await (await fetch('/.well-known/jwks.json')).json()) as {
      keys: Record<'kid' | 'kty' | 'crv' | 'x', string>[]
    }
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    const { kid } = JSON.parse(new TextDecoder().decode(bytes(header)))
    const jwk = keys.find((one) => one.kid === kid)
    if (!jwk) return false
    const key = await crypto.subtle.importKey('jwk', { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, 'Ed25519', false, [
      'verify',
    ])
    return crypto.subtle.verify('Ed25519', key, bytes(signature), new TextEncoder().encode(`${header}.${payload}`))
  }, real.receipt)
  expect(isRight).toBe(true)
})

const verified = [
  ['ar', 'rtl', 'أصلي: ', 'لا تثقوا به.', 'الإيصال'],
  ['de', 'ltr', 'Echt: ', 'Vertrauen Sie ihr nicht.', 'Quittung'],
] as const

test.each(pickCases(verified))(
  'in %s the page that verifies says all of it, saved too, and has no barriers',
  async (language, direction, genuine, wrong, label) => {
    const folder = createTemporaryFolder()
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const copy = join(folder, 'verify.html')
    writeFileSync(copy, await (await fetch(`${verifier()}?lang=${language}`)).text())
    for (const url of [`${verifier()}?lang=${language}`, String(pathToFileURL(copy))]) {
      const { page, consoleErrors } = await open(url)
      expect(await page.evaluate('[document.documentElement.lang, document.dir].join()')).toBe(
        `${language},${direction}`,
      )
      const field = page.getByLabel(label, { exact: true })
      await field.fill(`${real.receipt}x`)
      await page.getByText(wrong).waitFor()
      await field.fill(real.receipt)
      await page.getByText(genuine).waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await page.locator('main').textContent()).not.toMatch(/Transaction:|Issued by|Genuine|trusted/)
      if (url.startsWith('http')) expect(await listAccessibilityProblems(page)).toEqual([])
      expect(consoleErrors).toEqual([])
    }
  },
)

test('the page that verifies can be used with the keyboard alone', async () => {
  const { page } = await open(verifier())
  const focused = () => page.evaluate('document.activeElement.id || document.activeElement.localName')
  const stops: unknown[] = []
  for (let stop = 0; stop < 3; stop++) {
    await page.keyboard.press('Tab')
    stops.push(await focused())
  }
  expect(stops).toEqual(['receipt', 'file', 'summary'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('keys')
  await page.locator('#receipt').focus()
  await page.keyboard.insertText(real.receipt)
  await page.getByText('Genuine').waitFor()
})

test.each(pickCases(['light', 'dark'] as const))(
  'the receipt and the page that verifies have no barriers, in the %s',
  async (colorScheme) => {
    const { page } = await open(real.receiptUrl ?? '', { colorScheme })
    for (const url of [real.receiptUrl ?? '', `${verifier()}#${real.receipt}`, `${verifier()}#x.y.z`]) {
      await page.goto(url)
      if (url.includes('#')) await page.locator('#result').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await listAccessibilityProblems(page)).toEqual([])
    }
  },
)
