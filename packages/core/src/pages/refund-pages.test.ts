import type { Refund } from '@crypto-checkout/api-types'
import { expect, test } from 'vitest'
import { networkLooks } from '../domain/catalog/networks.ts'
import { renderRefundPage } from './refund-address-page.ts'
import { renderSignPage } from './sign-page.ts'
import { detectReader } from './visit.ts'

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const RECIPIENT = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const { texts } = detectReader('lang=de', undefined)
const NO_CONTACT = { supportEmail: null, supportUrl: null }
const common = { livemode: true, merchant: 'Demo shop', base: '', texts, accent: null }

function sampleRefund(change: Partial<Refund>): Refund {
  return {
    ...{ id: 're_01k9zr7d2p6w8h3f5j9m0qxtbv', object: 'refund', paymentId: 'pay_01k9zr7d2p6w8h3f5j9m0qxtbv' },
    ...{ amount: 40, currency: 'USD', cryptoAmount: '40.500000', cryptoAmountArrived: null },
    ...{
      cryptocurrency: 'USDC',
      network: 'polygon',
      destination: RECIPIENT,
      destinationMemo: null,
      reference: null,
      reason: null,
    },
    ...{ status: 'pending', nextAction: null, transaction: null, failure: null },
    ...{ createdAt: '2026-11-21T10:00:00.000Z', completedAt: null, receipt: null, receiptUrl: null },
    ...change,
  }
}

const renderSigning = (refund: Refund) =>
  renderSignPage({
    ...{ refund, network: { look: networkLooks.polygon, walletChain: null }, from: WALLET },
    ...{ token: { address: WALLET, decimals: 6 }, rawAmount: 40_500_000n, isUnswept: false },
    ...common,
  })

test('the amount to sign has the notation of the reader, and no zeros that say nothing; its button copies the plain form', () => {
  const uri = `ethereum:${WALLET}@137/transfer?address=${RECIPIENT}&uint256=40500000`
  const page = renderSigning(sampleRefund({ nextAction: { type: 'sign', url: 'https://x.example', uri, call: null } }))
  expect(page).toContain('<span class="digits" data-copy="amount" data-value="40.50">40,50</span>')
})

test.each([
  ['pending', 'awaiting', 'Die Adresse ist erfasst.'],
  ['submitted', 'seen', 'Das Geld ist auf Polygon'],
  ['completed', 'completed', 'Das Geld wurde an diese Adresse gesendet.'],
  ['cancelled', 'cancelled', 'nicht mehr offen'],
] as const)('a refund that is %s says so once, under its icon', (status, phase, words) => {
  const input = { network: networkLooks.polygon, path: '', entry: null, contact: NO_CONTACT, ...common }
  const page = renderRefundPage({ refund: sampleRefund({ status }), ...input })
  expect(page).toContain(`data-phase="${phase}"`)
  expect(page).toMatch(
    /<div class="outcome"><svg.*<h1 class="title" id="refund-title">.*40,50<\/span>.*class="detail"/s,
  )
  expect(page).toContain(words)
  expect(page.match(/class="(digits|detail|state)"/g)).toEqual(['class="digits"', 'class="detail"'])
})

test('a refund that is closed leads to the merchant, or gives the payer the reference', () => {
  const input = { network: networkLooks.polygon, path: '', entry: null, ...common }
  const refund = sampleRefund({ status: 'cancelled' })
  const reachable = renderRefundPage({
    ...input,
    refund,
    contact: { ...NO_CONTACT, supportEmail: 'help@shop.example' },
  })
  expect(reachable).toContain(
    `<a class="primary" target="_blank" rel="noopener" href="mailto:help@shop.example?subject=${refund.id}`,
  )
  expect(reachable).not.toMatch(/<script|<button/)
  const alone = renderRefundPage({ ...input, refund, contact: NO_CONTACT })
  expect(alone).toContain(`data-copies="${refund.id}"`)
  expect(alone.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/checkout-copy.js">'])
  const saved = renderRefundPage({ ...input, refund: sampleRefund({}), contact: NO_CONTACT })
  expect(saved).not.toMatch(/<script|<button/)
})

test('a refund that needs no signature asks for none', () => {
  const page = renderSigning(sampleRefund({ status: 'cancelled' }))
  expect(page).toContain('<title>Keine Signatur nötig · Demo shop</title>')
  expect(page).toMatch(
    /<div class="outcome">.*<h1 class="title" id="refund-title">Keine Signatur nötig<.*senden Sie nichts/s,
  )
  // No address to which anything could be sent.
  expect(page).not.toMatch(/checkout-sign|<form|<button|0x/)
})

test.each([
  ['submitted', 'Wird bestätigt'],
  ['completed', 'Bestätigt'],
] as const)('a signed refund that is %s is titled so, and says where it went', (status, title) => {
  const page = renderSigning(sampleRefund({ status }))
  expect(page).toContain(`<title>${title} · Demo shop</title>`)
  expect(page).toContain(RECIPIENT)
})
