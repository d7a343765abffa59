import { expect } from '@open-wc/testing'
import { sendKeys, setViewport } from '@web/test-runner-commands'
import { find, getText, mount, start, stop } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'
import { waitUntil } from './testing/time.ts'

describe('accessibility', () => {
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
    const seconds = getText(element, '.timer')
    await waitUntil(() => getText(element, '.timer') !== seconds, 'the time left does not change')
    expect(getText(element, '[role=status]')).to.equal('')
    pay(sampleChanges.seen)
    await element.refresh()
    expect(getText(element, '[role=status]')).to.match(/^Payment found\. Your payment is on Polygon/)
  })

  it('the keyboard reaches all buttons in the order of reading', async () => {
    start().pay(sampleChanges.stellar)
    const element = await mount()
    const reached: (string | undefined)[] = []
    for (let press = 0; press < 4; press += 1) {
      await sendKeys({ press: 'Tab' })
      const { activeElement } = element.shadowRoot ?? {}
      reached.push(activeElement?.getAttribute('aria-label') ?? activeElement?.id)
    }
    expect(reached).to.deep.equal(['Copy the amount', 'wallet-button', 'Copy the address', 'Copy the memo'])
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
      stop()
    }
    await setViewport({ width: 1280, height: 800 })
  })
})
