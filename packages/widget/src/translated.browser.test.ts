import type { PublicPayment } from '@crypto-checkout/api-types'
import { asksForMoney, derivePhase, english, formatTerms, getQrContent } from '@crypto-checkout/payer-ui'
import { sampleLink } from '@crypto-checkout/payer-ui/testing'
import { expect, fixture, html } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { createQrPath } from './qr-path.ts'
import { find, getText, start } from './testing/element.ts'
import { getButton, openPanel, waitForPanel } from './testing/panel.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import type { TestServer } from './testing/server.ts'
import { testWallet } from './testing/test-wallet.ts'
import { waitUntil } from './testing/time.ts'
import { rebuildLines, type Translator, wrapTexts } from './testing/translators.ts'
import { install } from './testing/wallets.ts'

const translators: Readonly<Record<string, Translator>> = { wrapTexts, rebuildLines }

const [polygon, stellar, dai] = samplePayment(sampleChanges.methods).methods
if (!polygon || !stellar || !dai) throw new Error('no methods')
/** The same payment as it asks for each of its methods. */
const methods: readonly Partial<PublicPayment>[] = [
  sampleChanges.methods,
  { ...sampleChanges.stellar, methods: [{ ...polygon, state: 'open' }, { ...stellar, state: 'chosen' }, dai] },
  {
    ...{ cryptocurrency: 'DAI', network: 'ethereum', networkTitle: 'Ethereum', recognition: 'address' },
    ...{ address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72', cryptoAmount: '100.100000', amountDue: '100.100000' },
    methods: [
      { ...polygon, state: 'open' },
      { ...stellar, state: 'open' },
      { ...dai, state: 'chosen' },
    ],
  },
]

async function mountStill(): Promise<CryptoCheckout> {
  const element = await fixture<CryptoCheckout>(
    html`<crypto-checkout src="/pay/1" redirect="manual"></crypto-checkout>`,
  )
  await element.refresh()
  return element
}

function translate(element: CryptoCheckout, translator: Translator): void {
  if (element.shadowRoot) translator(element.shadowRoot)
}

/** All words of the card, without the seconds that are left, and without what an earlier state has loaded. */
function readCard(element: CryptoCheckout): string {
  const card = find(element, '.card')?.cloneNode(true) as Element
  for (const part of card.querySelectorAll('.timer, .claim > .entry, .methods > :not(summary)')) part.remove()
  return String(card.textContent).replace(/\s+/g, ' ').trim()
}

/** Compares the card with that of an element that nobody has translated, and with what its buttons copy. */
async function check(element: CryptoCheckout, name: string): Promise<void> {
  const fresh = await mountStill()
  expect([name, readCard(element)]).to.deep.equal([name, readCard(fresh)])
  fresh.remove()
  const { payment } = element
  if (payment === null) throw new Error('there is no payment')
  expect(find(element, '.qr-code path:last-child')?.getAttribute('d') ?? null).to.equal(
    find(element, '.qr-code') && createQrPath(getQrContent(payment))?.path,
  )
  const phase = derivePhase(payment, Date.parse(payment.serverTime))
  if (!asksForMoney(phase)) return
  const { amount, exactAmount, address, memo } = formatTerms(payment, phase, english)
  expect([name, getText(element, '.amount .digits'), getText(element, '.amount .coin')]).to.deep.equal([
    ...[name, amount, payment.cryptocurrency],
  ])
  expect([name, getText(element, '.address'), getText(element, '.memo')]).to.deep.equal([name, address, memo ?? ''])
  expect(getText(element, '.network')).to.equal(payment.networkTitle)
  expect([name, await copyAll(element)]).to.deep.equal([name, [exactAmount, address, ...(memo === null ? [] : [memo])]])
}

/** Copies by the buttons beside amount, address and memo, and returns the clipboard's texts. */
async function copyAll(element: CryptoCheckout): Promise<string[]> {
  const written: string[] = []
  const clipboard = { writeText: async (text: string) => void written.push(text) }
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  for (const button of element.shadowRoot?.querySelectorAll<HTMLElement>(':is(.amount, .field) .copy') ?? []) {
    const before = written.length
    button.click()
    await waitUntil(() => written.length > before, 'nothing is copied')
    await element.updateComplete
  }
  Reflect.deleteProperty(navigator, 'clipboard')
  return written
}

/** Shows one change after another, translates each, and checks them. */
async function walk(server: TestServer, translator: Translator, steps: readonly [string, Partial<PublicPayment>][]) {
  server.pay(steps[0]?.[1])
  const element = await mountStill()
  for (const [name, change] of steps) {
    server.pay(change)
    await element.refresh()
    translate(element, translator)
    await check(element, name)
  }
  element.remove()
}

for (const [name, translator] of Object.entries(translators)) {
  describe(`on a page that a browser translates: ${name}`, () => {
    it('every state shows what it is, after every other', async () => {
      const states = Object.entries(sampleChanges)
      await walk(start(), translator, [...states, ...states.reverse()])
    }).timeout(60_000)

    it('another method shows its own amount, coin, network, address and memo', async () => {
      const steps = [0, 1, 2, 0, 2, 1, 0].map((index) => [`method ${index}`, methods[index] ?? {}] as const)
      await walk(
        start(),
        translator,
        steps.map(([step, change]) => [step, change]),
      )
    }).timeout(30_000)

    it('another part of the payment shows the new rest', async () => {
      const rests = ['40.007123', '30.007123', '0.500000'].map((amountDue) => ({
        ...sampleChanges['partially-paid'],
        amountDue,
      }))
      await walk(
        start(),
        translator,
        rests.map((rest) => [rest.amountDue, rest]),
      )
    }).timeout(30_000)

    it('the time left goes on', async () => {
      start().pay()
      const element = await mountStill()
      for (let second = 0; second < 2; second += 1) {
        translate(element, translator)
        const shown = getText(element, '.timer')
        await waitUntil(() => getText(element, '.timer') !== shown, 'the countdown stands still')
        expect(getText(element, '.timer')).to.match(/^2\d:\d\d left$/)
      }
    })

    it('another language of the page is shown', async () => {
      start().pay()
      const element = await mountStill()
      translate(element, translator)
      element.lang = 'de'
      await waitUntil(() => getText(element, '.title') === 'Warten auf Zahlung')
      await element.updateComplete
      const fresh = await fixture<CryptoCheckout>(html`<crypto-checkout src="/pay/1" lang="de"></crypto-checkout>`)
      await fresh.refresh()
      await waitUntil(() => getText(fresh, '.title') === 'Warten auf Zahlung')
      expect(readCard(element)).to.equal(readCard(fresh))
    })

    it('the wallet panel goes on', async () => {
      start().pay()
      const wallet = testWallet()
      const { promise, resolve } = Promise.withResolvers<string>()
      wallet.answers.eth_sendTransaction = () => promise
      install(wallet)
      install(testWallet(), { name: 'Bear' })
      const element = await mountStill()
      await openPanel(element, 'choosing')
      translate(element, translator)
      getButton(element, 'Fox').click()
      await waitForPanel(element, 'sending')
      expect(getText(element, '#wallet-title')).to.equal('Confirm in Fox')
      translate(element, translator)
      await waitUntil(() => wallet.count('eth_sendTransaction') === 1)
      resolve(`0x${'ab'.repeat(32)}`)
      await waitForPanel(element, 'sent')
      expect(getText(element, '#wallet-title')).to.equal('Sent. Waiting for Polygon')
      expect(getText(element, '.wallet code')).to.equal('0xabababab…abababab')
    })

    it('a link refuses an amount, and takes another', async () => {
      const server = start()
      server.pay()
      server.readLink = () => Response.json(sampleLink({ amount: null, minimum: 5, maximum: 10 }))
      const element = await fixture<CryptoCheckout>(html`<crypto-checkout link="/l/1"></crypto-checkout>`)
      await waitUntil(() => find(element, '.entry'))
      translate(element, translator)
      const enter = (amount: string) => {
        const field = find(element, '#amount') as HTMLInputElement
        field.value = amount
        ;(find(element, '.entry .primary') as HTMLElement).click()
      }
      enter('3')
      await waitUntil(() => getText(element, '.refused').includes('$5.00'))
      translate(element, translator)
      enter('7')
      await waitUntil(() => getText(element, '.title') === 'Waiting for payment')
      expect(server.madeWith).to.deep.equal([{ amount: 7 }])
      expect(getText(element, '.amount .digits')).to.equal('100.004321')
    })
  })
}
