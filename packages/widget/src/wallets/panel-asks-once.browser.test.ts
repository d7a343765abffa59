import { expect, oneEvent } from '@open-wc/testing'
import type { CryptoCheckout } from '../crypto-checkout.ts'
import { find, getText, mount, start } from '../testing/element.ts'
import { getButton, getPanelState, openPanel, waitForPanel } from '../testing/panel.ts'
import { sampleChanges } from '../testing/sample-payment.ts'
import { ACCOUNT, createRefusal, HASH, testWallet } from '../testing/test-wallet.ts'
import { waitUntil } from '../testing/time.ts'
import { install } from '../testing/wallets.ts'

describe('what the wallet is not asked for', () => {
  it('anything, when another try is one by WalletConnect', async () => {
    start().pay()
    const wallet = testWallet()
    wallet.answers.eth_requestAccounts = () => Promise.reject(createRefusal(4001))
    install(wallet)
    const element = await mount()
    element.setAttribute('walletconnect-project-id', 'p'.repeat(32))
    await waitUntil(() => getText(element, '#wallet-button') === 'Pay with Fox')
    await openPanel(element, 'stopped')
    getButton(element, 'Choose another wallet').click()
    await waitForPanel(element, 'choosing')
    getButton(element, 'WalletConnect').click()
    await waitForPanel(element, 'stopped')
    expect(getText(element, '#wallet-title')).to.equal('We cannot reach WalletConnect')
    getButton(element, 'Try again').click()
    await new Promise((resolve) => setTimeout(resolve, 50))
    await waitUntil(() => getText(element, '#wallet-title') === 'We cannot reach WalletConnect')
    expect(wallet.requests.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts'])
  })

  it('a second transfer, when the first turns out to be sent while another try is under way', async () => {
    start().pay()
    const wallet = testWallet()
    const [first, accounts] = [Promise.withResolvers<string>(), Promise.withResolvers<string[]>()]
    wallet.answers.eth_sendTransaction = () => first.promise
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sending')
    wallet.emit('disconnect', createRefusal(4900))
    await waitForPanel(element, 'unknown')
    wallet.answers.eth_requestAccounts = () => accounts.promise
    getButton(element, 'Nothing was sent: try again').click()
    await waitForPanel(element, 'connecting')
    first.resolve(HASH)
    await waitForPanel(element, 'sent')
    accounts.resolve([ACCOUNT])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('anything, when the element has left the page before the wallets are there', async () => {
    start().pay()
    const wallet = testWallet()
    install(wallet)
    const element = await mount()
    ;(find(element, '#wallet-button') as HTMLElement).click()
    element.remove()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(wallet.requests).to.deep.equal([])
  })

  const goings: Record<string, (element: CryptoCheckout) => void> = {
    'its dialog is closed': (element) => element.close(),
    'the element has left the page': (element) => element.remove(),
  }
  for (const [name, go] of Object.entries(goings)) {
    it(`anything more, when the wallet is changed after ${name}`, async () => {
      start().pay()
      const wallet = testWallet(1)
      wallet.answers.wallet_switchEthereumChain = () => Promise.reject(createRefusal(4001))
      install(wallet)
      const element = await mount()
      element.modal = true
      element.open()
      await waitUntil(() => find(element, 'dialog[open]') !== null)
      await openPanel(element, 'stopped')
      go(element)
      await element.updateComplete
      const requestsBefore = wallet.requests.length
      wallet.chainId = 137
      wallet.emit('chainChanged', '0x89')
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(wallet.requests.length).to.equal(requestsBefore)
    })
  }

  it('a transfer, when another page has sent one meanwhile', async () => {
    const { pay } = start()
    pay()
    const wallet = testWallet()
    const accounts = Promise.withResolvers<string[]>()
    wallet.answers.eth_requestAccounts = () => accounts.promise
    install(wallet)
    const element = await mount()
    await openPanel(element, 'connecting')
    pay({
      reported: [{ hash: HASH, reportedAt: new Date().toISOString(), explorerUrl: null, status: 'sent' as const }],
    })
    await element.refresh()
    expect(getText(element, '#wallet-title')).to.equal('Sent. Waiting for Polygon')
    accounts.resolve([ACCOUNT])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.count('eth_sendTransaction')).to.equal(0)
  })

  it('anything, when the details of the payment contradict each other', async () => {
    start().pay({ amountDue: '1.000000', cryptoAmount: '1.000000' })
    const wallet = testWallet()
    install(wallet)
    const element = await mount()
    await openPanel(element, 'contradiction')
    expect(getText(element, '.wallet')).to.contain('Please tell Demo shop, and do not send anything.')
    expect([find(element, '.amount'), find(element, '.qr-code')]).to.deep.equal([null, null])
    expect(wallet.requests).to.deep.equal([])
  })

  it('a transfer, when the payer has turned away before', async () => {
    start().pay()
    const wallet = testWallet()
    const accounts = Promise.withResolvers<string[]>()
    wallet.answers.eth_requestAccounts = () => accounts.promise
    install(wallet)
    const element = await mount()
    await openPanel(element, 'connecting')
    getButton(element, 'Pay another way').click()
    await waitForPanel(element, undefined)
    expect(find(element, '.qr-code')).not.to.equal(null)
    accounts.resolve([ACCOUNT])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.requests.map(({ method }) => method)).to.deep.equal(['eth_requestAccounts'])
  })

  for (const [name, change] of Object.entries({ seen: sampleChanges.seen, expired: sampleChanges.expired })) {
    it(`a transfer, when the payment is ${name} meanwhile`, async () => {
      const { pay } = start()
      pay()
      const wallet = testWallet()
      const accounts = Promise.withResolvers<string[]>()
      wallet.answers.eth_requestAccounts = () => accounts.promise
      install(wallet)
      const element = await mount()
      await openPanel(element, 'connecting')
      pay(change)
      await element.refresh()
      expect(getPanelState(element)).to.equal(undefined)
      expect(element.shadowRoot?.activeElement?.id).to.equal('checkout-state')
      accounts.resolve([ACCOUNT])
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(wallet.count('eth_sendTransaction')).to.equal(0)
    })
  }

  it('a second transfer, when the server knows of one', async () => {
    const reported = [
      {
        hash: HASH,
        reportedAt: new Date().toISOString(),
        explorerUrl: 'https://polygonscan.com/tx/1',
        status: 'sent' as const,
      },
    ]
    start().pay({ reported })
    const wallet = testWallet()
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sent')
    expect(find(element, '.wallet a')?.getAttribute('href')).to.equal('https://polygonscan.com/tx/1')
    expect(wallet.requests).to.deep.equal([])
    getButton(element, 'My wallet says it failed').click()
    await waitForPanel(element, undefined)
    await openPanel(element, 'sent')
    expect(wallet.count('eth_sendTransaction')).to.equal(1)
  })

  it('anything, when no money is asked for', async () => {
    start().pay(sampleChanges.completed)
    const element = await mount()
    expect(find(element, '#wallet-button')).to.equal(null)
  })

  it('what another payment is about', async () => {
    start().pay()
    const wallet = testWallet()
    const hash = Promise.withResolvers<string>()
    wallet.answers.eth_sendTransaction = () => hash.promise
    install(wallet)
    const element = await mount()
    await openPanel(element, 'sending')
    element.src = '/pay/2'
    await element.refresh()
    expect(getPanelState(element)).to.equal(undefined)
    hash.resolve(HASH)
    await oneEvent(document, 'checkout-transaction-sent')
    await element.updateComplete
    expect(getPanelState(element)).to.equal(undefined)
  })
})
