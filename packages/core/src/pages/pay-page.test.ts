import type { PublicPayment } from '@crypto-checkout/api-types'
import { texts as german } from '@crypto-checkout/payer-ui/languages/de/payment'
import { texts as english } from '@crypto-checkout/payer-ui/languages/en/payment'
import { SAMPLE_NOW, samplePayment, sampleStates, sampleTransaction } from '@crypto-checkout/payer-ui/testing'
import { expect, test } from 'vitest'
import { renderPaymentNotFoundPage } from './document.ts'
import { type PayPageInput, renderPayPage } from './pay-page.ts'

const render = (payment: PublicPayment, change: Partial<PayPageInput> = {}) =>
  renderPayPage({ payment, base: '', texts: english, testScenarios: null, query: '', now: SAMPLE_NOW, ...change })

/** The text that a reader sees, between the tags. */
function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body>'))
  return body
    .replace(/<(path|rect|svg)[^>]*>/g, '')
    .replace(/<\/?(bdi|code|strong|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
}

const samples = sampleStates()
const states = Object.entries(samples)

test('everything that is needed to pay on an EVM network is in the page', () => {
  const page = render(samplePayment())
  const text = textOf(page)
  expect(text).toContain('100.004321 USDC')
  expect(text).toContain('0x52908400098527886E0F7030069857D2E4169EE7')
  expect(text).toContain('29 minutes left')
  expect(text).toContain('Pay by 10:30 UTC')
  expect(text).toContain("Send exactly 100.004321 USDC on Polygon. The last digits tell us it's yours")
  expect(page).toContain('aria-label="QR code to send 100.004321 USDC on Polygon to the address 0x5290')
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="10"></noscript>')
  expect(page).toContain('<crypto-checkout src="/pay/01k9zq3v8m4x7c2n5b6t1r0wgh"')
})

test('who pays from an exchange is led through its form, and told that its fee must not shorten the amount', () => {
  const steps = (name: string) => {
    const [, list = ''] = /<ol>(.*?)<\/ol>/s.exec(render(samples[name] ?? samplePayment())) ?? []
    return list.split('</li>').map((step) => textOf(`<body>${step}`).replace('<body>', '').trim())
  }
  expect(steps('created')).toEqual([
    'Choose Polygon (POL, MATIC) as the network of the withdrawal',
    'Polygon address 0x52908400098527886E0F7030069857D2E4169EE7',
    "Set the amount so that exactly 100.004321 USDC on Polygon arrives after the exchange's fee 100.004321",
    '',
  ])
  expect(steps('stellar')[2]).toContain('Memo (text), required 1234567890123456')
})

test('who pays from an exchange is led to a method that takes any amount, if there is one', () => {
  const path = (payment?: PublicPayment) =>
    /<details class="exchange">(.*?)<\/details>/s.exec(render(payment ?? samplePayment()))?.[1] ?? ''
  expect(path(samples.methods)).toMatch(/value="USDC stellar"><bdi>USDC · Stellar.*<\/form><ol>/s)
  expect(path(samples.methods)).not.toContain('value="USDC polygon"')
  expect(path(samples.created)).not.toContain('<form')
  expect(path(samples.stellar)).not.toContain('<form')
})

test('who cannot pay as chosen is asked to choose another way, and sees them all', () => {
  const [, choice = ''] =
    /(<details class="methods".*?)<\/details>/s.exec(render(samples.unavailable ?? samplePayment())) ?? []
  expect(choice).toMatch(/^<details class="methods" open>/)
  expect(textOf(`<body>${choice}`)).toContain('This is not available now. Please choose another one.')
  expect(choice).toContain('<bdi>USDC · Polygon</bdi> <small>Not available now</small>')
  expect(choice).toContain('value="USDC stellar"><bdi>USDC · Stellar</bdi></button>')
})

test('on Stellar the memo is there, with what happens without it', () => {
  const text = textOf(render(samples.stellar ?? samplePayment()))
  expect(text).toContain('GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ')
  expect(text).toContain('1234567890123456')
  expect(text).toContain('Send exactly 100.00 USDC on Stellar with the memo 1234567890123456.')
  expect(text).toContain('without it we cannot match your payment')
})

test.each(states)('%s: only an open payment before its deadline asks for money', (name, payment) => {
  const open = [
    'created',
    'stellar',
    'deposit',
    'large',
    'partially-paid',
    'network-unread',
    'unavailable',
    'misdirected',
    'provable',
    'claimable',
    'reported',
    'claimed',
    'claim-not-found',
    'identity',
    'methods',
    'order',
    'dropped',
  ].includes(name)
  const page = render(payment)
  expect(textOf(page).includes('Send exactly')).toBe(open)
  expect(page.includes('class="qr-code"')).toBe(open)
  expect(page.includes('class="value address"')).toBe(open)
})

test('from the deadline on the page says that the network is being checked', () => {
  const payment = samplePayment({ status: 'partially_paid', amountReceived: '1.000000' })
  const page = render(payment, { now: Date.parse(payment.expiresAt) })
  expect(textOf(page)).toContain('Checking the network')
  expect(textOf(page)).toContain('please do not send anything now')
  expect(page).toContain('http-equiv="refresh"')
})

test('after a part has arrived the page asks for the rest', () => {
  const text = textOf(render(samples['partially-paid'] ?? samplePayment()))
  expect(text).toContain('Send exactly 40.007123 USDC on Polygon.')
  expect(text).toContain('60.00 USDC of 100.004321 USDC received on Polygon')
  expect(text).not.toContain('Send exactly 100.004321')
})

test('a payment on its way shows its confirmations and its transaction', () => {
  const page = render(samples.confirming ?? samplePayment())
  expect(page).toContain('<progress max="12" value="3" aria-label="3 of 12 confirmations"></progress>')
  expect(page).toContain('href="https://polygonscan.com/tx/0x8c1f')
})

test('a completed payment is a receipt with the way back, and no longer refreshes', () => {
  const page = render(samples.completed ?? samplePayment())
  expect(textOf(page)).toContain('Payment complete')
  expect(page).toContain(
    '<a class="primary" target="_top" href="https://shop.example.com/orders/17">Return to Demo shop</a>',
  )
  expect(textOf(page)).toContain('Nov 21, 2026, 10:01 UTC')
  expect(page).not.toContain('http-equiv="refresh"')
})

test('late money, a short payment, an excess and an unread network are told', () => {
  const text = (name: string) => textOf(render(samples[name] ?? samplePayment()))
  expect(text('late')).toContain('Your money arrived after this payment ended.')
  expect(text('underpaid')).toContain('We got 60.00 of 100.004321 USDC before time ran out.')
  expect(text('overpaid')).toContain(
    "You paid 60.00 USDC too much. It's safe: to get it back, please contact Demo shop and give the reference below.",
  )
  expect(text('network-unread')).toContain('Polygon has not answered for 15 minutes or more.')
})

test('data stays text wherever it stands', () => {
  const evil = `<img src=x onerror=alert(1)>"'`
  const change = {
    address: evil,
    memo: evil,
    merchantName: evil,
    id: `pay_${evil}`,
    cryptoAmount: evil,
    amountDue: evil,
  }
  for (const status of ['created', 'processing', 'completed', 'expired'] as const) {
    const transactions = [sampleTransaction({ hash: evil, amount: evil, explorerUrl: 'javascript:alert(1)' })]
    const page = render(samplePayment({ ...change, status, transactions, redirectUrl: 'javascript:alert(1)' }))
    expect(page).not.toContain('<img')
    expect(page).not.toContain('href="javascript:')
    expect(page).not.toMatch(/\son\w+="/)
  }
})

test.each(states)('%s: the page has no inline style or script', (_, payment) => {
  const page = render(payment, { testScenarios: ['exact'] })
  expect(page).not.toMatch(/<style|\sstyle=/)
  for (const [script] of page.matchAll(/<script[^>]*>[^<]*/g))
    expect(script).toMatch(/^<script type="module" src="[^"]+">$/)
})

test('the buttons of test mode are plain forms below the mount path', () => {
  const testScenarios = ['exact', 'duplicate', 'wrong_token', 'something_new', 'expire']
  const page = render(samplePayment({ livemode: false }), { base: '/checkout', testScenarios })
  expect(page).toContain('Test mode.')
  expect(page).toContain(
    '<form method="post" action="/checkout/pay/01k9zq3v8m4x7c2n5b6t1r0wgh/test/exact"><button type="submit">Pay now (test)</button></form>',
  )
  expect(page).toContain('test/something_new"><button type="submit">something new</button>')
  expect(page.indexOf('<form')).toBeGreaterThan(page.indexOf('</crypto-checkout>'))
  expect(page).toContain('src="/checkout/checkout-page.js"')
  expect(page).toContain('href="/checkout/pay.css"')
  expect(page).toContain('href="/checkout/pay-forms.css"')
})

test('a real payment has neither banner nor buttons', () => {
  const page = render(samplePayment())
  expect(page).not.toContain('Test mode')
  expect(page).not.toContain('<form')
  expect(page).not.toContain('pay-forms.css')
})

test('the element finds the public view in the page', () => {
  const payment = samplePayment({ merchantName: `Tom's "shop" </crypto-checkout><script>&amp;&#39;` })
  const json = /snapshot='([^'<]+)'/
    .exec(render(payment))?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
  expect(JSON.parse(json ?? '')).toEqual(payment)
})

test('an address without a payment has a page of its own', () => {
  expect(renderPaymentNotFoundPage('/checkout', english)).toContain('<h1 class="title">Payment not found</h1>')
})

test('the merchant’s logo stands by its name, and the way to its support by the reference', () => {
  const { identity, created } = sampleStates()
  if (!identity || !created) throw new Error('no sample')
  expect(render(identity)).toMatch(/<img class="logo" src="data:image\/png;base64,[^"]+" alt=""><p class="merchant">/)
  expect(render(identity)).toContain(
    '<a class="link" target="_blank" rel="noopener" href="https://shop.example/help">Contact Demo shop</a>',
  )
  expect(render({ ...identity, status: 'cancelled' })).toContain('<a class="primary" target="_blank" rel="noopener"')
  expect(render(created)).not.toMatch(/class="logo"|Contact Demo shop/)
})

test('who should not pay now has to unfold how to pay and until when, and sees no countdown', () => {
  const isFolded = (name: string) =>
    /<details class="again"><summary>How to pay<\/summary><p class="deadline">.*class="qr-code"/s.test(pageOf(name))
  const pageOf = (name: string) => render(samples[name] ?? samplePayment())
  expect(['created', 'partially-paid', 'dropped'].filter(isFolded)).toEqual([])
  const folded = ['misdirected', 'provable', 'reported', 'claimed', 'claim-not-found', 'claimable', 'network-unread']
  expect(folded.filter((name) => !isFolded(name))).toEqual([])
  expect(folded.filter((name) => pageOf(name).includes('class="timer"'))).toEqual([])
  expect(pageOf('dropped')).toContain('class="timer"')
})

test('a transaction that is not found is named in the title, and to name it again is the one button', () => {
  const page = render(samples['claim-not-found'] ?? samplePayment())
  expect(page).toContain('id="checkout-state">Transaction not found</h2>')
  expect(page.match(/<a class="primary"[^>]*>[^<]*/g)).toEqual([
    expect.stringMatching(/^<a class="primary" href="[^"]*\/claim">Find my payment$/),
  ])
  expect(render(samples.claimed ?? samplePayment())).toContain('id="checkout-state">Looking for your transaction</h2>')
})

test('who needs a merchant without a contact is told once to give the reference, and no button fails without a script', () => {
  const needy = ['late', 'underpaid', 'claim-unrelated', 'overpaid', 'paid-twice', 'misdirected', 'claimable']
  for (const name of [...needy, 'expired', 'cancelled']) {
    const page = render(samples[name] ?? samplePayment())
    expect([name, textOf(page).split('give the reference below').length]).toEqual([name, 2])
    expect([name, page.split('<span class="primary later" aria-hidden="true">Copy the reference').length]).toEqual([
      name,
      2,
    ])
  }
})

test('a payment that is over and leads nowhere says once what to ask the merchant for, and what to tell', () => {
  const words = 'To continue, ask Demo shop for a new payment and give the reference below.'
  const over = ['expired', 'cancelled']
  for (const [name, payment] of states) {
    expect([name, textOf(render(payment)).split(words).length - 1]).toEqual([name, over.includes(name) ? 1 : 0])
    expect(textOf(render({ ...payment, cancelUrl: 'https://shop.example/cart' }))).not.toContain(words)
  }
})

test('the panel of test mode says in the reader’s language that it is for developers, and names scenarios in English', () => {
  const page = render(samplePayment({ livemode: false }), { texts: german, testScenarios: ['exact'] })
  expect(page).toContain('<h2 id="test-title">Testbereich für Entwickler</h2>')
  expect(page).toMatch(/<div class="scenarios" lang="en" dir="ltr"><form [^>]*><button type="submit">Pay now \(test\)/)
})
