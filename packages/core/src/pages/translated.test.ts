import type { Refund } from '@crypto-checkout/api-types'
import { SAMPLE_NOW, sampleLink, sampleLinks, sampleStates } from '@crypto-checkout/payer-ui/testing'
import { expect, test } from 'vitest'
import { networkLooks } from '../domain/catalog/networks.ts'
import { renderLinkPage, renderLinkPoster } from './link-page.ts'
import { renderPayPage } from './pay-page.ts'
import { renderRefundPage } from './refund-address-page.ts'
import { renderSignPage } from './sign-page.ts'
import { renderTillPayment } from './till-page.ts'
import { detectReader } from './visit.ts'

const { texts } = detectReader('lang=en', undefined)
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const common = { base: '', accent: null, texts }
const url = 'https://pay.example/l/1'

const refund: Refund = {
  ...{ id: 're_01k9zr7d2p6w8h3f5j9m0qxtbv', object: 'refund', paymentId: 'pay_01k9zr7d2p6w8h3f5j9m0qxtbv' },
  ...{ amount: 40, currency: 'USD', cryptoAmount: '40.500000', cryptoAmountArrived: null },
  ...{ cryptocurrency: 'USDC', network: 'polygon', destination: ADDRESS, destinationMemo: '1234567890123456' },
  ...{ status: 'pending', nextAction: null, transaction: null, failure: null, reference: null, reason: null },
  ...{ createdAt: '2026-11-21T10:00:00.000Z', completedAt: null, receipt: null, receiptUrl: null },
}

function* renderPages(): Generator<[string, string]> {
  for (const [name, payment] of Object.entries(sampleStates())) {
    yield [name, renderPayPage({ ...common, payment, testScenarios: null, query: '', now: SAMPLE_NOW })]
    const till = { ...common, link: sampleLink(), path: '', url, payment, now: SAMPLE_NOW }
    yield [`till ${name}`, renderTillPayment(till)]
  }
  for (const [name, change] of Object.entries(sampleLinks)) {
    const input = { ...common, link: sampleLink(change), url, path: '', refused: null }
    yield [name, renderLinkPage(input)]
    yield [`poster ${name}`, renderLinkPoster(input)]
  }
  const contact = { supportEmail: null, supportUrl: null }
  const refunds = { ...common, network: networkLooks.polygon, livemode: true, merchant: 'Demo shop', path: '', contact }
  const entry = { address: ADDRESS, memo: '1234567890123456', step: 'check' } as const
  yield ['refund', renderRefundPage({ ...refunds, refund, entry: null })]
  yield ['refund address', renderRefundPage({ ...refunds, refund: { ...refund, destination: null }, entry })]
  const uri = `ethereum:${ADDRESS}@137/transfer?address=${ADDRESS}&uint256=40500000`
  const signing = { ...refund, nextAction: { type: 'sign', url, uri, call: null } } as const
  const token = { address: ADDRESS, decimals: 6 }
  const wallet = { network: { look: networkLooks.polygon, walletChain: null }, from: ADDRESS, token }
  yield ['sign', renderSignPage({ ...refunds, ...wallet, refund: signing, rawAmount: 1n, isUnswept: false })]
}

test('what a payer copies or compares is not translated: amounts, coins, networks, addresses, memos, hashes, the time left', () => {
  for (const [name, page] of renderPages()) {
    const values = page.match(/class="(digits|coin|network|value|timer|groups)\b/g) ?? []
    const text = page
      // Sentences say the memo, too.
      .replace(/<div class="explain">.*?<\/div>/gs, '')
      .replace(/<(bdi|code|span|p)\b[^>]*translate="no"[^>]*>.*?<\/\1>/gs, '')
      .replace(/<(title|h1).*?<\/\1>/gs, '')
    expect([name, values.length > 0 || name.includes('link')]).toEqual([name, true])
    expect([name, text.match(/class="(digits|coin|network|value|timer)\b/g)]).toEqual([name, null])
    const words = text.replace(/<[^>]*>/g, ' ')
    expect([name, words.match(/0x\w+|G[A-Z2-7]{30,}|\d{16}|(pay|pl|re)_\w{20,}|https:\S+/g)]).toEqual([name, null])
  }
})
