import { expect } from '@open-wc/testing'
import type { CryptoCheckout } from './crypto-checkout.ts'
import { find, getText, mount, start } from './testing/element.ts'
import { getButton } from './testing/panel.ts'
import { sampleChanges, samplePayment } from './testing/sample-payment.ts'
import type { TestServer } from './testing/server.ts'
import { ACCOUNT, createRefusal, SIGNATURE, type TestWallet, testWallet } from './testing/test-wallet.ts'
import { waitUntil } from './testing/time.ts'
import { install } from './testing/wallets.ts'

const HASH = `0x${'a'.repeat(64)}`

/** Opens the form, which is loaded then, and submits a transaction. */
async function claim(element: CryptoCheckout, hash: string): Promise<HTMLInputElement> {
  find(element, '.claim')?.setAttribute('open', '')
  await waitUntil(() => find(element, '#claim') !== null)
  const input = find(element, '#claim') as HTMLInputElement
  input.value = hash
  ;(find(element, '.claim button') as HTMLButtonElement).click()
  return input
}

const reportedAs = (status: 'claimed' | 'unrelated') => ({
  reported: [{ hash: HASH, reportedAt: new Date().toISOString(), explorerUrl: null, status }],
})

describe('a payer who has already paid', () => {
  it('names the transaction, and sees what becomes of it', async () => {
    const server = start()
    server.pay()
    const element = await mount()
    server.pay(reportedAs('claimed'))
    const input = await claim(element, HASH)
    await waitUntil(() => getText(element, '.notices').includes('looking for your transaction on Polygon'))
    expect(server.reports).to.deep.equal([{ hash: HASH }])
    expect(input.value).to.equal('')
    expect(find(element, '.claim')?.hasAttribute('open')).to.equal(false)
    server.pay(reportedAs('unrelated'))
    await element.refresh()
    expect(getText(element, '.notices')).to.include('not a payment for this order')
  })

  for (const [status, words] of [
    [400, 'This is not a transaction ID.'],
    [429, 'This could not be sent.'],
    [500, 'This could not be sent.'],
  ] as const) {
    it(`keeps the entry and says why when the server answers ${status}`, async () => {
      const server = start()
      server.pay()
      const element = await mount()
      server.say(() => new Response('', { status }))
      const input = await claim(element, 'nonsense')
      await waitUntil(() => getText(element, '.refused').startsWith(words))
      expect(input.value).to.equal('nonsense')
      expect(input.getAttribute('aria-describedby')).to.equal('claim-refused')
      expect(input.getAttribute('aria-invalid')).to.equal(String(status === 400))
    })
  }

  it('has the form while money may still arrive, and not after that', async () => {
    const server = start()
    const element = await mount()
    for (const state of ['created', 'partially-paid', 'expired', 'cancelled'] as const) {
      server.pay(sampleChanges[state])
      await element.refresh()
      expect(getText(element, '.claim summary'), state).to.equal('I have already paid')
    }
    for (const state of ['seen', 'completed'] as const) {
      server.pay(sampleChanges[state])
      await element.refresh()
      expect(find(element, '.claim'), state).to.equal(null)
    }
  })
})

/** A transfer that ACCOUNT sent, and that it can prove. */
const provable = () => ({
  misdirected: sampleChanges.provable.misdirected.map((found) => ({ ...found, from: ACCOUNT.toLowerCase() })),
})

describe('a payer whose transfer was found', () => {
  async function open(prepare: (wallet: TestWallet, server: TestServer) => void = () => {}) {
    const server = start()
    const wallet = testWallet()
    prepare(wallet, server)
    install(wallet)
    server.pay(provable())
    const element = await mount()
    await waitUntil(() => getText(element, '.proof').includes('Sign with Fox'), 'the wallet is offered')
    return { server, wallet, element }
  }

  const sign = (element: CryptoCheckout) => getButton(element, 'Sign with Fox').click()
  const waitForText = (element: CryptoCheckout, text: string) =>
    waitUntil(() => getText(element, '.proof').includes(text), text)

  it('is offered to prove it without another click, and signs with the account that sent it', async () => {
    const { server, wallet, element } = await open()
    expect(getText(element, '.claim')).not.to.contain('I have already paid')
    expect(getText(element, '.proof')).to.include('99.0043 USDC on Polygon')
    expect(wallet.requests).to.deep.equal([])
    server.pay(sampleChanges['partially-paid'])
    sign(element)
    await waitUntil(() => find(element, '.proof') === null, 'the transfer counts')
    const { hash, from } = provable().misdirected[0] ?? {}
    const text = new TextEncoder().encode('I sent this.')
    const bytes = `0x${Array.from(text, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
    expect(wallet.requests).to.deep.equal([
      { method: 'eth_requestAccounts', params: undefined },
      { method: 'personal_sign', params: [bytes, from] },
    ])
    expect(server.claims).to.deep.equal([
      { hash, from },
      { hash, from, message: 'I sent this.', signature: SIGNATURE },
    ])
    expect(getText(element, '#checkout-state')).to.equal('Partly paid')
    await expect(element).shadowDom.to.be.accessible()
  })

  it('names the transaction first, and is then led to the proof', async () => {
    const server = start()
    install(testWallet())
    server.pay()
    const element = await mount()
    server.pay(provable())
    await claim(element, HASH)
    await waitForText(element, 'Sign with Fox')
    expect(getText(element, '.claim')).not.to.contain('I have already paid')
  })

  it('may decline, and try again', async () => {
    const { server, wallet, element } = await open(({ answers }) =>
      Object.assign(answers, { personal_sign: () => Promise.reject(createRefusal(4001)) }),
    )
    sign(element)
    await waitForText(element, 'You declined')
    expect(find(element, '.proof [role="alert"]')).to.not.equal(null)
    await expect(element).shadowDom.to.be.accessible()
    Object.assign(wallet.answers, { personal_sign: () => SIGNATURE })
    server.pay(sampleChanges.seen)
    sign(element)
    await waitUntil(() => find(element, '.proof') === null)
  })

  it('is told which account has to sign, and may choose it', async () => {
    const { server, wallet, element } = await open((wallet) =>
      Object.assign(wallet, { accounts: [`0x${'7'.repeat(40)}`] }),
    )
    sign(element)
    await waitForText(element, 'came from the account 0x8ba1f1')
    expect(server.claims).to.deep.equal([])
    Object.assign(wallet.answers, {
      wallet_requestPermissions: () => {
        wallet.accounts = [`0x${'7'.repeat(40)}`, ACCOUNT]
        return []
      },
    })
    server.pay(sampleChanges.seen)
    sign(element)
    await waitUntil(() => find(element, '.proof') === null)
  })

  for (const [status, error, words] of [
    [400, { code: 'invalid_state', param: null }, 'A signature cannot settle this'],
    [400, { code: 'invalid_parameter', param: 'signature' }, 'Choose that account'],
    [503, { code: 'network_unreachable', param: null }, 'We got no answer'],
    [429, { code: 'rate_limited', param: null }, 'We got no answer'],
  ] as const) {
    it(`is told what a refusal with ${status} and ${error.param ?? error.code} means`, async () => {
      const { element } = await open((_, server) =>
        Object.assign(server, { takeProof: () => Response.json({ error }, { status }) }),
      )
      sign(element)
      await waitForText(element, words)
    })
  }

  it('without a wallet is told where to open the page, and whom to ask', async () => {
    const server = start()
    server.pay(provable())
    const element = await mount()
    await waitForText(element, 'This browser has no wallet')
    expect(getText(element, '.proof')).to.include('Did an exchange send it')
    await expect(element).shadowDom.to.be.accessible()
  })

  it('reads it in the language of the page', async () => {
    const { element } = await open()
    element.lang = 'de'
    await waitForText(element, 'Mit Fox unterschreiben')
  })

  it('is offered nothing where only the merchant can decide, or where claims are off', async () => {
    const server = start()
    install(testWallet())
    server.pay(sampleChanges.misdirected)
    const element = await mount()
    expect(find(element, '.claim')?.hasAttribute('open')).to.equal(false)
    server.pay({ claims: 'off' })
    await element.refresh()
    expect(find(element, '.claim')).to.equal(null)
    expect(samplePayment().claims).to.equal('on')
  })
})
