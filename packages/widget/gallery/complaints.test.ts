/** Complaints of other checkouts' users, unless another test already shows that they do not apply here. */
import { expect, test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { showState } from './show-state.ts'
import { withGallery } from './testing.ts'

const HOUR_MS = 3_600_000

const copied = {
  amount: '100.00',
  address: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
  memo: '1234567890123456',
  reference: 'pay_01k9zq3v8m4x7c2n5b6t1r0wgh',
}

const { newPage, show, address } = withGallery()

test('copying works on plain http, where browsers have no clipboard', async () => {
  const browser = await launchBrowser(['--host-resolver-rules=MAP shop.test 127.0.0.1'])
  try {
    const page = await browser.newPage()
    const url = address('/').replace('127.0.0.1', 'shop.test')
    await showState(page, url, { state: 'stellar', as: 'element', lang: 'en', theme: 'auto' })
    expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator])).toEqual([false, false])
    await page.evaluate(() => document.body.append(document.createElement('textarea')))
    for (const [what, text] of Object.entries(copied)) {
      await page.getByRole('button', { name: `Copy the ${what}` }).click()
      await page.getByRole('status').getByText('copied').waitFor({ state: 'attached' })
      await page.locator('textarea').fill('')
      await page.keyboard.press('Control+V')
      expect(await page.locator('textarea').inputValue()).toBe(text)
    }
  } finally {
    await browser.close()
  }
})

for (const offMs of [HOUR_MS, -HOUR_MS]) {
  test(`a device whose clock is ${offMs / HOUR_MS} h off sees the time that is left, never an expiry`, async () => {
    const page = await newPage()
    await page.clock.install({ time: Date.now() + offMs })
    for (const as of ['element', 'page', 'page-without-script'] as const) {
      await show(page, 'created', { as })
      const timer = page.locator('.timer').filter({ visible: true })
      expect([as, await timer.textContent()]).toEqual([as, expect.stringMatching(/^(29:00|28:5\d|29 minutes) left$/)])
    }
  })
}

test('nothing is loaded from another origin, whatever blocks the scripts of others', async () => {
  const page = await newPage()
  const others: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(address('/')).origin) others.push(request.url())
  })
  for (const state of ['created', 'redirect', 'offline', 'wallet-choosing', 'wallet-sent']) await show(page, state)
  await show(page, 'created', { as: 'page' })
  expect(others).toEqual([])
})
