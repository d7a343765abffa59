import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing'
import { emulateMedia, sendKeys, setViewport } from '@web/test-runner-commands'
import type { CryptoCheckout } from './crypto-checkout.ts'
import './crypto-checkout.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { startServer, type TestServer } from './testing/server.ts'

const HOUR_MS = 3_600_000

let server: TestServer | null = null

afterEach(() => server?.stop())

function start(offMs = 0): TestServer {
  server = startServer(offMs)
  return server
}

async function mount(src = '/pay/1'): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(html`<crypto-checkout src=${src}></crypto-checkout>`)
  await element.refresh()
  return element
}

const find = (element: CryptoCheckout, selector: string) => element.shadowRoot?.querySelector(selector) ?? null
const textOf = (element: CryptoCheckout, selector = '.card') =>
  find(element, selector)?.textContent?.replace(/\s+/g, ' ').trim() ?? ''

describe('accessibility', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, change] of Object.entries(sampleChanges)) {
      it(`${name}, ${scheme}: axe finds nothing`, async () => {
        await emulateMedia({ colorScheme: scheme })
        start().pay(change)
        const element = await mount()
        element.style.setProperty('background', scheme === 'dark' ? '#000' : '#fff')
        await expect(element).to.be.accessible()
      })
    }
    it(`a failure, ${scheme}: axe finds nothing`, async () => {
      await emulateMedia({ colorScheme: scheme })
      start()
      await expect(await mount()).to.be.accessible()
    })
  }

  it('the code says amount, coin, network and address', async () => {
    start().pay()
    expect(find(await mount(), '.qr-code')?.getAttribute('aria-label')).to.equal(
      'QR code to send 100.004321 USDC on Polygon to the address 0x52908400098527886E0F7030069857D2E4169EE7',
    )
  })

  it('the countdown is silent and a change of state is told', async () => {
    const { pay } = start()
    pay()
    const element = await mount()
    expect(find(element, '.timer')?.getAttribute('aria-live')).to.equal('off')
    expect(textOf(element, '[role=status]')).to.equal('')
    pay(sampleChanges.processing)
    await element.refresh()
    expect(textOf(element, '[role=status]')).to.match(/^Payment found\. The payment is on Polygon/)
  })

  it('the keyboard reaches all buttons in the order of reading', async () => {
    start().pay(sampleChanges.stellar)
    const element = await mount()
    const reached: (string | null | undefined)[] = []
    for (let press = 0; press < 3; press += 1) {
      await sendKeys({ press: 'Tab' })
      reached.push(element.shadowRoot?.activeElement?.getAttribute('aria-label'))
    }
    expect(reached).to.deep.equal(['Copy the amount', 'Copy the address', 'Copy the memo'])
  })

  it('focus that stood on a button which is gone moves to the new state', async () => {
    const { pay } = start()
    pay()
    const element = await mount()
    element.shadowRoot?.querySelector<HTMLElement>('.copy')?.focus()
    pay(sampleChanges.completed)
    await element.refresh()
    expect(element.shadowRoot?.activeElement?.textContent).to.equal('Payment complete')
  })

  it('nothing overflows at 320 px', async () => {
    await setViewport({ width: 320, height: 700 })
    for (const change of Object.values(sampleChanges)) {
      start().pay({ ...change, merchantName: 'A merchant with averyveryveryveryverylongname in one word' })
      const element = await mount()
      expect(document.documentElement.scrollWidth).to.equal(320)
      for (const inner of element.shadowRoot?.querySelectorAll('.card *') ?? []) {
        expect(inner.getBoundingClientRect().right, inner.className.toString()).to.be.at.most(320)
      }
      element.remove()
      server?.stop()
    }
    await setViewport({ width: 1280, height: 800 })
  })
})

describe('the language', () => {
  const titleIn = async (element: CryptoCheckout) => {
    await element.updateComplete
    return textOf(element, '.title')
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
      expect(textOf(await mountIn(lang), '.title')).to.equal(title)
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
    expect(textOf(element, '.title')).to.equal(titles.de)
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
    const observer = new MutationObserver(() => seen.add(textOf(element, '.title')))
    observer.observe(element.shadowRoot ?? element, { subtree: true, childList: true, characterData: true })
    element.lang = 'pl'
    await waitUntil(() => textOf(element, '.title') === titles.pl)
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
    expect(textOf(element, '.digits')).to.equal('100.004321')
    expect(textOf(element, '.explain')).to.contain('genau 100,004321 USDC')
    expect(find(element, '.qr-code')?.getAttribute('aria-label')).to.contain('100,004321 USDC')
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    element.shadowRoot?.querySelector<HTMLElement>('.amount .copy')?.click()
    await waitUntil(() => textOf(element, '[role=status]') === 'Betrag kopiert')
    expect(written).to.deep.equal(['100.004321'])
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it('counts confirmations in it, and tells a change of state', async () => {
    const { pay } = start()
    pay()
    const element = await mountIn('ar')
    pay(sampleChanges.processing)
    await element.refresh()
    expect(textOf(element, '.confirmations')).to.equal('3 من أصل 12 تأكيدًا')
    expect(textOf(element, '[role=status]')).to.contain('تم رصد الدفعة')
    expect(find(element, '[role=status]')?.getAttribute('lang')).to.equal('ar')
  })

  it('nothing overflows at 320 px, in any language', async () => {
    await setViewport({ width: 320, height: 700 })
    for (const lang of Object.keys(titles)) {
      for (const change of [{}, sampleChanges.stellar, sampleChanges['partially paid'], sampleChanges.processing]) {
        start().pay(change)
        const element = await mountIn(lang)
        for (const inner of element.shadowRoot?.querySelectorAll('.card *') ?? []) {
          const { left, right } = inner.getBoundingClientRect()
          expect(left, `${lang} ${inner.className}`).to.be.at.least(0)
          expect(right, `${lang} ${inner.className}`).to.be.at.most(320)
        }
        element.remove()
        server?.stop()
      }
    }
    await setViewport({ width: 1280, height: 800 })
  })
})

describe('the clock', () => {
  for (const offMs of [HOUR_MS, -HOUR_MS]) {
    it(`a device that is ${offMs / HOUR_MS} h from the server shows the time that is left`, async () => {
      start(offMs).pay()
      const element = await mount()
      expect(textOf(element, '.title')).to.equal('Waiting for payment')
      expect(textOf(element, '.timer')).to.match(/^(29:00|28:5\d) left$/)
    })
  }

  it('at the deadline it stops asking for money by itself, and asks the server', async () => {
    const { pay, requests } = start(-HOUR_MS)
    pay({ expiresAt: new Date(Date.now() - HOUR_MS + 1500).toISOString() })
    const element = await mount()
    expect(textOf(element, '.title')).to.equal('Waiting for payment')
    const before = requests.length
    await waitUntil(() => textOf(element, '.title') === 'Checking the network', '', { timeout: 4000 })
    expect(find(element, '.qr-code')).to.equal(null)
    expect(requests.length).to.be.greaterThan(before)
  })
})

describe('following', () => {
  it('a payment completes without a reload, with its events', async () => {
    const { pay } = start()
    const heard: unknown[] = []
    const events = ['checkout-status-change', 'checkout-completed', 'checkout-expired', 'checkout-error'] as const
    const note = (event: Event) => heard.push([event.type, (event as CustomEvent).detail.from])
    for (const name of events) document.addEventListener(name, note)
    pay()
    const element = await mount()
    pay(sampleChanges.processing)
    await waitUntil(() => textOf(element, '.title') === 'Payment found', '', { timeout: 4000 })
    expect(textOf(element, '.confirmations')).to.equal('3 of 12 confirmations')
    pay(sampleChanges.completed)
    await waitUntil(() => textOf(element, '.title') === 'Payment complete', '', { timeout: 4000 })
    for (const name of events) document.removeEventListener(name, note)
    expect(find(element, 'a.primary')?.getAttribute('href')).to.equal('https://shop.example.com/orders/17')
    expect(heard).to.deep.equal([
      ['checkout-status-change', null],
      ['checkout-status-change', 'created'],
      ['checkout-status-change', 'processing'],
      ['checkout-completed', undefined],
    ])
  })

  it('304 leaves everything as it is', async () => {
    const { pay, say, requests } = start()
    pay({}, '"one"')
    const element = await mount()
    say(() => new Response(null, { status: 304 }))
    await element.refresh()
    expect(requests.at(-1)?.etag).to.equal('"one"')
    expect(textOf(element, '.digits')).to.equal('100.004321')
  })

  it('asks at once when the tab becomes visible', async () => {
    const { pay, requests } = start()
    pay()
    await mount()
    const before = requests.length
    document.dispatchEvent(new Event('visibilitychange'))
    expect(requests.length).to.equal(before + 1)
  })

  it('another src is another payment', async () => {
    const { pay, requests } = start()
    pay(sampleChanges.completed)
    const element = await mount()
    pay()
    element.src = '/pay/2'
    await element.updateComplete
    await element.refresh()
    expect(requests.at(-1)?.url).to.match(/\/pay\/2\/status$/)
    expect(textOf(element, '.title')).to.equal('Waiting for payment')
  })

  it('out of the document it asks no more, and back in it again', async () => {
    const { pay, requests } = start()
    pay()
    const element = await mount()
    const parent = element.parentElement
    element.remove()
    const before = requests.length
    document.dispatchEvent(new Event('visibilitychange'))
    await element.refresh()
    expect(requests.length).to.equal(before)
    parent?.append(element)
    await element.refresh()
    expect(requests.length).to.be.greaterThan(before)
  })
})

describe('without an answer', () => {
  it('shows what stands between its tags until the first answer', async () => {
    const { say } = start()
    const { promise, resolve } = Promise.withResolvers<Response>()
    say(() => promise)
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1"><p>Fallback</p></crypto-checkout>`)
    expect(element.querySelector('p')?.getBoundingClientRect().height).to.be.greaterThan(0)
    resolve(Response.json(samplePayment()))
    await element.refresh()
    expect(element.querySelector('p')?.getBoundingClientRect().height).to.equal(0)
  })

  it('a snapshot is shown before the first answer', async () => {
    const { say } = start()
    say(() => new Promise(() => {}))
    const json = JSON.stringify(samplePayment())
    const element = await fixture<CryptoCheckout>(
      html`<crypto-checkout src="/pay/1" snapshot=${json}></crypto-checkout>`,
    )
    expect(textOf(element, '.digits')).to.equal('100.004321')
  })

  const refusals = {
    '404': () => new Response('', { status: 404 }),
    'HTML instead of JSON': () => new Response('<!doctype html><p>Hello'),
    '500': () => new Response('', { status: 500 }),
    'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
  }
  for (const [name, answer] of Object.entries(refusals)) {
    it(`${name}: says so, and another try recovers`, async () => {
      const { say, pay } = start()
      say(answer)
      const element = await fixture<CryptoCheckout>(html`<crypto-checkout></crypto-checkout>`)
      setTimeout(() => element.setAttribute('src', '/pay/1'))
      const { detail } = await oneEvent(element, 'checkout-error')
      expect(detail.code).to.be.a('string')
      await element.refresh()
      expect(textOf(element, '.title')).to.equal(name === '404' ? 'Payment not found' : 'The payment cannot be shown')
      pay()
      element.shadowRoot?.querySelector<HTMLElement>('button.primary')?.click()
      await waitUntil(() => textOf(element, '.title') === 'Waiting for payment')
    })
  }

  it('a failing server leaves the known payment visible, says that it may be old, and recovers', async () => {
    const { say, pay } = start()
    pay()
    const element = await mount()
    say(() => new Response('', { status: 500 }))
    await element.refresh()
    expect(find(element, '.notice')).to.equal(null)
    await element.refresh()
    expect(textOf(element, '.digits')).to.equal('100.004321')
    expect(textOf(element, '.notice')).to.contain('may be out of date')
    pay()
    element.shadowRoot?.querySelector<HTMLElement>('.retry')?.click()
    await waitUntil(() => find(element, '.notice') === null)
  })

  for (const src of ['', 'javascript:alert(1)', 'http://']) {
    it(`src ${JSON.stringify(src)} is told, not thrown`, async () => {
      start()
      const element = await mount(src)
      expect(textOf(element, '.detail')).to.contain('does not say which payment is meant')
    })
  }
})

describe('data', () => {
  it('stays text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    start().pay({ ...sampleChanges.completed, merchantName: evil, redirectUrl: 'javascript:alert(1)' })
    const element = await mount()
    expect(textOf(element, '.merchant')).to.equal(evil)
    expect(find(element, 'img')).to.equal(null)
    expect(find(element, 'a[href^="javascript"]')).to.equal(null)
  })

  it('needs no style attribute', async () => {
    for (const change of Object.values(sampleChanges)) {
      start().pay(change)
      const element = await mount()
      expect(find(element, '[style]')).to.equal(null)
      element.remove()
      server?.stop()
    }
  })
})

describe('copying', () => {
  it('copies the exact amount and says so', async () => {
    start().pay()
    const element = await mount()
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    element.shadowRoot?.querySelector<HTMLElement>('.amount .copy')?.click()
    await waitUntil(() => textOf(element, '[role=status]') === 'Amount copied')
    expect(written).to.deep.equal(['100.004321'])
    expect(find(element, '.amount .copy')?.hasAttribute('data-copied')).to.equal(true)
    Reflect.deleteProperty(navigator, 'clipboard')
  })

  it('copies a selection where the clipboard is closed, and leaves the focus alone', async () => {
    start().pay()
    const element = await mount()
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    let copied = ''
    document.addEventListener(
      'copy',
      () => {
        const field = element.shadowRoot?.activeElement as HTMLTextAreaElement | null
        copied = field?.value ?? ''
      },
      { once: true },
    )
    const button = element.shadowRoot?.querySelector<HTMLElement>('.field .copy')
    button?.focus()
    // A browser copies a selection only for somebody who has really pressed something.
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => /copied|not allowed/.test(textOf(element, '[role=status]')))
    expect(textOf(element, '[role=status]')).to.equal('Address copied')
    expect(copied).to.equal('0x52908400098527886E0F7030069857D2E4169EE7')
    expect(element.shadowRoot?.activeElement).to.equal(button)
    expect(find(element, 'textarea')).to.equal(null)
    Reflect.deleteProperty(navigator, 'clipboard')
  })
})
