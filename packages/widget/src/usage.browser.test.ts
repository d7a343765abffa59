import { expect, fixture, html } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { collectWarnings, mount, start } from './testing/element.ts'
import { findUses, isUsual } from './usage.ts'

/** The console warnings, once everything that they need is loaded. */
async function tellingOf(body: () => Promise<unknown>): Promise<unknown[]> {
  const warnings = await collectWarnings(async () => {
    await body()
    await import('./after-paint.ts')
    await import('./explain-use.ts')
  })
  return warnings.flat()
}

describe('what a page misspells', () => {
  it('is told at once, and the payment is shown all the same: attributes, values, slots', async () => {
    start().pay()
    const warnings = await tellingOf(async () => {
      const element = await fixture<CryptoCheckout>(
        html`<crypto-checkout src="/pay/1" paymnt-id="1" redirect="manaul" lang="de_DE" data-v-1 class="wide">
          <p slot="complete">Your download</p>
          <p slot="footer">Questions?</p>
        </crypto-checkout>`,
      )
      await element.refresh()
      expect(element.label).to.equal('Waiting for payment')
    })
    const [attribute, redirect, lang, slot, ...others] = [...warnings].sort((a, b) => order(a) - order(b))
    expect(attribute).to.match(/^crypto-checkout: there is no attribute "paymnt-id": use one of src, /)
    expect(redirect).to.match(/^crypto-checkout: redirect cannot be "manaul".* did you mean manual\?$/)
    expect(lang).to.match(/^crypto-checkout: lang="de_DE" is no tag of a language/)
    expect(slot).to.match(/^crypto-checkout: there is no slot "complete".* did you mean completed\?$/)
    expect(others).to.deep.equal([])
  })

  it('is told when it is set later, once', async () => {
    start().pay()
    const element = await mount()
    const warnings = await tellingOf(async () => {
      for (let round = 0; round < 2; round++) {
        Object.assign(element, { redirct: 'manual', opened: 'false' })
        element.setAttribute('redirct', 'manual')
        await element.refresh()
      }
    })
    expect(warnings).to.have.members([
      'crypto-checkout: opened="false" is true as well: leave the attribute out, or set the property to false.',
      'crypto-checkout: there is no attribute "redirct": did you mean redirect?',
      'crypto-checkout: there is no property "redirct": did you mean redirect?',
    ])
  })

  it('is told of events, which are listened for all the same', async () => {
    start().pay()
    const element = await mount()
    const received: string[] = []
    const onEvent = ({ type }: Event) => void received.push(type)
    const warnings = await tellingOf(async () => {
      for (const type of ['checkout-complete', 'checkout-completed', 'click', 'my-event']) {
        element.addEventListener(type, onEvent, { once: true })
        element.dispatchEvent(new Event(type))
        element.dispatchEvent(new Event(type))
      }
    })
    expect(warnings).to.deep.equal([
      'crypto-checkout: there is no event "checkout-complete": did you mean checkout-completed?',
    ])
    expect(received).to.deep.equal(['checkout-complete', 'checkout-completed', 'click', 'my-event'])
  })
})

const order = (warnings: unknown) =>
  ['attribute', 'redirect', 'lang', 'slot'].findIndex((word) => String(warnings).includes(word))

it('a page that misspells nothing is told nothing', async () => {
  start().pay()
  const warnings = await tellingOf(async () => {
    const element = await fixture<CryptoCheckout>(
      html`<crypto-checkout id="pay" src="/pay/1" lang="sv" redirect="manual" tabindex="0" aria-label="Pay" modal opened>
        <p slot="completed">Your download</p>
        <p>Pay</p>
      </crypto-checkout>`,
    )
    element.addEventListener('checkout-close', () => {})
    element.modal = false
    await element.refresh()
    element.close()
    // So that payers do not load the script that explains misspellings.
    expect(findUses(element).filter((use) => !isUsual(use))).to.deep.equal([])
  })
  expect(warnings).to.deep.equal([])
})
