import { expect } from '@open-wc/testing'
import { find, getText, mount, start } from './testing/element.ts'
import { waitUntil } from './testing/time.ts'

async function open(asksForEmail = true) {
  const server = start()
  server.pay({ asksForEmail })
  const element = await mount()
  return { server, element }
}

describe('a payer whom the merchant would send the receipt', () => {
  it('gives an address in a field with a label, and is told what becomes of it', async () => {
    const { server, element } = await open()
    await waitUntil(() => find(element, '#email') !== null)
    await expect(element).shadowDom.to.be.accessible()
    const input = find(element, '#email') as HTMLInputElement
    expect(getText(element, 'label[for=email]')).to.equal('E-mail for your receipt (optional)')
    input.value = 'ann@example.com'
    server.pay({ asksForEmail: false })
    ;(find(element, '.entry button') as HTMLButtonElement).click()
    await waitUntil(() => find(element, '#email') === null)
    expect(getText(element, '.email [role=status]')).to.include('We will e-mail you the receipt')
    expect(server.requests.some(({ url }) => url.endsWith('/email'))).to.equal(true)
    expect(getText(element, '.card')).not.to.include('ann@example.com')
  })

  it('keeps the entry, and is told why it was not taken', async () => {
    const { server, element } = await open()
    await waitUntil(() => find(element, '#email') !== null)
    const input = find(element, '#email') as HTMLInputElement
    input.value = 'ann'
    server.say(() => Response.json({ error: { param: 'email' } }, { status: 400 }))
    ;(find(element, '.entry button') as HTMLButtonElement).click()
    await waitUntil(() => getText(element, '.refused') === 'This is not an e-mail address.')
    expect(input.value).to.equal('ann')
    expect(input.getAttribute('aria-describedby')).to.equal('email-refused')
  })

  it('is asked only if the merchant wants it', async () => {
    const { element } = await open(false)
    expect(find(element, '#email')).to.equal(null)
  })
})
