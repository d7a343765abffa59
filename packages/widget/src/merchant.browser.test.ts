import { expect, fixture, html } from '@open-wc/testing'
import { emulateMedia, setViewport } from '@web/test-runner-commands'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { collectWarnings, find, getText, mount, start } from './testing/element.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import { waitUntil } from './testing/time.ts'

const isShown = (element: Element, selector: string) =>
  (element.querySelector(selector)?.getBoundingClientRect().height ?? 0) > 0

describe('slots', () => {
  async function mountFilled(): Promise<CryptoCheckout> {
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1">
      <p id="fallback">Loading</p>
      <b slot="header">Our shop</b>
      <p slot="footer">Questions?</p>
      <p slot="completed">Your download</p>
      <p slot="expired">A new quote</p>
    </crypto-checkout>`)
    await element.refresh()
    return element
  }
  const shown = (element: CryptoCheckout) =>
    ['#fallback', ...['header', 'footer', 'completed', 'expired'].map((name) => `[slot=${name}]`)].filter((selector) =>
      isShown(element, selector),
    )

  const cases = {
    created: ['[slot=header]', '[slot=footer]'],
    confirming: ['[slot=header]', '[slot=footer]'],
    completed: ['[slot=header]', '[slot=footer]', '[slot=completed]'],
    expired: ['[slot=header]', '[slot=footer]', '[slot=expired]'],
    late: ['[slot=header]', '[slot=footer]', '[slot=expired]'],
    cancelled: ['[slot=header]', '[slot=footer]'],
  } as const
  for (const [name, expected] of Object.entries(cases)) {
    it(`${name}: ${expected.join(' ')}`, async () => {
      start().pay(sampleChanges[name as keyof typeof cases])
      const element = await mountFilled()
      expect(shown(element)).to.deep.equal(expected)
      await expect(element).to.be.accessible()
    })
  }

  it('before the first answer only what has no slot is shown', async () => {
    start().say(() => new Promise(() => {}))
    const element = await fixture<CryptoCheckout>(
      html`<crypto-checkout src="/pay/1"><p id="fallback">Loading</p><p slot="footer">Questions?</p></crypto-checkout>`,
    )
    expect(shown(element)).to.deep.equal(['#fallback'])
  })
})

describe('looks', () => {
  it('`color-scheme: light` keeps the element light in a dark page', async () => {
    await emulateMedia({ colorScheme: 'dark' })
    start().pay()
    const element = await mount()
    const background = () => getComputedStyle(find(element, '.card') ?? element).backgroundColor
    expect(background()).to.equal('rgb(22, 25, 31)')
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('crypto-checkout { color-scheme: light }')
    document.adoptedStyleSheets.push(sheet)
    expect(background()).to.equal('rgb(255, 255, 255)')
    await expect(element).to.be.accessible()
    document.adoptedStyleSheets.pop()
    await emulateMedia({ colorScheme: 'light' })
  })

  it('every custom property changes the card, and nothing else is needed', async () => {
    start().pay()
    const element = await mount()
    const style = () => getComputedStyle(find(element, '.card') ?? element)
    element.style.setProperty('--crypto-checkout-surface', 'rgb(1, 2, 3)')
    element.style.setProperty('--crypto-checkout-text', 'rgb(4, 5, 6)')
    element.style.setProperty('--crypto-checkout-radius', '3px')
    expect([style().backgroundColor, style().color, style().borderRadius]).to.deep.equal([
      'rgb(1, 2, 3)',
      'rgb(4, 5, 6)',
      '3px',
    ])
    const mixed = document.createElement('i')
    mixed.style.backgroundColor = 'color-mix(in srgb, rgb(1, 2, 3), rgb(4, 5, 6) 3.5%)'
    document.body.append(mixed)
    const inner = [...(element.shadowRoot?.querySelectorAll('.state, .explain') ?? [])]
    expect(inner.map((panel) => getComputedStyle(panel).backgroundColor)).to.deep.equal(
      inner.map(() => getComputedStyle(mixed).backgroundColor),
    )
    expect(inner.length).to.equal(2)
    mixed.remove()
  })

  it('the button of the next step can have a colour that no text could have', async () => {
    start().pay()
    const element = await mount()
    const colours = () => {
      const button = find(element, '.primary') ?? element
      return [getComputedStyle(button).backgroundColor, getComputedStyle(button).color]
    }
    element.style.setProperty('--crypto-checkout-accent', 'rgb(1, 2, 3)')
    expect(colours()[0]).to.equal('rgb(1, 2, 3)')
    element.style.setProperty('--crypto-checkout-button', 'rgb(255, 212, 0)')
    element.style.setProperty('--crypto-checkout-on-accent', 'rgb(0, 0, 0)')
    expect(colours()).to.deep.equal(['rgb(255, 212, 0)', 'rgb(0, 0, 0)'])
  })
})

describe('the way back to the shop', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`is announced on a small screen, and axe finds nothing, ${scheme}`, async () => {
      await emulateMedia({ colorScheme: scheme })
      await setViewport({ width: 320, height: 700 })
      const { pay } = start()
      pay(sampleChanges.confirming)
      const element = await mount()
      element.style.setProperty('background', scheme === 'dark' ? '#000' : '#fff')
      pay(sampleChanges.completed)
      await element.refresh()
      await waitUntil(() => find(element, '[part=redirect]') !== null)
      expect(getText(element, '[role=status]')).to.contain('You will be taken back to Demo shop in 10 seconds.')
      expect(document.documentElement.scrollWidth).to.equal(320)
      await expect(element).to.be.accessible()
      await setViewport({ width: 1280, height: 800 })
      await emulateMedia({ colorScheme: 'light' })
    })
  }
})

describe('bad input', () => {
  it('a snapshot that is no payment is told once, and the payment is read', async () => {
    start().pay()
    const warnings = await collectWarnings(async () => {
      for (const snapshot of ['{}', 'nonsense', '[]', 'null']) {
        const element = await fixture<CryptoCheckout>(
          html`<crypto-checkout src="/pay/1" snapshot=${snapshot}></crypto-checkout>`,
        )
        await element.refresh()
        element.src = '/pay/2'
        await element.updateComplete
        await element.refresh()
        expect(getText(element, '.title')).to.equal('Waiting for payment')
      }
    })
    expect(warnings.map(([, value]) => value)).to.deep.equal(['{}', 'nonsense', '[]', 'null'])
  })

  it('a good snapshot is told nothing about', async () => {
    start().pay()
    const json = JSON.stringify(samplePayment())
    const warnings = await collectWarnings(() =>
      fixture(html`<crypto-checkout src="/pay/1" snapshot=${json}></crypto-checkout>`),
    )
    expect(warnings).to.deep.equal([])
  })

  for (const src of ['javascript:alert(1)', 'ftp://pay.example.com/1', 'data:text/html,x', 'http://']) {
    it(`src ${JSON.stringify(src)} is told once, and another one is shown`, async () => {
      const { pay, requests } = start()
      pay()
      const warnings = await collectWarnings(async () => {
        const element = await mount(src)
        await element.refresh()
        expect(requests).to.deep.equal([])
        element.src = '/pay/1'
        await element.updateComplete
        await element.refresh()
        expect(getText(element, '.title')).to.equal('Waiting for payment')
      })
      expect(warnings).to.deep.equal([['crypto-checkout: src is not the address of a payment:', src]])
    })
  }
})
