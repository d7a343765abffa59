import { sampleChanges } from '@crypto-checkout/payer-ui/testing'
import { expect } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { waitForPanel } from './testing/panel.ts'
import { samplePayment } from './testing/sample-payment.ts'
import { testWallet } from './testing/test-wallet.ts'
import { waitUntil } from './testing/time.ts'
import { install } from './testing/wallets.ts'

const samples = sampleChanges(Date.now())
const { methods } = samplePayment(samples.methods)
const [polygon, stellar] = methods
if (!polygon || !stellar) throw new Error('no methods')
const onEthereum = { ...stellar, network: 'ethereum', networkTitle: 'Ethereum', cryptocurrency: 'USDC' } as const

const waitForButton = (element: CryptoCheckout, words: string) =>
  waitUntil(() => getText(element, '#wallet-button') === words, `not ${words}: ${getText(element, '#wallet-button')}`)

describe('the primary button', () => {
  it('is a wallet that is found in the browser, with its name and its icon', async () => {
    start().pay()
    install(testWallet())
    const element = await mount()
    await waitForButton(element, 'Pay with Fox')
    expect(find(element, '#wallet-button')?.className).to.equal('primary')
    expect(find(element, '#wallet-button img')?.getAttribute('src')).to.match(/^data:image\/png/)
  })

  it('connects that wallet at once, though another one could be chosen', async () => {
    const server = start()
    server.pay()
    server.wallets = { ...server.wallets, walletConnectProjectId: 'a'.repeat(32) }
    install(testWallet())
    const element = await mount()
    await waitForButton(element, 'Pay with Fox')
    ;(find(element, '#wallet-button') as HTMLElement).click()
    await waitForPanel(element, 'sent')
  })

  it('names none of several wallets, and the panel asks which one', async () => {
    start().pay()
    install(testWallet())
    install(testWallet(), { name: 'Hen' })
    const element = await mount()
    await waitUntil(() => element.shadowRoot?.querySelectorAll('#wallet-button img').length === 2)
    expect(getText(element, '#wallet-button')).to.equal('Pay with a wallet')
    ;(find(element, '#wallet-button') as HTMLElement).click()
    await waitForPanel(element, 'choosing')
  })

  it('asks a wallet for nothing before the payer presses it', async () => {
    start().pay()
    const wallet = testWallet()
    install(wallet)
    await waitForButton(await mount(), 'Pay with Fox')
    expect(wallet.requests).to.deep.equal([])
  })
})

describe('after the wallet has connected', () => {
  async function payWithFunds(funds: object[], change: object = samples.methods) {
    const server = start()
    server.pay(change)
    server.funds = { methods: funds }
    server.takeMethod = () => {
      server.pay({ ...change, methods: methods.map((one) => ({ ...one, state: 'offered' as const })) })
      return Response.json(samplePayment(change))
    }
    install(testWallet())
    const element = await mount()
    await waitForButton(element, 'Pay with Fox')
    ;(find(element, '#wallet-button') as HTMLElement).click()
    await waitForPanel(element, 'sent')
    return server
  }

  const some = { methods: [polygon, onEthereum] }
  const usdc = (network: string, covers: boolean, gasless = false) => ({
    ...{ cryptocurrency: 'USDC', network, covers, gasless },
  })

  it('the method that the account can pay is chosen', async () => {
    const server = await payWithFunds([usdc('polygon', false), usdc('ethereum', true)], some)
    expect(server.choices).to.deep.equal([{ cryptocurrency: 'USDC', network: 'ethereum' }])
  })

  it('one without a network fee comes first', async () => {
    const server = await payWithFunds([usdc('polygon', true), usdc('ethereum', true, true)], some)
    expect(server.choices).to.deep.equal([{ cryptocurrency: 'USDC', network: 'ethereum' }])
  })

  it('the chosen method stays if the account can pay it', async () => {
    expect((await payWithFunds([usdc('polygon', true), usdc('ethereum', true)], some)).choices).to.deep.equal([])
  })

  it('the chosen method stays if the account can pay none', async () => {
    expect((await payWithFunds([usdc('polygon', false), usdc('ethereum', false)], some)).choices).to.deep.equal([])
  })

  it('a method that the payer has chosen stays', async () => {
    const chosen = { methods: [{ ...onEthereum, state: 'open' }, polygon] }
    expect((await payWithFunds([usdc('ethereum', true, true)], chosen)).choices).to.deep.equal([])
  })

  it('what the server does not offer is not chosen', async () => {
    expect((await payWithFunds([usdc('base', true), { covers: true }], some)).choices).to.deep.equal([])
  })
})

describe('the code', () => {
  it('holds the whole request on demand', async () => {
    start().pay()
    const element = await mount()
    const drawing = () => find(element, '.qr-code path')?.getAttribute('d')
    const [plain, button] = [drawing(), find(element, '.switch') as HTMLElement]
    expect(button.textContent).to.equal('Address and amount')
    button.click()
    await element.updateComplete
    expect(drawing()).not.to.equal(plain)
    expect(getText(element, 'figcaption')).to.contain('This code also holds the coin and the amount.')
    button.click()
    await element.updateComplete
    expect(drawing()).to.equal(plain)
  })

  it('has one form on Stellar, which holds the request', async () => {
    start().pay(samples.stellar)
    expect(find(await mount(), '.switch')).to.equal(null)
  })

  describe('on a phone', () => {
    const real = window.matchMedia
    const pretendPhone = () => {
      window.matchMedia = (query) =>
        query.includes('coarse') ? ({ matches: true } as MediaQueryList) : real.call(window, query)
    }
    afterEach(() => {
      window.matchMedia = real
    })

    it('is folded away, and the button opens a wallet’s app', async () => {
      pretendPhone()
      start().pay()
      const element = await mount()
      expect(getText(element, '.code summary')).to.equal('Show the QR code')
      expect((find(element, '.code') as HTMLDetailsElement).open).to.equal(false)
      expect(getText(element, '#wallet-button')).to.equal('Open a wallet app')
    })

    it('is there where no wallet can be opened', async () => {
      pretendPhone()
      start().pay({ paymentUri: '' })
      const element = await mount()
      expect(find(element, '.code')).to.equal(null)
      expect(find(element, '.qr')).not.to.equal(null)
    })
  })
})
