import { expect, fixture, html, oneEvent } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { collectWarnings, find, getText, start } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'
import { hasten, waitUntil } from './testing/time.ts'

const dialogOf = (element: CryptoCheckout) => element.shadowRoot?.querySelector('dialog') ?? null
const isModal = (element: CryptoCheckout) => dialogOf(element)?.matches(':modal') === true
const button = (element: CryptoCheckout) => element.shadowRoot?.querySelector<HTMLElement>('.close') ?? null

async function mountModal(opened = false): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout src="/pay/1" modal ?opened=${opened}></crypto-checkout>`,
  )
  await element.refresh()
  await waitUntil(() => dialogOf(element) !== null)
  return element
}

async function mountOpen(): Promise<CryptoCheckout> {
  const element = await mountModal()
  element.open()
  await waitUntil(() => isModal(element))
  return element
}

describe('a modal element', () => {
  it('takes no place until it is opened', async () => {
    start().pay()
    const element = await mountModal()
    const parent = element.parentElement
    expect(parent?.getBoundingClientRect().height).to.equal(0)
    expect(element.opened).to.equal(false)
    element.open()
    await waitUntil(() => isModal(element))
    expect(parent?.getBoundingClientRect().height).to.equal(0)
    expect(element.hasAttribute('opened')).to.equal(true)
    expect(getText(element, '.title')).to.equal('Waiting for payment')
  })

  it('can be open from the beginning', async () => {
    start().pay()
    const element = await mountModal(true)
    await waitUntil(() => isModal(element))
  })

  it('is named by its title, and axe finds nothing', async () => {
    start().pay()
    const element = await mountOpen()
    const dialog = dialogOf(element)
    const name = element.shadowRoot?.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')
    expect(name?.textContent).to.equal('Waiting for payment')
    await expect(element).to.be.accessible()
  })

  const ways: Record<string, (element: CryptoCheckout) => unknown> = {
    'its button': (element) => button(element)?.click(),
    'the key Escape': () => sendKeys({ press: 'Escape' }),
    'close()': (element) => element.close(),
    'its property': (element) => {
      element.opened = false
    },
  }
  for (const [name, close] of Object.entries(ways)) {
    it(`is closed by ${name}, once, and the focus is back where it was`, async () => {
      start().pay()
      const opener = await fixture<HTMLElement>(html`<button>Pay</button>`)
      opener.focus()
      const element = await mountOpen()
      expect(document.activeElement).to.equal(element)
      expect(element.shadowRoot?.activeElement).to.equal(button(element))
      const reasons: (string | undefined)[] = []
      element.addEventListener('checkout-close', ({ detail }) => reasons.push(detail.payment?.id))
      setTimeout(() => close(element))
      await oneEvent(element, 'checkout-close')
      expect(dialogOf(element)?.open).to.equal(false)
      expect(document.activeElement).to.equal(opener)
      await element.updateComplete
      expect([element.opened, reasons]).to.deep.equal([false, ['pay_01k9zq3v8m4x7c2n5b6t1r0wgh']])
    })
  }

  it('keeps the focus inside while it is open', async () => {
    start().pay()
    const outside = await fixture<HTMLElement>(html`<button>Outside</button>`)
    const element = await mountOpen()
    for (let press = 0; press < 12; press += 1) {
      await sendKeys({ press: 'Tab' })
      expect(document.activeElement).not.to.equal(outside)
    }
    outside.focus()
    expect(document.activeElement).not.to.equal(outside)
    expect(isModal(element)).to.equal(true)
  })

  it('follows the payment while it is closed, and closing asks for nothing', async () => {
    hasten()
    const { pay, requests } = start()
    pay()
    const element = await mountOpen()
    element.close()
    await oneEvent(element, 'checkout-close')
    const before = requests.length
    pay(sampleChanges.completed)
    const { detail } = await oneEvent(element, 'checkout-completed')
    expect(detail.payment.status).to.equal('completed')
    expect(new Set(requests.slice(before).map(({ url }) => new URL(url).pathname))).to.deep.equal(
      new Set(['/pay/1/status']),
    )
    element.open()
    await waitUntil(() => isModal(element))
    expect(getText(element, '.title')).to.equal('Payment complete')
  })

  it('tells a change of state inside the dialog, where it is heard', async () => {
    const { pay } = start()
    pay()
    const element = await mountOpen()
    pay(sampleChanges.seen)
    await element.refresh()
    expect(dialogOf(element)?.querySelector('[role=status]')?.textContent).to.match(/^Payment found\./)
  })

  it('scrolls inside on a small screen, with its button in reach', async () => {
    await setViewport({ width: 320, height: 420 })
    start().pay(sampleChanges.stellar)
    const element = await mountOpen()
    const scroll = find(element, '.scroll')
    expect(scroll?.scrollHeight).to.be.greaterThan(scroll?.clientHeight ?? 0)
    scroll?.scrollTo(0, scroll.scrollHeight)
    for (const box of [dialogOf(element), button(element)].map((part) => part?.getBoundingClientRect())) {
      expect(box?.top).to.be.at.least(0)
      expect(box?.bottom).to.be.at.most(420)
      expect(box?.left).to.be.at.least(0)
      expect(box?.right).to.be.at.most(320)
    }
    const reference = find(element, '.reference')?.getBoundingClientRect()
    expect(reference?.bottom).to.be.at.most(420)
    expect(document.documentElement.scrollWidth).to.equal(320)
    await setViewport({ width: 1280, height: 800 })
  })

  it('is from right to left in Arabic', async () => {
    start().pay()
    const element = await mountOpen()
    const middle = () => {
      const box = button(element)?.getBoundingClientRect()
      return ((box?.left ?? 0) + (box?.right ?? 0)) / 2
    }
    expect(middle()).to.be.greaterThan(innerWidth / 2)
    element.lang = 'ar'
    await waitUntil(() => button(element)?.getAttribute('aria-label') === 'إغلاق')
    expect(middle()).to.be.lessThan(innerWidth / 2)
  })

  it('out of the document it is closed, and stays so when it is back', async () => {
    start().pay()
    const element = await mountOpen()
    const parent = element.parentElement
    element.remove()
    await element.updateComplete
    expect([element.opened, dialogOf(element)?.open]).to.deep.equal([false, false])
    parent?.append(element)
    await element.updateComplete
    expect(dialogOf(element)?.open).to.equal(false)
    element.open()
    await waitUntil(() => isModal(element))
  })

  it('that is none any more is shown in its place', async () => {
    start().pay()
    const element = await mountOpen()
    element.modal = false
    await element.updateComplete
    expect(dialogOf(element)).to.equal(null)
    expect(element.getBoundingClientRect().height).to.be.greaterThan(400)
    expect(getText(element, '.title')).to.equal('Waiting for payment')
  })
})

it('open() on an element that is not modal does nothing, and says so once', async () => {
  start().pay()
  const element = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1"></crypto-checkout>`)
  const warnings = await collectWarnings(async () => {
    element.open()
    element.open()
    await element.updateComplete
  })
  expect(warnings.length).to.equal(1)
  expect(element.opened).to.equal(false)
})
