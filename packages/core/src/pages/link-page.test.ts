import { sampleLink } from '@crypto-checkout/payer-ui/testing'
import { expect, test } from 'vitest'
import { renderLinkPage } from './link-page.ts'
import { detectReader } from './visit.ts'

const { texts } = detectReader('lang=en', undefined)

const renderExpired = (change: Parameters<typeof sampleLink>[0]) =>
  renderLinkPage({
    ...{ link: sampleLink({ status: 'expired', ...change }), url: 'https://pay.example/l/1', accent: null },
    ...{ base: '/checkout', path: '', texts, refused: null },
  })

test('a link that has ended leads to the merchant, and needs no script for that', () => {
  const page = renderExpired({ supportEmail: 'help@shop.example' })
  expect(page).toContain('<a class="primary" target="_blank" rel="noopener" href="mailto:help@shop.example?subject=pl_')
  expect(page).toContain(`Reference <code dir="ltr" translate="no">${sampleLink().id}</code>`)
  expect(page).not.toMatch(/<script|<button/)
})

test('without a contact its one button copies the reference, and shows only where a script runs', () => {
  const page = renderExpired({})
  expect(page).toContain('ask Demo shop for a new link and give the reference below')
  expect(page).toMatch(/<noscript><span><\/span><\/noscript><p class="actions later"><button class="primary"/)
  expect(page).toContain(`data-copies="${sampleLink().id}"`)
  expect(page).toContain('<script type="module" src="/checkout/checkout-copy.js"></script>')
  expect(page.match(/class="primary"/g)).toEqual(['class="primary"'])
})
