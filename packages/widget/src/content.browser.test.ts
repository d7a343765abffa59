import { expect } from '@open-wc/testing'
import { emulateMedia, sendKeys } from '@web/test-runner-commands'
import { find, getText, mount, start, stop } from './testing/element.ts'
import { sampleChanges } from './testing/sample-payment.ts'
import { waitUntil } from './testing/time.ts'

describe('data', () => {
  it('stays text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    start().pay({ ...sampleChanges.completed, merchantName: evil, redirectUrl: 'javascript:alert(1)' })
    const element = await mount()
    expect(getText(element, '.merchant')).to.equal(evil)
    expect(find(element, 'img')).to.equal(null)
    expect(find(element, 'a[href^="javascript"]')).to.equal(null)
  })

  it("reads as it is, whatever the page's text looks like", async () => {
    start().pay()
    const element = await mount()
    const { style } = document.body
    style.cssText =
      'text-transform: uppercase; letter-spacing: 9px; word-spacing: 9px; text-indent: 9px; white-space: pre'
    for (const selector of ['.address', '.merchant', '.explain p']) {
      const { textTransform, letterSpacing, wordSpacing, textIndent, whiteSpace } = getComputedStyle(
        find(element, selector) ?? element,
      )
      expect([selector, textTransform, letterSpacing, wordSpacing, textIndent, whiteSpace]).to.deep.equal([
        ...[selector, 'none', 'normal', '0px', '0px', 'normal'],
      ])
    }
    style.cssText = ''
  })

  it('has the amount that was paid once, and any other beside it', async () => {
    const count = async (change: Parameters<ReturnType<typeof start>['pay']>[0]) => {
      start().pay(change)
      const element = await mount()
      const words = getText(element)
      element.remove()
      stop()
      return [words.split('100.004321').length - 1, words.split('160.004321').length - 1]
    }
    expect(await count(sampleChanges.completed)).to.deep.equal([1, 0])
    expect(await count(sampleChanges.seen)).to.deep.equal([1, 0])
    // The amount that was asked for, and the transaction that moved it.
    expect(await count(sampleChanges.overpaid)).to.deep.equal([2, 1])
  })

  it('is printed without buttons', async () => {
    start().pay(sampleChanges.completed)
    const element = await mount()
    await emulateMedia({ media: 'print' })
    const ways = find(element, '.ways')
    await waitUntil(() => ways && getComputedStyle(ways).display === 'none')
    await emulateMedia({ media: 'screen' })
    expect(ways?.textContent).to.contain('Return to Demo shop')
  })

  it('needs no style attribute', async () => {
    for (const change of Object.values(sampleChanges)) {
      start().pay(change)
      const element = await mount()
      expect(find(element, '[style]')).to.equal(null)
      element.remove()
      stop()
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
    await waitUntil(() => getText(element, '[role=status]') === 'Amount copied')
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
    // Browsers copy a selection only after a real user gesture.
    await sendKeys({ press: 'Enter' })
    await waitUntil(() => /copied|not allowed/.test(getText(element, '[role=status]')))
    expect(getText(element, '[role=status]')).to.equal('Address copied')
    expect(copied).to.equal('0x52908400098527886E0F7030069857D2E4169EE7')
    expect(element.shadowRoot?.activeElement).to.equal(button)
    expect(find(element, 'textarea')).to.equal(null)
    Reflect.deleteProperty(navigator, 'clipboard')
  })
})
