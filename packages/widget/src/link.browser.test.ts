import type { PublicPaymentLink } from '@crypto-checkout/api-types'
import { sampleLink, sampleLinks } from '@crypto-checkout/payer-ui/testing'
import { expect, fixture, html } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { collectWarnings, find, getText, start } from './testing/element.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import type { TestServer } from './testing/server.ts'
import { hasten, waitUntil } from './testing/time.ts'

const EVENTS = ['checkout-payment-created', 'checkout-status-change', 'checkout-error'] as const

function startWith(link: Partial<PublicPaymentLink> = {}): TestServer {
  const server = start()
  server.readLink = () => Response.json(sampleLink(link))
  server.pay()
  return server
}

/** Adds the element to the document and waits until the link, or the payment that was made by it, is shown. */
async function mountLink(link = '/l/1', language = 'en'): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout link=${link} lang=${language}><p>Pay here</p><b slot="header">Our shop</b></crypto-checkout>`,
  )
  await waitUntil(() => find(element, '#checkout-state') !== null, 'nothing is shown')
  return element
}

const press = (element: CryptoCheckout) => (find(element, '.entry .primary') as HTMLElement).click()
const isPaying = (element: CryptoCheckout) => waitUntil(() => element.label === 'Waiting for payment')
const isRefused = (element: CryptoCheckout) => waitUntil(() => find(element, '.refused') !== null)

function listen(element: CryptoCheckout): string[] {
  const received: string[] = []
  for (const type of EVENTS) element.addEventListener(type, () => void received.push(type))
  return received
}

describe('a payment link', () => {
  it('shows what is paid for, and makes no payment when it is loaded', async () => {
    const server = startWith({ ...sampleLinks['link-items'], offersChoice: false })
    const element = await mountLink()
    expect(getText(element, '.title')).to.equal('Breakfast for two')
    expect(getText(element, '.order > p')).to.equal('With bread from the bakery next door')
    expect(getText(element, '.items ul')).to.equal('2 × Breakfast $20.00Orange juice $3.00')
    expect(getText(element, '.figure')).to.equal('$23.00')
    expect(getText(element, '.network')).to.equal('Polygon')
    expect(getText(element, '.entry')).to.equal('You pay with USDC on Polygon. Pay')
    expect(find(element, 'input')).to.equal(null)
    expect(element.payment).to.equal(null)
    await element.refresh()
    expect([server.linkReads, server.madeWith.length, server.requests.length]).to.deep.equal([2, 0, 0])
  })

  it('makes a payment when the payer presses, tells the page, and shows it', async () => {
    const server = startWith()
    const element = await mountLink()
    const received = listen(element)
    const created = new Promise<string>((resolve) => {
      element.addEventListener('checkout-payment-created', ({ detail }) => resolve(detail.payment.id))
    })
    ;(find(element, '.entry .primary') as HTMLElement).focus()
    // A second press makes no second payment.
    press(element)
    press(element)
    await isPaying(element)
    expect(await created).to.equal(samplePayment().id)
    expect(server.madeWith).to.deep.equal([{}])
    expect(getText(element, '.digits')).to.equal('100.004321')
    expect(element.shadowRoot?.activeElement?.id).to.equal('checkout-state')
    expect(received).to.deep.equal(['checkout-payment-created', 'checkout-status-change'])
    server.pay(sampleChanges.completed)
    await element.refresh()
    expect(element.label).to.equal('Payment complete')
    expect(element.snapshot).to.equal(null)
  })

  it('shows the payment that was made when the page is loaded again in the same tab', async () => {
    const server = startWith()
    const first = await mountLink()
    press(first)
    await isPaying(first)
    first.remove()
    const reads = server.linkReads
    const again = await mountLink('/l/1?lang=de')
    await isPaying(again)
    again.remove()
    expect([server.linkReads, server.madeWith.length]).to.deep.equal([reads, 1])
    const other = await mountLink('/l/2')
    expect(getText(other, '.title')).to.equal('Coffee to go')
  })

  it('offers another payment after the end of one, and only then', async () => {
    const server = startWith()
    const element = await mountLink()
    press(element)
    await isPaying(element)
    const another = () =>
      [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.foot button') ?? [])].find(
        ({ textContent }) => textContent === 'Make another payment',
      )
    expect(another()).to.equal(undefined)
    for (const name of ['confirming', 'late'] as const) {
      server.pay(sampleChanges[name])
      await element.refresh()
      expect(another(), name).to.equal(undefined)
    }
    server.pay(sampleChanges.expired)
    await element.refresh()
    another()?.focus()
    another()?.click()
    await waitUntil(() => getText(element, '.title') === 'Coffee to go')
    await waitUntil(() => element.shadowRoot?.activeElement?.id === 'checkout-state')
    expect(element.payment).to.equal(null)
    server.pay()
    press(element)
    await isPaying(element)
    expect(server.madeWith).to.have.length(2)
  })

  it('is shown again when the server no longer has the payment', async () => {
    const server = startWith()
    const first = await mountLink()
    press(first)
    await isPaying(first)
    first.remove()
    server.say(() => new Response('', { status: 404 }))
    const again = await mountLink()
    await waitUntil(() => getText(again, '.title') === 'Coffee to go')
  })
})

describe('the amount of a payment link', () => {
  it('is entered by the payer, as the language writes it', async () => {
    const server = startWith(sampleLinks['link-amount'])
    const element = await mountLink('/l/1', 'de')
    const input = find(element, 'input') as HTMLInputElement
    expect(getText(element, 'label')).to.equal('Betrag in EUR')
    expect(input.value).to.equal('20,00')
    expect(getText(element, '#bounds')).to.equal('Von 5,00 € bis 1.000,00 €')
    input.value = '12,5'
    press(element)
    await waitUntil(() => element.payment !== null)
    expect(server.madeWith).to.deep.equal([{ amount: 12.5 }])
  })

  it('is refused outside the limits before the server is asked, and is kept', async () => {
    const server = startWith(sampleLinks['link-amount'])
    const element = await mountLink()
    const input = find(element, 'input') as HTMLInputElement
    for (const entry of ['4.99', '1000.01', '1,250.00', 'ten']) {
      input.focus()
      input.value = entry
      await sendKeys({ press: 'Enter' })
      await isRefused(element)
      expect(getText(element, '.refused')).to.equal('Please enter an amount from €5.00 to €1,000.00, such as 12.50.')
      expect(input.value).to.equal(entry)
      expect(input.getAttribute('aria-invalid')).to.equal('true')
      await waitUntil(() => element.shadowRoot?.activeElement === input)
    }
    expect(server.madeWith).to.deep.equal([])
    input.value = '5'
    await sendKeys({ press: 'Enter' })
    await isPaying(element)
  })

  it('is refused by the server all the same', async () => {
    const server = startWith(sampleLinks['link-open-amount'])
    server.takePayment = () => Response.json({ error: { code: 'invalid_parameter', param: 'amount' } }, { status: 400 })
    const element = await mountLink()
    const input = find(element, 'input') as HTMLInputElement
    expect(input.value).to.equal('')
    input.value = '7'
    press(element)
    await isRefused(element)
    expect(getText(element, '.refused')).to.equal('Please enter an amount of at least $1.00, such as 12.50.')
  })
})

describe('a payment link that makes no payment', () => {
  for (const [status, words] of [
    ['inactive', 'This payment link is turned off'],
    ['expired', 'This payment link has expired'],
    ['exhausted', 'This payment link has been used up'],
  ] as const) {
    it(`says why: ${status}`, async () => {
      startWith({ status, supportUrl: 'https://shop.example/help' })
      const element = await mountLink()
      expect(getText(element, '.title')).to.equal(words)
      expect(getText(element, '.detail')).to.equal(
        'To continue, ask Demo shop for a new link and give the reference below.',
      )
      expect((find(element, '.actions .primary') as HTMLAnchorElement).href).to.equal('https://shop.example/help')
      expect(getText(element, '.reference')).to.equal(`Reference ${sampleLink().id}`)
      expect(find(element, 'form')).to.equal(null)
    })
  }

  it('gives the reference to a payer who has no link to the merchant', async () => {
    startWith({ status: 'expired' })
    const element = await mountLink()
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    expect(getText(element, '.actions .primary')).to.equal('Copy the reference')
    ;(find(element, '.actions .primary') as HTMLElement).click()
    await waitUntil(() => getText(element, '.actions .primary') === 'Reference copied')
    expect(written).to.deep.equal([sampleLink().id])
    expect(getText(element, '.actions [role=status]')).to.equal('Reference copied')
    Reflect.deleteProperty(navigator, 'clipboard')
    await expect(element).to.be.accessible()
  })

  it('offers another payment first once the one that it made is over', async () => {
    for (const [change, looks] of [
      [sampleChanges.expired, ['primary']],
      [{ ...sampleChanges.expired, supportUrl: 'https://shop.example/help' }, ['primary', 'secondary']],
      [sampleChanges.underpaid, ['primary', 'secondary']],
      [sampleChanges.completed, ['primary', 'secondary']],
    ] as const) {
      const server = startWith()
      const element = await mountLink()
      press(element)
      await isPaying(element)
      server.pay(change)
      await element.refresh()
      const buttons = [...(element.shadowRoot?.querySelectorAll('.foot :is(.primary, .secondary)') ?? [])]
      expect(buttons.map(({ className }) => className)).to.deep.equal(looks)
      expect(getText(element, '.foot .actions')).to.equal('Make another payment')
      expect(getText(element)).not.to.contain('ask Demo shop for a new payment')
      sessionStorage.clear()
      element.remove()
    }
  })

  it('says so when it was used up meanwhile', async () => {
    const server = startWith()
    const element = await mountLink()
    server.takePayment = () => Response.json({ error: { code: 'invalid_state', param: null } }, { status: 400 })
    server.readLink = () => Response.json(sampleLink({ status: 'exhausted' }))
    press(element)
    await waitUntil(() => getText(element, '.title') === 'This payment link has been used up')
  })

  for (const [what, answer] of [
    ['the server refuses', () => Response.json({ error: { code: 'quota_exceeded' } }, { status: 400 })],
    ['there is no connection', () => Promise.reject(new TypeError('offline'))],
    ['the answer is none', () => new Response('<!doctype html>', { status: 201 })],
  ] as const) {
    it(`says that no payment can be made when ${what}, and lets the payer try again`, async () => {
      const server = startWith()
      const element = await mountLink()
      const takePayment = server.takePayment
      server.takePayment = answer
      press(element)
      await isRefused(element)
      expect(getText(element, '.refused')).to.match(/^No payment can be made right now\./)
      expect(element.payment).to.equal(null)
      server.takePayment = takePayment
      press(element)
      await isPaying(element)
    })
  }

  it('says that there is no such link', async () => {
    const server = startWith()
    server.readLink = () => new Response('{}', { status: 404 })
    const element = await mountLink()
    expect(getText(element, '.title')).to.equal('Payment link not found')
  })

  it('is asked for again when the server does not answer, and the page is told once', async () => {
    hasten()
    const server = startWith()
    const reading = server.readLink
    server.readLink = () => new Response('', { status: 503 })
    const errors: string[] = []
    const listener = ({ detail }: CustomEvent<{ code: string }>) => void errors.push(detail.code)
    document.addEventListener('checkout-error', listener)
    const element = await mountLink()
    expect(getText(element, '.detail')).to.equal('The payment server has a problem. Trying again…')
    await waitUntil(() => server.linkReads > 2, 'it is not read again')
    server.readLink = reading
    await waitUntil(() => getText(element, '.title') === 'Coffee to go')
    document.removeEventListener('checkout-error', listener)
    expect(errors).to.deep.equal(['server_error'])
  })
})

describe('a page with a payment link', () => {
  it('may change it, or remove it', async () => {
    const server = startWith()
    const element = await mountLink()
    press(element)
    await isPaying(element)
    server.readLink = () => Response.json(sampleLink({ title: 'Tea' }))
    element.link = '/l/2'
    await waitUntil(() => getText(element, '.title') === 'Tea')
    expect(element.payment).to.equal(null)
    element.link = null
    await element.updateComplete
    expect(find(element, '.skeleton')).not.to.equal(null)
    element.src = '/pay/7'
    await waitUntil(() => element.payment !== null)
    expect(server.requests.at(-1)?.url).to.match(/\/pay\/7\/status$/)
  })

  it('may move the element while it shows the payment', async () => {
    const server = startWith()
    const element = await mountLink()
    press(element)
    await isPaying(element)
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    await element.refresh()
    expect(element.label).to.equal('Waiting for payment')
    expect(server.madeWith).to.have.length(1)
    place.remove()
  })

  it('shows it in the dialog of a modal element', async () => {
    startWith()
    const element = await fixture<CryptoCheckout>(html`<crypto-checkout link="/l/1" modal></crypto-checkout>`)
    element.open()
    await waitUntil(() => getText(element, 'dialog .title') === 'Coffee to go')
    await expect(element).to.be.accessible()
    press(element)
    await isPaying(element)
  })

  it('is told of a link that is none, and of two payments to show', async () => {
    startWith()
    const warnings = await collectWarnings(async () => {
      const wrong = await fixture<CryptoCheckout>(
        html`<crypto-checkout link="ftp://pay.example.com/l/1"></crypto-checkout>`,
      )
      await waitUntil(() => getText(wrong, '.detail').startsWith('This page does not say which payment to show.'), '')
      const both = await fixture<CryptoCheckout>(html`<crypto-checkout link="/l/1" src="/pay/1"></crypto-checkout>`)
      await isPaying(both)
      await import('./link-form.ts')
    })
    expect(warnings.map((words) => words.join(' '))).to.deep.equal([
      'crypto-checkout: link is not the address of a payment link: ftp://pay.example.com/l/1',
      'crypto-checkout: there are two payments to show: use either link, or src with its snapshot.',
    ])
  })
})

describe('the card of a payment link', () => {
  for (const [name, link] of Object.entries(sampleLinks)) {
    it(`${name}: axe finds nothing, and nothing overflows at 320 px`, async () => {
      startWith({ ...link, merchantName: 'A merchant with averyveryveryveryverylongname in one word' })
      await setViewport({ width: 320, height: 700 })
      for (const language of ['en', 'ar', 'de']) {
        const element = await mountLink('/l/1', language)
        await expect(element).to.be.accessible()
        for (const inner of element.shadowRoot?.querySelectorAll('.card *') ?? [])
          expect(inner.getBoundingClientRect().right, inner.className.toString()).to.be.at.most(320)
        element.remove()
      }
      await setViewport({ width: 1280, height: 800 })
    })
  }

  it('keeps what the payer entered when an amount is refused: axe finds nothing', async () => {
    startWith(sampleLinks['link-amount'])
    const element = await mountLink()
    ;(find(element, 'input') as HTMLInputElement).value = '1'
    press(element)
    await isRefused(element)
    await expect(element).to.be.accessible()
  })
})
