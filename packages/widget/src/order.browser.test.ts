import { sampleChanges } from '@crypto-checkout/payer-ui/testing'
import { expect } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { waitUntil } from './testing/time.ts'

const samples = sampleChanges(Date.now())

it('shows what the payment is for, and the single items on request', async () => {
  start().pay(samples.order)
  const element = await mount()
  expect(getText(element, '.order > p')).to.equal('Coffee beans from the mountains')
  expect(getText(element, '.order .label')).to.equal('Order 2026-1017')
  expect(getText(element, '.items summary')).to.equal('Items (2)')
  expect(getText(element, '.items ul')).to.equal('2 × Coffee beans, 1 kg $90.00Paper filters $10.00')
})

it('leads back to the shop and to its support at any time', async () => {
  start().pay(samples.order)
  const element = await mount()
  const links = [...(element.shadowRoot?.querySelectorAll<HTMLAnchorElement>('.ways a') ?? [])]
  expect(links.map(({ className, target, href }) => `${className} ${target} ${href.split('?')[0]}`)).to.deep.equal([
    'link _top https://shop.example.com/cart',
    'link _blank mailto:help@shop.example',
  ])
})

it('says how much too much was paid, asks for help first, and does not leave', async () => {
  start().pay({ ...samples['paid-twice'], supportUrl: 'https://shop.example/help' })
  const element = await mount()
  expect(getText(element, '.title')).to.equal('You paid twice')
  expect(getText(element, '.notices')).to.contain('You paid 100.004321 USDC too much.')
  expect(getText(element, '.ways .primary')).to.equal('Contact Demo shop')
  expect(getText(element, '.ways .secondary')).to.equal('Return to Demo shop')
  expect(find(element, '[part=redirect]')).to.equal(null)
})

it('gives the reference to a payer who paid too much and has no link to the merchant', async () => {
  start().pay(samples['paid-twice'])
  const element = await mount()
  expect(getText(element, '.notices')).to.contain("It's safe: to get it back, please contact Demo shop")
  const button = find(element, '.ways .primary') as HTMLButtonElement
  expect(getText(element, '.ways .primary')).to.equal('Copy the reference')
  expect(getText(element, '.ways .secondary')).to.equal('Return to Demo shop')
  const written: string[] = []
  const clipboard = { writeText: async (text: string) => void written.push(text) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  button.click()
  await waitUntil(() => getText(element, '.ways .primary') === 'Reference copied')
  expect(written).to.deep.equal(['pay_01k9zq3v8m4x7c2n5b6t1r0wgh'])
  Reflect.deleteProperty(navigator, 'clipboard')
})

it('tells money that came by a second method', async () => {
  start().pay(samples['also-paid'])
  const element = await mount()
  expect(getText(element, '.title')).to.equal('You paid twice')
  expect(getText(element, '.notices')).to.contain('You also paid 100.00 USDC on Stellar.')
})

it('asks to send again what the network dropped', async () => {
  start().pay(samples.dropped)
  const element = await mount()
  expect(getText(element, '.title')).to.equal('Please send it again')
  expect(element.label).to.equal('Please send it again')
})

it('leads through an exchange’s form, with copy buttons', async () => {
  start().pay(samples.stellar)
  const element = await mount()
  find(element, '.exchange')?.setAttribute('open', '')
  await waitUntil(() => find(element, '.exchange ol') !== null)
  const steps = [...(element.shadowRoot?.querySelectorAll('.exchange li') ?? [])]
  expect(steps.map((step) => step.textContent?.replace(/\s+/g, ' ').trim())).to.deep.equal([
    'Choose Stellar (XLM) as the network of the withdrawal',
    'Stellar address GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    'Memo (text), required 1234567890123456',
    "Set the amount so that exactly 100.00 USDC on Stellar arrives after the exchange's fee 100.00",
  ])
  expect(steps.map((step) => step.querySelector('button')?.ariaLabel ?? null)).to.deep.equal([
    null,
    'Copy the address',
    'Copy the memo',
    'Copy the amount',
  ])
})

describe('a payer who should not pay now', () => {
  const isShown = (element: CryptoCheckout, selector: string) =>
    (find(element, selector) as HTMLElement | null)?.checkVisibility() ?? false

  for (const name of ['reported', 'claimed', 'misdirected', 'claimable', 'network-unread'] as const) {
    it(`is not asked to, and can still do it: ${name}`, async () => {
      start().pay(samples[name])
      const element = await mount()
      const shown = () =>
        ['.deadline', '.digits', '.qr', '#wallet-button'].map((selector) => isShown(element, selector))
      expect(shown()).to.deep.equal([false, false, false, false])
      expect(find(element, '.timer')).to.equal(null)
      ;(find(element, '.again summary') as HTMLElement).click()
      expect(shown()).to.deep.equal([true, true, true, true])
      await expect(element).shadowDom.to.be.accessible()
      ;(find(element, '#wallet-button') as HTMLElement).click()
      await waitUntil(() => isShown(element, '#wallet-title'), 'the panel opens')
    })
  }

  it('hears that it was sent', async () => {
    const server = start()
    server.pay()
    const element = await mount()
    server.pay(samples.claimed)
    await element.refresh()
    expect(getText(element, '[role=status]')).to.equal('Looking for your transaction')
  })
})

it('does not take the price of the whole for that of the rest', async () => {
  start().pay(samples['partially-paid'])
  expect(getText(await mount(), '.amount')).to.not.contain('$100.00')
})
