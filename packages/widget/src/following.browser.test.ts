import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { hasten, waitUntil } from './testing/time.ts'

const HOUR_MS = 3_600_000

describe('the clock', () => {
  for (const offMs of [HOUR_MS, -HOUR_MS]) {
    it(`a device that is ${offMs / HOUR_MS} h from the server shows the time that is left`, async () => {
      start(offMs).pay()
      const element = await mount()
      expect(getText(element, '.title')).to.equal('Waiting for payment')
      expect(getText(element, '.timer')).to.match(/^(29:00|28:5\d) left$/)
    })
  }

  it('a device that slept past the deadline is never told that the payment expired, unless it has', async () => {
    const { pay, say, requests } = start()
    pay()
    const element = await mount()
    const real = performance.now.bind(performance)
    performance.now = () => real() + HOUR_MS
    const { promise, resolve } = Promise.withResolvers<Response>()
    say(() => promise)
    const titles = new Set<string>()
    const observer = new MutationObserver(() => titles.add(getText(element, '.title')))
    observer.observe(element.shadowRoot ?? element, { subtree: true, childList: true, characterData: true })
    document.dispatchEvent(new Event('visibilitychange'))
    await waitUntil(() => getText(element, '.title') === 'Checking the network')
    expect(find(element, '.qr-code')).to.equal(null)
    resolve(Response.json(samplePayment(sampleChanges.completed)))
    await waitUntil(() => getText(element, '.title') === 'Payment complete')
    performance.now = real
    observer.disconnect()
    expect([...titles]).to.deep.equal(['Checking the network', 'Payment complete'])
    expect(requests.length).to.be.greaterThan(1)
  })

  it('a server that asks to be left alone is, when the clock of the device is set too', async () => {
    const { pay, say, requests } = start()
    const real = Date.now
    let offMs = 0
    Date.now = () => real() + offMs
    pay()
    await mount()
    say(() => new Response('', { status: 503, headers: { 'retry-after': '60' } }))
    const before = requests.length
    offMs = HOUR_MS
    await waitUntil(() => requests.length > before)
    await aTimeout(2500)
    Date.now = real
    expect(requests.length).to.be.at.most(before + 2)
  })

  it('at the deadline it stops asking for money by itself, and asks the server', async () => {
    const { pay, requests } = start(-HOUR_MS)
    pay({ expiresAt: new Date(Date.now() - HOUR_MS + 4000).toISOString() })
    const element = await mount()
    expect(getText(element, '.title')).to.equal('Waiting for payment')
    const before = requests.length
    await waitUntil(() => getText(element, '.title') === 'Checking the network')
    expect(find(element, '.qr-code')).to.equal(null)
    expect(requests.length).to.be.greaterThan(before)
  })
})

describe('following', () => {
  it('a payment completes without a reload, with its events', async () => {
    hasten()
    const { pay } = start()
    const received: unknown[] = []
    const events = ['checkout-status-change', 'checkout-completed', 'checkout-expired', 'checkout-error'] as const
    const note = (event: Event) => received.push([event.type, (event as CustomEvent).detail.from])
    for (const name of events) document.addEventListener(name, note)
    pay()
    const element = await mount()
    pay(sampleChanges.seen)
    await waitUntil(() => getText(element, '.title') === 'Payment found')
    expect(getText(element, '.confirmations span')).to.equal('1 of 12 confirmations')
    pay(sampleChanges.completed)
    await waitUntil(() => getText(element, '.title') === 'Payment complete')
    for (const name of events) document.removeEventListener(name, note)
    expect(find(element, 'a.primary')?.getAttribute('href')).to.equal('https://shop.example.com/orders/17')
    expect(received).to.deep.equal([
      ['checkout-status-change', null],
      ['checkout-status-change', 'created'],
      ['checkout-status-change', 'processing'],
      ['checkout-completed', undefined],
    ])
  })

  it('while confirmations are delayed it shows that in place of an estimate', async () => {
    const { pay } = start()
    const shown = (element: CryptoCheckout) => [getText(element, '.estimate'), getText(element, '[data-kind=delayed]')]
    pay(sampleChanges.confirming)
    const element = await mount()
    expect(shown(element).join()).to.match(/^About \w+ \w+ left,$/)
    pay(sampleChanges.delayed)
    await element.refresh()
    const words = 'Confirming payments on Polygon takes longer than usual right now. What you sent is not lost.'
    expect(shown(element)).to.deep.equal(['', words])
    pay({ confirmationsDelayed: true, expiresAt: new Date(Date.now() - 1000).toISOString() })
    await element.refresh()
    expect(getText(element, '.title')).to.equal('Checking the network')
    expect(shown(element)).to.deep.equal(['', words])
    pay(sampleChanges.completed)
    await element.refresh()
    expect(shown(element)).to.deep.equal(['', ''])
  })

  it('304 leaves everything as it is', async () => {
    const { pay, say, requests } = start()
    pay({}, '"one"')
    const element = await mount()
    say(() => new Response(null, { status: 304 }))
    await element.refresh()
    expect(requests.at(-1)?.etag).to.equal('"one"')
    expect(getText(element, '.digits')).to.equal('100.004321')
  })

  it('asks at once when the tab becomes visible', async () => {
    const { pay, requests } = start()
    pay()
    await mount()
    const before = requests.length
    document.dispatchEvent(new Event('visibilitychange'))
    expect(requests.length).to.equal(before + 1)
  })

  it('asks at once when the page comes back from the cache of the browser', async () => {
    const { pay, requests } = start()
    pay()
    await mount()
    const before = requests.length
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
    expect(requests.length).to.equal(before)
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
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
    expect(getText(element, '.title')).to.equal('Waiting for payment')
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
    expect(getText(element, '.digits')).to.equal('100.004321')
  })

  const refusals = {
    '404': () => new Response('', { status: 404 }),
    'other JSON': () => Response.json({ hello: 'world' }),
    'a payment without its amount': () => Response.json({ ...samplePayment(), cryptoAmount: undefined }),
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
      expect(getText(element, '.title')).to.equal(name === '404' ? 'Payment not found' : 'The payment cannot be shown')
      pay()
      element.shadowRoot?.querySelector<HTMLElement>('button.primary')?.click()
      await waitUntil(() => getText(element, '.title') === 'Waiting for payment')
    })
  }

  it('without src it waits for one, as frameworks may set it late, and blames nobody', async () => {
    start().pay()
    const errors: Event[] = []
    document.addEventListener('checkout-error', (event) => errors.push(event), { once: true })
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout><p>Fallback</p></crypto-checkout>`)
    await element.refresh()
    expect(element.querySelector('p')?.getBoundingClientRect().height).to.be.greaterThan(0)
    element.src = '/pay/1'
    await element.updateComplete
    await element.refresh()
    expect(getText(element, '.title')).to.equal('Waiting for payment')
    expect(errors).to.deep.equal([])
  })

  it('a server that has recovered is found by itself', async () => {
    hasten()
    const { say, pay } = start()
    say(() => new Response('', { status: 500 }))
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1"></crypto-checkout>`)
    await waitUntil(() => getText(element, '.title') === 'The payment cannot be shown')
    pay()
    await waitUntil(() => getText(element, '.title') === 'Waiting for payment')
  })

  it('a failing server leaves the known payment visible, says that it may be old, and recovers', async () => {
    const { say, pay } = start()
    pay()
    const element = await mount()
    say(() => new Response('', { status: 500 }))
    await element.refresh()
    expect(find(element, '.notice')).to.equal(null)
    await element.refresh()
    expect(getText(element, '.digits')).to.equal('100.004321')
    expect(getText(element, '.notice')).to.contain('may be out of date')
    pay()
    element.shadowRoot?.querySelector<HTMLElement>('.retry')?.click()
    await waitUntil(() => find(element, '.notice') === null)
  })

  it('offline says so at once, asks nothing, and goes on by itself', async () => {
    hasten()
    const { pay, say, requests } = start()
    pay()
    const element = await mount()
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
    say(() => Promise.reject(new TypeError('Failed to fetch')))
    await waitUntil(() => find(element, '.notice') !== null)
    expect(getText(element, '.notice')).to.contain('You are offline')
    expect(getText(element, '.digits')).to.equal('100.004321')
    const before = requests.length
    await aTimeout(2500)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(requests.length).to.equal(before)
    Reflect.deleteProperty(navigator, 'onLine')
    pay()
    window.dispatchEvent(new Event('online'))
    await waitUntil(() => find(element, '.notice') === null)
  })

  for (const src of ['  ', 'javascript:alert(1)', 'http://']) {
    it(`src ${JSON.stringify(src)} is told, not thrown`, async () => {
      start()
      const element = await mount(src)
      expect(getText(element, '.detail')).to.contain('does not say which payment to show')
    })
  }
})
