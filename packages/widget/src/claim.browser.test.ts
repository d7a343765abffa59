import { expect, waitUntil } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'

const HASH = `0x${'a'.repeat(64)}`

/** Opens the form, which is loaded then, and submits a transaction. */
async function claim(element: CryptoCheckout, hash: string): Promise<HTMLInputElement> {
  find(element, '.claim')?.setAttribute('open', '')
  await waitUntil(() => find(element, '#claim') !== null)
  const input = find(element, '#claim') as HTMLInputElement
  input.value = hash
  ;(find(element, '.claim button') as HTMLButtonElement).click()
  return input
}

const reportedAs = (status: 'claimed' | 'unrelated') => ({
  reported: [{ hash: HASH, reportedAt: new Date().toISOString(), explorerUrl: null, status }],
})

describe('a payer who has already paid', () => {
  it('names the transaction, and sees what becomes of it', async () => {
    const server = start()
    server.pay()
    const element = await mount()
    server.pay(reportedAs('claimed'))
    const input = await claim(element, HASH)
    await waitUntil(() => getText(element, '.notices').includes('looking for your transaction on Polygon'))
    expect(server.reports).to.deep.equal([{ hash: HASH }])
    expect(input.value).to.equal('')
    expect(find(element, '.claim')?.hasAttribute('open')).to.equal(false)
    server.pay(reportedAs('unrelated'))
    await element.refresh()
    expect(getText(element, '.notices')).to.include('not a payment for this order')
  })

  for (const [status, words] of [
    [400, 'This is not a transaction ID.'],
    [429, 'This could not be sent.'],
    [500, 'This could not be sent.'],
  ] as const) {
    it(`keeps the entry and says why when the server answers ${status}`, async () => {
      const server = start()
      server.pay()
      const element = await mount()
      server.say(() => new Response('', { status }))
      const input = await claim(element, 'nonsense')
      await waitUntil(() => getText(element, '.refused').startsWith(words))
      expect(input.value).to.equal('nonsense')
      expect(input.getAttribute('aria-describedby')).to.equal('claim-refused')
      expect(input.getAttribute('aria-invalid')).to.equal(String(status === 400))
    })
  }

  it('has the form while money may still arrive, and not after that', async () => {
    const server = start()
    const element = await mount()
    for (const state of ['created', 'partially-paid', 'expired', 'cancelled'] as const) {
      server.pay(sampleChanges[state])
      await element.refresh()
      expect(getText(element, '.claim summary'), state).to.equal('I have already paid')
    }
    for (const state of ['seen', 'completed'] as const) {
      server.pay(sampleChanges[state])
      await element.refresh()
      expect(find(element, '.claim'), state).to.equal(null)
    }
  })
})
