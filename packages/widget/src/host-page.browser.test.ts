import { expect, fixture, html } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'
import { waitUntil } from './testing/time.ts'

/** Everything that a page may set for all of its text; all of it is inherited. */
const TEXT =
  'text-transform: uppercase; letter-spacing: 9px; word-spacing: 9px; text-indent: 9px; white-space: pre; text-shadow: 0 0 9px red; word-break: break-all; line-break: anywhere; hyphens: auto; -webkit-text-fill-color: red; -webkit-text-stroke: 3px red'
const PLAIN = {
  textTransform: 'none',
  letterSpacing: 'normal',
  wordSpacing: '0px',
  textIndent: '0px',
  textShadow: 'none',
  wordBreak: 'normal',
  lineBreak: 'auto',
  hyphens: 'manual',
  webkitTextStrokeWidth: '0px',
}

const px = (element: CryptoCheckout, selector: string) => {
  const { width, height } = find(element, selector)?.getBoundingClientRect() ?? { width: 0, height: 0 }
  return [Math.round(width), Math.round(height)]
}
const fontSize = (element: CryptoCheckout, selector: string) =>
  getComputedStyle(find(element, selector) ?? element).fontSize

async function mountOpen(): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1" modal opened></crypto-checkout>`)
  await element.refresh()
  await waitUntil(() => find(element, 'dialog:modal') !== null)
  return element
}

describe('on a page with styles of its own', () => {
  afterEach(() => {
    document.documentElement.style.cssText = ''
    document.body.style.cssText = ''
  })

  it('no text of the dialog looks like the text of the page', async () => {
    document.body.style.cssText = TEXT
    start().pay()
    const element = await mountOpen()
    for (const selector of ['dialog', '.close', '.scroll', '[role=status]', '.card', '.address']) {
      const style = getComputedStyle(find(element, selector) ?? document.body)
      const found = Object.fromEntries(Object.keys(PLAIN).map((name) => [name, Reflect.get(style, name)]))
      // Older Chromium reports `normal`.
      if (found.wordSpacing === 'normal') found.wordSpacing = '0px'
      expect({ selector, ...found }).to.deep.equal({ selector, ...PLAIN })
      expect(style.getPropertyValue('-webkit-text-fill-color'), selector).to.equal(style.color)
    }
  })

  it('a small root does not make it small', async () => {
    start().pay()
    const element = await mount()
    const normal = { text: fontSize(element, '.card'), card: px(element, '.card'), copy: px(element, '.copy') }
    document.documentElement.style.fontSize = '62.5%'
    expect(normal.text).to.equal('15px')
    expect(normal.copy).to.deep.equal([40, 40])
    expect({ text: fontSize(element, '.card'), card: px(element, '.card'), copy: px(element, '.copy') }).to.deep.equal(
      normal,
    )
  })

  it('a small root makes neither the dialog nor the wallets in it small', async () => {
    document.documentElement.style.fontSize = '62.5%'
    start().pay()
    const element = await mountOpen()
    expect(px(element, '.close')).to.deep.equal([44, 44])
    element.shadowRoot?.querySelector<HTMLElement>('#wallet-button')?.click()
    await waitUntil(() => find(element, '.wallet-detail') !== null, 'there are no wallets')
    expect(fontSize(element, '.wallet-detail')).to.equal('14px')
  })

  it('it grows with a large root, up to twice its size', async () => {
    start().pay()
    const element = await mount()
    document.documentElement.style.fontSize = '20px'
    expect(fontSize(element, '.card')).to.equal('18.75px')
    document.documentElement.style.fontSize = '100px'
    expect(fontSize(element, '.card')).to.equal('30px')
  })

  it('the page can say what the size of text is', async () => {
    document.documentElement.style.cssText = 'font-size: 62.5%; --crypto-checkout-size: 2rem'
    start().pay()
    expect(fontSize(await mount(), '.card')).to.equal('18.75px')
  })
})

describe('in test mode', () => {
  const marks = {
    ar: 'وضع الاختبار.',
    de: 'Testmodus.',
    en: 'Test mode.',
    es: 'Modo de prueba.',
    fr: 'Mode test.',
    it: 'Modalità di prova.',
    ja: 'テストモード。',
    nl: 'Testmodus.',
    pl: 'Tryb testowy.',
    pt: 'Modo de teste.',
    tr: 'Test modu.',
    zh: '测试模式。',
  }
  for (const [lang, mark] of Object.entries(marks)) {
    it(`it says so in ${lang}`, async () => {
      start().pay({ livemode: false })
      const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1" lang=${lang}></crypto-checkout>`)
      await element.refresh()
      expect(getText(element, '.test-mode').startsWith(`${mark} `)).to.equal(true)
    })
  }

  it('it says so in every state, and axe finds nothing', async () => {
    for (const change of Object.values(sampleChanges)) {
      start().pay({ ...change, livemode: false })
      const element = await mount()
      expect(getText(element)).to.match(/^Test mode\. The coins of this payment have no value\./)
      element.remove()
    }
    start().pay({ livemode: false })
    await expect(await mount()).to.be.accessible()
  })

  it('a payment of real coins has no mark', async () => {
    start().pay()
    expect(find(await mount(), '.test-mode')).to.equal(null)
  })
})
