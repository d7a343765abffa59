import { sampleTransaction } from '@crypto-checkout/payer-ui/testing'
import { expect } from '@open-wc/testing'
import type { CryptoCheckout } from '../crypto-checkout.ts'
import { getText, mount, start } from '../testing/element.ts'
import { getButton, getPanelState, openPanel, waitForPanel } from '../testing/panel.ts'
import { sampleChanges, samplePayment } from '../testing/sample-payment.ts'
import { ACCOUNT, createRefusal, HASH, type TestWallet, testWallet } from '../testing/test-wallet.ts'
import { waitUntil } from '../testing/time.ts'
import { install, uninstall } from '../testing/wallets.ts'

/** The situation after a reload: another element, and a wallet that has forgotten the request. */
async function reload(element: CryptoCheckout): Promise<{ element: CryptoCheckout; wallet: TestWallet }> {
  element.remove()
  uninstall()
  const wallet = testWallet()
  install(wallet)
  return { element: await mount(), wallet }
}

/** A page whose wallet answers a request to send with `answer`. */
async function paid(answer: () => unknown, place: string): Promise<CryptoCheckout> {
  const wallet = testWallet()
  wallet.answers.eth_sendTransaction = answer
  install(wallet)
  const element = await mount()
  await openPanel(element, place)
  return element
}

const silence = () => new Promise(() => {})

describe('a page that is loaded again', () => {
  it('says that a wallet was asked to send, before it asks again', async () => {
    start().pay()
    const { element, wallet } = await reload(await paid(silence, 'sending'))
    await openPanel(element, 'unknown')
    expect(getText(element, '.wallet')).to.contain('Check your wallet first Fox did not say whether it sent 100.004321')
    expect(getText(element, '.wallet')).to.contain('From account 0x8ba1…BA72')
    expect(wallet.requests).to.deep.equal([])
    getButton(element, 'Pay another way').click()
    await waitForPanel(element, undefined)
    await openPanel(element, 'unknown')
    getButton(element, 'Nothing was sent: try again').click()
    await waitForPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('knows the transaction that the server could not be told, and tells it', async () => {
    const server = start()
    server.pay()
    const before = await paid(() => {
      server.say(() => new Response('', { status: 400 }))
      return HASH
    }, 'sent')
    await waitUntil(() => server.reports.length > 0)
    server.pay()
    const { element, wallet } = await reload(before)
    await openPanel(element, 'sent')
    expect(getText(element, '#wallet-title')).to.equal('Sent. Waiting for Polygon')
    await waitUntil(() => server.reports.length > 1)
    expect(server.reports[1]).to.deep.equal({ hash: HASH, from: ACCOUNT })
    expect(wallet.requests).to.deep.equal([])
    getButton(element, 'My wallet says it failed').click()
    await waitForPanel(element, undefined)
    await openPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('knows what the wallet said after the payer had turned to another payment', async () => {
    start().pay()
    const hash = Promise.withResolvers<string>()
    const before = await paid(() => hash.promise, 'sending')
    before.src = '/pay/2'
    await before.refresh()
    hash.resolve(HASH)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const { element } = await reload(before)
    await openPanel(element, 'sent')
  })

  it('asks again what was declined', async () => {
    start().pay()
    const { element, wallet } = await reload(await paid(() => Promise.reject(createRefusal(4001)), 'stopped'))
    await openPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('asks for the rest once a part was paid', async () => {
    const server = start()
    server.pay()
    const before = await paid(silence, 'sending')
    const paymentUri = samplePayment().paymentUri.replace('100004321', '40007123')
    server.pay({ ...sampleChanges['partially-paid'], paymentUri })
    const { element, wallet } = await reload(before)
    await openPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('asks again after the network has dropped what was sent', async () => {
    const server = start()
    server.pay()
    const before = await paid(() => HASH, 'sent')
    server.pay({ transactions: [sampleTransaction({ hash: HASH, status: 'orphaned' }, Date.now())] })
    const { element, wallet } = await reload(before)
    await openPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('forgets it once the payment waits no more', async () => {
    const server = start()
    server.pay()
    const element = await paid(() => HASH, 'sent')
    expect(sessionStorage.length).to.equal(1)
    server.pay(sampleChanges.seen)
    await element.refresh()
    expect([getPanelState(element), sessionStorage.length]).to.deep.equal([undefined, 0])
  })

  it('pays all the same where nothing can be kept', async () => {
    const own = Object.getOwnPropertyDescriptor(window, 'sessionStorage') ?? {}
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { ...own, get })
    try {
      start().pay()
      const { element, wallet } = await reload(await paid(() => HASH, 'sent'))
      await openPanel(element, 'sent')
      expect(wallet.count('eth_sendTransaction')).to.equal(1)
    } finally {
      Object.defineProperty(window, 'sessionStorage', own)
    }
  })
})
