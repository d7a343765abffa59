import type { PublicPayment } from '@crypto-checkout/api-types'
import { sampleChanges } from '@crypto-checkout/payer-ui/testing'
import { expect, fixture, html } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { collectWarnings, find, getText, mount, start } from './testing/element.ts'
import { samplePayment } from './testing/sample-payment.ts'

const samples = sampleChanges(Date.now())
const { methods } = samplePayment(samples.methods)
const [polygon, stellar] = methods
if (!polygon || !stellar) throw new Error('no methods')

/** The payment after its payer has chosen Stellar. */
const onStellar = {
  ...samples.stellar,
  methods: [{ ...polygon, state: 'open' }, { ...stellar, state: 'chosen' }, ...methods.slice(2)],
} as Partial<PublicPayment>

async function openChoice(element: CryptoCheckout): Promise<HTMLButtonElement[]> {
  find(element, '.methods')?.setAttribute('open', '')
  await waitFor(() => find(element, '.methods button'))
  return [...(element.shadowRoot?.querySelectorAll<HTMLButtonElement>('.methods button') ?? [])]
}

async function waitFor(condition: () => unknown): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}

it('offers no choice where there is none', async () => {
  start().pay()
  expect(find(await mount(), '.methods')).to.equal(null)
})

it('offers each method, and only those that can be chosen', async () => {
  start().pay(samples.methods)
  const buttons = await openChoice(await mount())
  expect(
    buttons.map(({ textContent, disabled }) => [textContent?.replace(/\s+/g, ' ').trim(), disabled]),
  ).to.deep.equal([
    ['USDC · Polygon', true],
    ['USDC · Stellar', false],
    ['DAI · Ethereum Not available now', true],
  ])
  expect(buttons[0]?.getAttribute('aria-current')).to.equal('true')
})

it('asks for what the payer has chosen, and tells the page', async () => {
  const server = start()
  server.pay(samples.methods)
  const element = await mount()
  const told: string[] = []
  element.addEventListener('checkout-method-change', ({ detail }) => told.push(detail.payment.network))
  const buttons = await openChoice(element)
  server.takeMethod = () => {
    server.pay(onStellar)
    return Response.json(samplePayment(onStellar))
  }
  buttons[1]?.click()
  await waitFor(() => told.length > 0)
  expect(server.choices).to.deep.equal([{ cryptocurrency: 'USDC', network: 'stellar' }])
  expect(told).to.deep.equal(['stellar'])
  expect(getText(element, '[part=memo]')).to.contain('1234567890123456')
  await waitFor(() => !find(element, '.methods')?.hasAttribute('open'))
  await element.updateComplete
  expect(getText(element, '[role=status]')).to.equal('100.00 USDC on Stellar to Demo shop')
})

it('says that a choice was refused, and keeps what was chosen', async () => {
  const server = start()
  server.pay(samples.methods)
  const element = await mount()
  const buttons = await openChoice(element)
  server.takeMethod = () => new Response('{}', { status: 400 })
  buttons[1]?.click()
  await waitFor(() => find(element, '.methods [role=alert]'))
  expect(getText(element, '.methods [role=alert]')).to.equal('This is not available now. Please choose another one.')
  expect(getText(element, '.network')).to.equal('Polygon')
})

it('asks a payer whose coin or wallet is blocked to choose another way, and shows them all', async () => {
  const server = start()
  server.pay(samples.unavailable)
  const element = await mount()
  await waitFor(() => find(element, '.methods [role=alert]'))
  expect((find(element, '.methods') as HTMLDetailsElement).open).to.equal(true)
  expect(getText(element, '.methods [role=alert]')).to.equal('This is not available now. Please choose another one.')
  const buttons = await openChoice(element)
  expect(buttons.map(({ disabled }) => disabled)).to.deep.equal([true, false, true])
  expect(buttons[0]?.textContent?.replace(/\s+/g, ' ').trim()).to.equal('USDC · Polygon Not available now')
  server.takeMethod = () => {
    server.pay(onStellar)
    return Response.json(samplePayment(onStellar))
  }
  buttons[1]?.click()
  await waitFor(() => find(element, '[part=memo]'))
  await waitFor(() => !find(element, '.methods')?.hasAttribute('open'))
  expect(find(element, '.methods [role=alert]')).to.equal(null)
})

it('leads a payer who pays from an exchange to a method that takes any amount', async () => {
  const server = start()
  server.pay(samples.methods)
  server.takeMethod = () => {
    server.pay(onStellar)
    return Response.json(samplePayment(onStellar))
  }
  const element = await mount()
  const path = find(element, '.exchange') as HTMLDetailsElement
  path.open = true
  await waitFor(() => path.querySelector('ol'))
  const buttons = [...path.querySelectorAll<HTMLButtonElement>('.choices button')]
  expect(buttons.map(({ textContent }) => textContent?.trim())).to.deep.equal(['USDC · Stellar'])
  expect(path.querySelector('.choices + ol')).not.to.equal(null)
  buttons[0]?.click()
  await waitFor(() => find(element, '[part=memo]'))
  expect(server.choices).to.deep.equal([{ cryptocurrency: 'USDC', network: 'stellar' }])
  // The steps are those of the new method at once.
  expect(path.open).to.equal(true)
  expect(path.querySelector('.choices')).to.equal(null)
  expect(path.textContent).to.contain('1234567890123456')
})

it('leaves a payer with an exchange where he is if no other method takes any amount', async () => {
  const exact = methods.map((method) => ({ ...method, recognition: 'amount' as const }))
  start().pay({ methods: exact })
  const path = find(await mount(), '.exchange') as HTMLDetailsElement
  path.open = true
  await waitFor(() => path.querySelector('ol'))
  expect(path.querySelector('.choices')).to.equal(null)
})

it('chooses the method that the page prefers, once', async () => {
  const server = start()
  server.pay(samples.methods)
  server.takeMethod = () => {
    server.pay(onStellar)
    return Response.json(samplePayment(onStellar))
  }
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout src="/pay/1" method="USDC stellar"></crypto-checkout>`,
  )
  await waitFor(() => find(element, '[part=memo]'))
  await element.refresh()
  expect(server.choices).to.deep.equal([{ cryptocurrency: 'USDC', network: 'stellar' }])
})

it('warns of a method that is not offered', async () => {
  const server = start()
  server.pay(samples.methods)
  const warnings = await collectWarnings(async (collected) => {
    const element = await fixture<CryptoCheckout>(
      html`<crypto-checkout src="/pay/1" method="USDT polygon"></crypto-checkout>`,
    )
    await element.refresh()
    await waitFor(() => collected.length > 0)
  })
  expect(warnings.flat().join()).to.contain('method="USDT polygon" is not offered: use one of "USDC polygon"')
  expect(server.choices).to.deep.equal([])
})
