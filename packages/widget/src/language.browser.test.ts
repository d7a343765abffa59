import { expect, fixture, html } from '@open-wc/testing'
import { setViewport } from '@web/test-runner-commands'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, start, stop } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'
import { waitUntil } from './testing/time.ts'

describe('the language', () => {
  const titleIn = async (element: CryptoCheckout) => {
    await element.updateComplete
    return getText(element, '.title')
  }

  async function mountIn(lang: string): Promise<CryptoCheckout> {
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1" lang=${lang}></crypto-checkout>`)
    await element.refresh()
    return element
  }

  const titles = {
    ar: 'في انتظار الدفع',
    de: 'Warten auf Zahlung',
    es: 'Esperando el pago',
    fr: 'Paiement attendu',
    it: 'In attesa di pagamento',
    ja: 'お支払い待ち',
    nl: 'Wachten op betaling',
    pl: 'Oczekiwanie na płatność',
    'pt-BR': 'Pagamento pendente',
    tr: 'Ödeme bekleniyor',
    'zh-Hant': '等待付款',
    'de-CH': 'Warten auf Zahlung',
    'EN-gb': 'Waiting for payment',
    sv: 'Waiting for payment',
    '': 'Waiting for payment',
    '"] x': 'Waiting for payment',
  }
  for (const [lang, title] of Object.entries(titles)) {
    it(`lang=${JSON.stringify(lang)} says ${title}`, async () => {
      start().pay()
      expect(getText(await mountIn(lang), '.title')).to.equal(title)
    })
  }

  it('is inherited, through shadow trees too, and follows every change', async () => {
    start().pay()
    const outer = await fixture<HTMLElement>(html`<div lang="de"><div></div></div>`)
    const host = outer.querySelector('div')
    const root = host?.attachShadow({ mode: 'open' })
    const element = document.createElement('crypto-checkout')
    element.src = '/pay/1'
    root?.append(element)
    await element.updateComplete
    await element.refresh()
    expect(getText(element, '.title')).to.equal(titles.de)
    outer.lang = 'fr'
    await waitUntil(async () => (await titleIn(element)) === titles.fr)
    host?.setAttribute('lang', 'it')
    await waitUntil(async () => (await titleIn(element)) === titles.it)
    element.lang = 'nl'
    await waitUntil(async () => (await titleIn(element)) === titles.nl)
    expect(element.label).to.equal(titles.nl)
    for (const one of [element, host, outer]) one?.removeAttribute('lang')
    await waitUntil(async () => (await titleIn(element)) === 'Waiting for payment')
  })

  it('is that of the new place when the element is moved', async () => {
    start().pay()
    const element = await mountIn('de')
    const place = await fixture<HTMLElement>(html`<div lang="tr"></div>`)
    element.removeAttribute('lang')
    place.append(element)
    expect(await titleIn(element)).to.equal(titles.tr)
  })

  it('keeps the words that are shown until the others are there', async () => {
    start().pay()
    const element = await mountIn('de')
    const seen = new Set<string>()
    const observer = new MutationObserver(() => seen.add(getText(element, '.title')))
    observer.observe(element.shadowRoot ?? element, { subtree: true, childList: true, characterData: true })
    element.lang = 'pl'
    await waitUntil(() => getText(element, '.title') === titles.pl)
    observer.disconnect()
    expect([...seen]).to.deep.equal([titles.pl])
  })

  it('is said on the card, with its direction, whatever surrounds it', async () => {
    start().pay()
    for (const [lang, shown, direction] of [
      ['ar', 'ar', 'rtl'],
      ['he', 'en', 'ltr'],
    ]) {
      const element = await mountIn(lang ?? '')
      element.dir = 'rtl'
      const card = find(element, '.card')
      expect(card?.getAttribute('lang')).to.equal(shown)
      expect(card && getComputedStyle(card).direction).to.equal(direction)
      const address = find(element, '.address')
      expect(address && getComputedStyle(address).direction).to.equal('ltr')
    }
  })

  it('writes amounts as its readers do, and copies them as they must be typed', async () => {
    start().pay()
    const element = await mountIn('de')
    expect(getText(element, '.digits')).to.equal('100,004321')
    expect(getText(element, '.explain')).to.contain('genau 100,004321 USDC')
    expect(find(element, '.qr-code')?.getAttribute('aria-label')).to.contain('100,004321 USDC')
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    element.shadowRoot?.querySelector<HTMLElement>('.amount .copy')?.click()
    await waitUntil(() => getText(element, '[role=status]') === 'Betrag kopiert')
    expect(written).to.deep.equal(['100.004321'])
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it('counts confirmations in it, and tells a change of state', async () => {
    const { pay } = start()
    pay()
    const element = await mountIn('ar')
    pay(sampleChanges.confirming)
    await element.refresh()
    expect(getText(element, '.confirmations span')).to.equal('3 من أصل 12 تأكيدًا')
    expect(getText(element, '[role=status]')).to.contain('تم رصد الدفعة')
    expect(find(element, '[role=status]')?.getAttribute('lang')).to.equal('ar')
  })

  it('nothing overflows at 320 px, in any language', async () => {
    await setViewport({ width: 320, height: 700 })
    for (const lang of Object.keys(titles)) {
      for (const change of [{}, sampleChanges.stellar, sampleChanges['partially-paid'], sampleChanges.seen]) {
        start().pay(change)
        const element = await mountIn(lang)
        for (const inner of element.shadowRoot?.querySelectorAll('.card *') ?? []) {
          const { left, right } = inner.getBoundingClientRect()
          expect(left, `${lang} ${inner.className}`).to.be.at.least(0)
          expect(right, `${lang} ${inner.className}`).to.be.at.most(320)
        }
        element.remove()
        stop()
      }
    }
    await setViewport({ width: 1280, height: 800 })
  })
})
