import { english, formatTerms } from '@crypto-checkout/payer-ui'
import { texts as gaslessTexts } from '@crypto-checkout/payer-ui/languages/en/gasless'
import { texts } from '@crypto-checkout/payer-ui/languages/en/wallet'
import { expect } from '@open-wc/testing'
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands'
import { html, render } from 'lit'
import type { CryptoCheckout } from '../crypto-checkout.ts'
import { find, getText, mount, start, stop } from '../testing/element.ts'
import { getButton, getPanelState, openPanel, waitForPanel } from '../testing/panel.ts'
import { samplePayment } from '../testing/sample-payment.ts'
import { createRefusal, type TestWallet, testWallet } from '../testing/test-wallet.ts'
import { waitUntil } from '../testing/time.ts'
import { install } from '../testing/wallets.ts'
import { renderPairingView } from './pairing-view.ts'
import { renderPanelView } from './panel-view.ts'

const never = () => new Promise(() => {})
const no = (code: number, message?: string) => () => Promise.reject(createRefusal(code, message))

/** Steps that bring the panel to each of its states. */
const SCENES: Readonly<Record<string, readonly [place: string, prepare: (wallet: TestWallet) => void]>> = {
  connecting: ['connecting', ({ answers }) => Object.assign(answers, { eth_requestAccounts: never })],
  switching: [
    'switching',
    (wallet) =>
      Object.assign(wallet, { chainId: 1 }) && Object.assign(wallet.answers, { wallet_switchEthereumChain: never }),
  ],
  checking: ['checking', ({ answers }) => Object.assign(answers, { eth_call: never })],
  sending: ['sending', ({ answers }) => Object.assign(answers, { eth_sendTransaction: never })],
  unknown: ['unknown', ({ answers }) => Object.assign(answers, { eth_sendTransaction: no(-32603) })],
  sent: ['sent', () => {}],
  rejected: ['stopped', ({ answers }) => Object.assign(answers, { eth_requestAccounts: no(4001) })],
  pending: ['stopped', ({ answers }) => Object.assign(answers, { eth_requestAccounts: no(-32002) })],
  locked: ['stopped', ({ answers }) => Object.assign(answers, { eth_requestAccounts: () => [] })],
  account: ['stopped', ({ answers }) => Object.assign(answers, { eth_sendTransaction: no(4100) })],
  network: [
    'stopped',
    (wallet) =>
      Object.assign(wallet, { chainId: 1 }) && Object.assign(wallet.answers, { wallet_switchEthereumChain: no(4001) }),
  ],
  insufficient: ['stopped', ({ answers }) => Object.assign(answers, { eth_call: () => `0x${'0'.repeat(64)}` })],
  gas: ['stopped', ({ answers }) => Object.assign(answers, { eth_sendTransaction: no(-32000, 'insufficient funds') })],
  disconnected: ['stopped', ({ answers }) => Object.assign(answers, { eth_requestAccounts: no(4900) })],
  failed: ['stopped', ({ answers }) => Object.assign(answers, { eth_requestAccounts: no(-32603) })],
}

async function play(scene: string): Promise<CryptoCheckout> {
  const [place, prepare] = SCENES[scene] ?? ['', () => {}]
  start().pay()
  const wallet = testWallet()
  prepare(wallet)
  install(wallet)
  const element = await mount()
  await openPanel(element, place)
  return element
}

/** States that no wallet causes, by name. */
const OTHERS: Readonly<Record<string, () => Promise<CryptoCheckout>>> = {
  choosing: async () => {
    start().pay()
    install(testWallet())
    install(testWallet(), { name: 'Bear' })
    const element = await mount()
    await openPanel(element, 'choosing')
    return element
  },
  none: async () => {
    start().pay()
    const element = await mount()
    await openPanel(element, 'choosing')
    return element
  },
  'WalletConnect too': async () => {
    const server = start()
    server.pay()
    server.wallets = { ...server.wallets, walletConnectProjectId: 'one' }
    const element = await mount()
    await openPanel(element, 'choosing')
    return element
  },
  unreachable: async () => {
    const server = start()
    server.pay()
    server.wallets = null
    const element = await mount()
    await openPanel(element, 'unreachable')
    return element
  },
  contradiction: async () => {
    start().pay({ cryptoAmount: '1.000000' })
    install(testWallet())
    const element = await mount()
    await openPanel(element, 'contradiction')
    return element
  },
  pairing: async () => pairing(),
}

const URI = `wc:${'4d'.repeat(32)}@2?symKey=${'b0'.repeat(32)}`

/** The panel with a code to scan, as WalletConnect would provide it; null for the time before the code exists. */
async function pairing(uri: string | null = URI): Promise<CryptoCheckout> {
  const element = await (OTHERS.none as () => Promise<CryptoCheckout>)()
  const payment = samplePayment()
  const place = find(element, '.wallet')?.parentElement as HTMLElement
  find(element, '.wallet')?.remove()
  const nobody = () => {}
  const card = { payment, phase: 'awaiting', terms: formatTerms(payment, 'awaiting', english), texts: english } as never
  const view = renderPanelView({
    card,
    announcement: '',
    texts: { ...texts, ...gaslessTexts, messages: { ...texts.messages, ...gaslessTexts.messages } },
    state: { at: 'pairing', wallet: 'WalletConnect', account: null, uri },
    wallets: [],
    chosen: null,
    chain: null,
    found: 'choosing',
    links: [],
    walletConnect: true,
    pairing: renderPairingView,
    offers: null,
    gasless: false,
    on: {
      choose: nobody,
      pair: nobody,
      chooseAnother: nobody,
      again: nobody,
      otherAccount: nobody,
      offer: nobody,
      otherMethod: nobody,
      reopen: nobody,
      close: nobody,
      failed: nobody,
    },
  })
  const box = document.createElement('div')
  place.append(box)
  render(html`${view}`, box)
  return element
}

const ALL = [...Object.keys(SCENES), ...Object.keys(OTHERS)]
const show = (name: string) => OTHERS[name]?.() ?? play(name)

/** Switches the language while the panel is open. The panel of `pairing` is drawn once, and keeps its texts. */
async function speak(element: CryptoCheckout, lang: string): Promise<void> {
  element.lang = lang
  const isSpoken = (part: string) => find(element, part)?.getAttribute('lang') === lang
  await waitUntil(() => isSpoken('.card') && (isSpoken('.wallet') || getPanelState(element) === 'pairing'))
}

async function checkWithAxe(element: CryptoCheckout, colorScheme: 'light' | 'dark'): Promise<void> {
  await emulateMedia({ colorScheme })
  element.style.setProperty('background', colorScheme === 'dark' ? '#000' : '#fff')
  await expect(element).to.be.accessible()
}

/** Lists the parts of the panel that are not within the window. */
function listOverflows(element: CryptoCheckout): string[] {
  return [...(element.shadowRoot?.querySelectorAll('.wallet *') ?? [])].flatMap((inner) => {
    const { left, right } = inner.getBoundingClientRect()
    return left < 0 || right > innerWidth ? [`${inner.className} from ${left} to ${right}`] : []
  })
}

describe('the panel, for everyone', () => {
  before(() => setViewport({ width: 320, height: 700 }))
  after(async () => {
    await setViewport({ width: 1280, height: 800 })
    await emulateMedia({ colorScheme: 'light' })
  })

  // To bring the panel to a state takes most of the time, so all checks share it.
  for (const name of ALL) {
    it(`${name}: axe finds nothing, light, dark or in other languages, all has a name, and nothing overflows`, async () => {
      const element = await show(name)
      await checkWithAxe(element, 'light')
      await checkWithAxe(element, 'dark')
      for (const control of element.shadowRoot?.querySelectorAll('.wallet :is(button, a)') ?? []) {
        expect(control.getAttribute('aria-label') ?? control.textContent?.trim()).to.match(/\S/)
      }
      for (const lang of ['de', 'ja', 'ar']) {
        await speak(element, lang)
        expect(listOverflows(element), lang).to.deep.equal([])
      }
      await checkWithAxe(element, 'light')
    })
  }
})

describe('the codes of the panel', () => {
  it('the code to connect by is dark on white, and says what it is', async () => {
    await emulateMedia({ colorScheme: 'dark' })
    const code = find(await pairing(), '.wallet .qr-code')
    expect(code?.getAttribute('aria-label')).to.equal('QR code that connects a wallet by WalletConnect')
    expect(code?.querySelector('rect')?.getAttribute('fill')).to.equal('#fff')
    // The modules are lines, so their colour is the stroke.
    expect(code?.querySelector('path')?.getAttribute('stroke')).to.equal('#000')
  })

  it('whoever has no wallet here sees the code that the panel says to scan', async () => {
    const isShown = (element: CryptoCheckout) => find(element, '.qr .qr-code')?.checkVisibility()
    const none = await show('none')
    expect(getText(none, '.wallet-detail')).to.contain('Scan the code with the wallet on your phone')
    expect(isShown(none)).to.equal(true)
    none.remove()
    stop()
    expect(isShown(await show('choosing'))).to.equal(false)
  })

  it('nobody is told to scan a code before there is one', async () => {
    const early = await pairing(null)
    expect(getText(early, '#wallet-title')).to.equal('Connecting to WalletConnect')
    expect([find(early, '.wallet .qr-code'), find(early, '.wallet-detail')]).to.deep.equal([null, null])
    early.remove()
    expect(getText(await pairing(), '.wallet-detail')).to.contain('Scan this code')
  })
})

describe('the panel, by keyboard', () => {
  const focused = (element: CryptoCheckout) => element.shadowRoot?.activeElement

  it('opens, chooses and closes, and focus is never lost', async () => {
    start().pay()
    const bear = testWallet()
    bear.answers.eth_requestAccounts = never
    install(testWallet())
    install(bear, { name: 'Bear' })
    const element = await mount()
    ;(find(element, '#wallet-button') as HTMLElement).focus()
    await sendKeys({ press: 'Enter' })
    await waitForPanel(element, 'choosing')
    expect(focused(element)?.id).to.equal('wallet-title')
    for (let press = 0; press < 2; press += 1) await sendKeys({ press: 'Tab' })
    expect(focused(element)?.textContent?.trim()).to.equal('Bear')
    await sendKeys({ press: 'Space' })
    await waitForPanel(element, 'connecting')
    expect(focused(element)?.id).to.equal('wallet-title')
    expect(getText(element, '[role=status]')).to.contain('Connecting to Bear. Open the wallet')
    await sendKeys({ press: 'Tab' })
    await sendKeys({ press: 'Enter' })
    await waitForPanel(element, 'choosing')
    for (let press = 0; press < 3; press += 1) await sendKeys({ press: 'Tab' })
    expect(focused(element)?.textContent?.trim()).to.equal('Pay another way')
    await sendKeys({ press: 'Enter' })
    await waitForPanel(element, undefined)
    expect(focused(element)?.id).to.equal('wallet-button')
  })
})

describe('what wallets say of themselves', () => {
  it('is text, whatever it is written like', async () => {
    start().pay()
    install(testWallet(), { name: '<script>alert(1)</script><img src=x onerror=alert(2)>' })
    install(testWallet(), { name: '\u202Etellaw deit' })
    const element = await mount()
    await openPanel(element, 'choosing')
    expect(
      getButton(element, '<script>alert(1)</script><img src=x').querySelectorAll('script, bdi img'),
    ).to.have.length(0)
    expect(find(element, '.wallet-option bdi')).not.to.equal(null)
  })

  it('has an icon only when that is an image in the page itself', async () => {
    start().pay()
    install(testWallet(), { name: 'Data' })
    for (const icon of [
      'https://tracker.example.com/1.png',
      '//x/1.png',
      'javascript:alert(1)',
      'data:text/html,<p>',
      7,
    ]) {
      install(testWallet(), { icon })
    }
    const element = await mount()
    await openPanel(element, 'choosing')
    const images = [...(element.shadowRoot?.querySelectorAll('.wallet-option img') ?? [])]
    expect(images.map((image) => image.getAttribute('src')?.slice(0, 15))).to.deep.equal(['data:image/png;'])
    expect(element.shadowRoot?.querySelectorAll('.wallet-option svg')).to.have.length(5)
  })

  it('an icon that is none is not shown', async () => {
    start().pay()
    install(testWallet(), { icon: 'data:image/png;base64,AAAA' })
    install(testWallet())
    const element = await mount()
    await openPanel(element, 'choosing')
    const image = find(element, '.wallet-option img') as HTMLImageElement
    await waitUntil(() => image.hidden)
    expect(getComputedStyle(image).display).to.equal('none')
  })
})
